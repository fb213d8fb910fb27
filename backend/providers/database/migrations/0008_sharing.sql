DROP INDEX "recipients_unreported";--> statement-breakpoint
ALTER TABLE "recipients" DROP COLUMN "is_reported";
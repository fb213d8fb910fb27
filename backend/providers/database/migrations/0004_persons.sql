ALTER TABLE "handoffs" DROP CONSTRAINT "handoffs_state_known";--> statement-breakpoint
ALTER TABLE "trainings" ADD COLUMN "selfie_ids" uuid[];--> statement-breakpoint
ALTER TABLE "handoffs" ADD CONSTRAINT "handoffs_state_known" CHECK ("handoffs"."state" in ('issued', 'opened', 'finished', 'expired', 'revoked'));
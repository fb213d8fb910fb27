ALTER TABLE "bundles" ADD COLUMN "cares" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "cares" jsonb DEFAULT '{}'::jsonb NOT NULL;
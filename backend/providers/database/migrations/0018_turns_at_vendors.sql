ALTER TABLE "vendor_jobs" DROP CONSTRAINT "vendor_jobs_state_known";--> statement-breakpoint
ALTER TABLE "vendor_jobs" ADD COLUMN "waits_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "vendor_jobs" ADD CONSTRAINT "vendor_jobs_state_known" CHECK ("vendor_jobs"."state" in ('waiting', 'sending', 'sent', 'succeeded', 'failed', 'refused', 'abandoned')) NOT VALID;
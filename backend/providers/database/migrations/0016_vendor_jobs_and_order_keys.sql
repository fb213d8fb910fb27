CREATE TABLE "vendor_jobs" (
	"id" text PRIMARY KEY NOT NULL,
	"engine" text NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"attempt" integer NOT NULL,
	"vendor_id" text,
	"details" jsonb NOT NULL,
	"submitted_at" timestamp (3) with time zone NOT NULL,
	"cost_micros" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "vendor_jobs_kind_known" CHECK ("vendor_jobs"."kind" in ('training', 'render')),
	CONSTRAINT "vendor_jobs_state_known" CHECK ("vendor_jobs"."state" in ('sending', 'sent', 'succeeded', 'failed', 'refused', 'abandoned')),
	CONSTRAINT "vendor_jobs_attempt_min" CHECK ("vendor_jobs"."attempt" >= 1),
	CONSTRAINT "vendor_jobs_cost_micros_min" CHECK ("vendor_jobs"."cost_micros" >= 0)
);--> statement-breakpoint
ALTER TABLE "bundles" DROP CONSTRAINT "bundles_repair_failure_known";--> statement-breakpoint
ALTER TABLE "payments" DROP CONSTRAINT "payments_refund_reason_known";--> statement-breakpoint
ALTER TABLE "rerolls" DROP CONSTRAINT "rerolls_failure_known";--> statement-breakpoint
ALTER TABLE "trainings" DROP CONSTRAINT "trainings_failure_known";--> statement-breakpoint
ALTER TABLE "renders" ADD COLUMN "is_refused" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "order_key" text;--> statement-breakpoint
CREATE INDEX "vendor_jobs_by_engine" ON "vendor_jobs" USING btree ("engine","submitted_at");--> statement-breakpoint
ALTER TABLE "bundles" ADD CONSTRAINT "bundles_repair_failure_known" CHECK ("bundles"."repair_failure" in ('no_better', 'selfies', 'refused', 'technical')) NOT VALID;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_refund_reason_known" CHECK ("payments"."refund_reason" in ('guarantee', 'withdrawal', 'unfulfilled', 'selfies', 'technical', 'refused', 'incomplete', 'training_paid', 'operator')) NOT VALID;--> statement-breakpoint
ALTER TABLE "rerolls" ADD CONSTRAINT "rerolls_failure_known" CHECK ("rerolls"."failure" in ('no_other', 'not_passed', 'refused', 'technical', 'ended')) NOT VALID;--> statement-breakpoint
ALTER TABLE "trainings" ADD CONSTRAINT "trainings_failure_known" CHECK ("trainings"."failure" in ('engine_failed', 'deadline_passed', 'selfies_unusable', 'refused')) NOT VALID;
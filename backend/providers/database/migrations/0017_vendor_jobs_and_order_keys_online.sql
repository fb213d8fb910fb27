DROP INDEX CONCURRENTLY IF EXISTS "mails_given_up";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "mails_given_up" ON "mails" USING btree ("created_at") WHERE "mails"."state" in ('failed');--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "payments_totals";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "payments_totals" ON "payments" USING btree ("state","currency","refund_reason","amount_minor","refunded_amount_minor");--> statement-breakpoint
ALTER TABLE "bundles" VALIDATE CONSTRAINT "bundles_repair_failure_known";--> statement-breakpoint
ALTER TABLE "payments" VALIDATE CONSTRAINT "payments_refund_reason_known";--> statement-breakpoint
ALTER TABLE "rerolls" VALIDATE CONSTRAINT "rerolls_failure_known";--> statement-breakpoint
ALTER TABLE "trainings" VALIDATE CONSTRAINT "trainings_failure_known";
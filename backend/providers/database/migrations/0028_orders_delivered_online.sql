DROP INDEX CONCURRENTLY IF EXISTS "payments_of_month";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "payments_of_month" ON "payments" USING btree ("paid_at","delivered_at","refund_reason","refund_due_amount_minor","amount_minor","lead_id","id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "payments_undelivered";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "payments_undelivered" ON "payments" USING btree ("created_at") WHERE "payments"."state" = 'paid' and "payments"."bundle_id" is not null and "payments"."delivered_at" is null;
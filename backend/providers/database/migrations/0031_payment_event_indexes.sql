DROP INDEX CONCURRENTLY IF EXISTS "payment_events_of_id";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "payment_events_of_id" ON "payment_events" USING btree ("event_id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "payment_events_of_session";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "payment_events_of_session" ON "payment_events" USING btree ("reference");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "payment_events_of_payment";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "payment_events_of_payment" ON "payment_events" USING btree ("payment_reference");
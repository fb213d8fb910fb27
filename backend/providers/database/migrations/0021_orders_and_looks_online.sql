ALTER TABLE "payments" VALIDATE CONSTRAINT "payments_lead_id_payments_id_fk";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "payments_of_order";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "payments_of_order" ON "payments" USING btree ("lead_id");--> statement-breakpoint
ALTER TABLE "bundles" VALIDATE CONSTRAINT "bundles_style_id_known";--> statement-breakpoint
ALTER TABLE "payments" VALIDATE CONSTRAINT "payments_style_id_known";--> statement-breakpoint
ALTER TABLE "style_samples" VALIDATE CONSTRAINT "style_samples_style_id_known";--> statement-breakpoint
ALTER TABLE "trainings" VALIDATE CONSTRAINT "trainings_needs_known";
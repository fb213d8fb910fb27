ALTER TABLE "payments" DROP CONSTRAINT "payments_refund_reason_known";--> statement-breakpoint
DROP INDEX "bundle_once";--> statement-breakpoint
ALTER TABLE "bundles" ADD COLUMN "repair_of" uuid;--> statement-breakpoint
ALTER TABLE "bundles" ADD COLUMN "repair_failure" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "promised_count" integer DEFAULT 12 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "missing_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "rerolls" ADD COLUMN "failure" text;--> statement-breakpoint
ALTER TABLE "bundles" ADD CONSTRAINT "bundles_repair_of_bundles_id_fk" FOREIGN KEY ("repair_of") REFERENCES "public"."bundles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "repairs_of_bundle" ON "bundles" USING btree ("repair_of");--> statement-breakpoint
CREATE UNIQUE INDEX "repair_open_once" ON "bundles" USING btree ("repair_of") WHERE "bundles"."state" in ('paid', 'queued', 'generating');--> statement-breakpoint
CREATE UNIQUE INDEX "bundle_once" ON "bundles" USING btree ("person_id","style_id") WHERE "bundles"."state" <> 'refunded' and "bundles"."repair_of" is null;--> statement-breakpoint
ALTER TABLE "bundles" ADD CONSTRAINT "bundles_repair_failure_known" CHECK ("bundles"."repair_failure" in ('no_better', 'selfies', 'technical'));--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_promised_count_min" CHECK ("payments"."promised_count" >= 1);--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_missing" CHECK (0 <= "payments"."missing_count" and "payments"."missing_count" <= "payments"."promised_count");--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_refund_reason_known" CHECK ("payments"."refund_reason" in ('guarantee', 'withdrawal', 'unfulfilled', 'selfies', 'technical', 'incomplete'));--> statement-breakpoint
ALTER TABLE "rerolls" ADD CONSTRAINT "rerolls_failure_known" CHECK ("rerolls"."failure" in ('no_other', 'not_passed', 'technical', 'ended'));
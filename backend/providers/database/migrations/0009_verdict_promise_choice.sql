ALTER TABLE "payments" DROP CONSTRAINT "payments_refund_reason_known";--> statement-breakpoint
ALTER TABLE "selfies" DROP CONSTRAINT "selfies_reasons_known";--> statement-breakpoint
DROP INDEX "bundle_once";--> statement-breakpoint
ALTER TABLE "bundles" ADD COLUMN "repair_of" uuid;--> statement-breakpoint
ALTER TABLE "bundles" ADD COLUMN "repair_failure" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "promised_count" integer DEFAULT 12 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "missing_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "selfies" ADD COLUMN "choice" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "rerolls" ADD COLUMN "failure" text;--> statement-breakpoint
ALTER TABLE "bundles" ADD CONSTRAINT "bundles_repair_of_bundles_id_fk" FOREIGN KEY ("repair_of") REFERENCES "public"."bundles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "repairs_of_bundle" ON "bundles" USING btree ("repair_of");--> statement-breakpoint
CREATE UNIQUE INDEX "repair_open_once" ON "bundles" USING btree ("repair_of") WHERE "bundles"."state" in ('paid', 'queued', 'generating');--> statement-breakpoint
CREATE UNIQUE INDEX "bundle_once" ON "bundles" USING btree ("person_id","style_id") WHERE "bundles"."state" <> 'refunded' and "bundles"."repair_of" is null;--> statement-breakpoint
ALTER TABLE "bundles" ADD CONSTRAINT "bundles_repair_failure_known" CHECK ("bundles"."repair_failure" in ('no_better', 'selfies', 'technical'));--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_promised_count_min" CHECK ("payments"."promised_count" >= 1);--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_missing" CHECK (0 <= "payments"."missing_count" and "payments"."missing_count" <= "payments"."promised_count");--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_refund_reason_known" CHECK ("payments"."refund_reason" in ('guarantee', 'withdrawal', 'unfulfilled', 'selfies', 'technical', 'incomplete'));--> statement-breakpoint
ALTER TABLE "selfies" ADD CONSTRAINT "selfies_choice_known" CHECK ("selfies"."choice" in ('none', 'preferred', 'left_out'));--> statement-breakpoint
ALTER TABLE "selfies" ADD CONSTRAINT "selfies_reasons_known" CHECK ("selfies"."reasons" <@ array['unreadable', 'unsupported_format', 'file_too_large', 'too_many_pixels', 'too_small', 'no_face', 'several_faces', 'face_cut_off', 'face_too_small', 'blurred', 'noisy', 'too_dark', 'too_bright', 'side_light', 'shoulders_cut', 'hair_cut', 'squeezed', 'eyes_closed', 'face_turned', 'face_covered', 'grimace', 'black_and_white', 'duplicate', 'near_duplicate', 'other_person', 'several_people', 'nudity']);--> statement-breakpoint
ALTER TABLE "rerolls" ADD CONSTRAINT "rerolls_failure_known" CHECK ("rerolls"."failure" in ('no_other', 'not_passed', 'technical', 'ended'));
CREATE SEQUENCE "public"."receipt_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "style_samples" (
	"person_id" uuid NOT NULL,
	"style_id" text NOT NULL,
	"image_key" text NOT NULL,
	"sha256" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "style_samples_person_id_style_id_pk" PRIMARY KEY("person_id","style_id"),
	CONSTRAINT "style_samples_style_id_known" CHECK ("style_samples"."style_id" in ('studio-grey', 'studio-white', 'executive-navy', 'warm-canvas', 'bw-editorial', 'startup-color', 'office-daylight', 'library', 'loft-brick', 'city-dusk', 'garden-bokeh', 'swiss-alps'))
);
--> statement-breakpoint
ALTER TABLE "handoffs" DROP CONSTRAINT "handoffs_state_known";--> statement-breakpoint
ALTER TABLE "headshots" ADD COLUMN "framing" jsonb;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "receipt_number" integer;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "form" text DEFAULT 'page' NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "declined_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "previews" ADD COLUMN "samples_wanted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "trainings" ADD COLUMN "selfie_ids" uuid[];--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "acquisition_asked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "style_samples" ADD CONSTRAINT "style_samples_person_id_previews_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."previews"("person_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "style_samples_by_image_key" ON "style_samples" USING btree ("image_key");--> statement-breakpoint
CREATE INDEX "directory_places_by_slug" ON "directory_places" USING btree ("slug" text_pattern_ops) WHERE "directory_places"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "directory_places_by_name_en" ON "directory_places" USING btree (lower("names" ->> 'en') text_pattern_ops) WHERE "directory_places"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "directory_places_by_name_de" ON "directory_places" USING btree (lower("names" ->> 'de') text_pattern_ops) WHERE "directory_places"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "directory_places_by_name_fr" ON "directory_places" USING btree (lower("names" ->> 'fr') text_pattern_ops) WHERE "directory_places"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "directory_places_by_name_es" ON "directory_places" USING btree (lower("names" ->> 'es') text_pattern_ops) WHERE "directory_places"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "directory_places_by_name_it" ON "directory_places" USING btree (lower("names" ->> 'it') text_pattern_ops) WHERE "directory_places"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "previews_without_samples" ON "previews" USING btree ("samples_wanted_at") WHERE "previews"."samples_wanted_at" is not null;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_receipt_number_unique" UNIQUE("receipt_number");--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_form_known" CHECK ("payments"."form" in ('page', 'embedded'));--> statement-breakpoint
ALTER TABLE "handoffs" ADD CONSTRAINT "handoffs_state_known" CHECK ("handoffs"."state" in ('issued', 'opened', 'finished', 'expired', 'revoked'));
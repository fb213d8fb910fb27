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
ALTER TABLE "previews" ADD COLUMN "samples_wanted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "style_samples" ADD CONSTRAINT "style_samples_person_id_previews_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."previews"("person_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "style_samples_by_image_key" ON "style_samples" USING btree ("image_key");--> statement-breakpoint
CREATE INDEX "previews_without_samples" ON "previews" USING btree ("samples_wanted_at") WHERE "previews"."samples_wanted_at" is not null;
ALTER TABLE "bundles" DROP CONSTRAINT "bundles_style_id_known";--> statement-breakpoint
ALTER TABLE "payments" DROP CONSTRAINT "payments_style_id_known";--> statement-breakpoint
ALTER TABLE "style_samples" DROP CONSTRAINT "style_samples_style_id_known";--> statement-breakpoint
ALTER TABLE "bundles" ADD COLUMN "look" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "lead_id" uuid;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "look" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "trainings" ADD COLUMN "needs" text;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_lead_id_payments_id_fk" FOREIGN KEY ("lead_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "bundles" ADD CONSTRAINT "bundles_style_id_known" CHECK ("bundles"."style_id" in ('studio-grey', 'studio-white', 'executive-navy', 'warm-canvas', 'bw-editorial', 'startup-color', 'office-daylight', 'library', 'loft-brick', 'city-dusk', 'garden-bokeh', 'swiss-alps', 'own-clothes', 'blazer', 'shirt', 'knit', 'black-tie', 'medical-coat', 'workshop-jacket')) NOT VALID;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_style_id_known" CHECK ("payments"."style_id" in ('studio-grey', 'studio-white', 'executive-navy', 'warm-canvas', 'bw-editorial', 'startup-color', 'office-daylight', 'library', 'loft-brick', 'city-dusk', 'garden-bokeh', 'swiss-alps', 'own-clothes', 'blazer', 'shirt', 'knit', 'black-tie', 'medical-coat', 'workshop-jacket')) NOT VALID;--> statement-breakpoint
ALTER TABLE "style_samples" ADD CONSTRAINT "style_samples_style_id_known" CHECK ("style_samples"."style_id" in ('studio-grey', 'studio-white', 'executive-navy', 'warm-canvas', 'bw-editorial', 'startup-color', 'office-daylight', 'library', 'loft-brick', 'city-dusk', 'garden-bokeh', 'swiss-alps', 'own-clothes', 'blazer', 'shirt', 'knit', 'black-tie', 'medical-coat', 'workshop-jacket')) NOT VALID;--> statement-breakpoint
ALTER TABLE "trainings" ADD CONSTRAINT "trainings_needs_known" CHECK ("trainings"."needs" in ('finishes', 'generates')) NOT VALID;
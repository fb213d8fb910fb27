ALTER TABLE "payments" ADD COLUMN "form" text DEFAULT 'page' NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "declined_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_form_known" CHECK ("payments"."form" in ('page', 'embedded'));
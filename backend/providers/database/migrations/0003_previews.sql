CREATE TABLE "previews" (
	"person_id" uuid PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"selfie_id" uuid NOT NULL,
	"quality" real NOT NULL,
	"wanted_at" timestamp (3) with time zone NOT NULL,
	"shown_selfie_id" uuid,
	"image_key" text,
	"width" integer,
	"height" integer,
	"sha256" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "previews" ADD CONSTRAINT "previews_person_id_persons_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."persons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "previews" ADD CONSTRAINT "previews_selfie_id_selfies_id_fk" FOREIGN KEY ("selfie_id") REFERENCES "public"."selfies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "previews_open" ON "previews" USING btree ("wanted_at") WHERE state = 'making';--> statement-breakpoint
CREATE INDEX "previews_by_selfie" ON "previews" USING btree ("selfie_id");--> statement-breakpoint
CREATE INDEX "previews_by_hash" ON "previews" USING btree ("sha256");
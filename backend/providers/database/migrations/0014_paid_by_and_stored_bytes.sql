CREATE TABLE "upload_grants" (
	"object_key" text PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "paid_by" text;--> statement-breakpoint
ALTER TABLE "upload_grants" ADD CONSTRAINT "upload_grants_person_id_persons_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."persons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "upload_grants_of_person" ON "upload_grants" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "upload_grants_by_age" ON "upload_grants" USING btree ("created_at");
CREATE TABLE "consent_events" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"person_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"version" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "consent_events_kind_known" CHECK ("consent_events"."kind" in ('granted', 'withdrawn'))
);
--> statement-breakpoint
CREATE TABLE "deletions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"uid" text,
	"address" text,
	"locale" text NOT NULL,
	"state" text NOT NULL,
	"person_ids" uuid[] DEFAULT '{}' NOT NULL,
	"models" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"person_count" integer DEFAULT 0 NOT NULL,
	"selfie_count" integer DEFAULT 0 NOT NULL,
	"headshot_count" integer DEFAULT 0 NOT NULL,
	"model_count" integer DEFAULT 0 NOT NULL,
	"share_count" integer DEFAULT 0 NOT NULL,
	"file_count" integer DEFAULT 0 NOT NULL,
	"kept_payment_count" integer DEFAULT 0 NOT NULL,
	"signed_off_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "deletions_locale_known" CHECK ("deletions"."locale" in ('en', 'de', 'fr', 'es', 'it')),
	CONSTRAINT "deletions_state_known" CHECK ("deletions"."state" in ('requested', 'emptied', 'signed_off', 'done')),
	CONSTRAINT "deletions_forget" CHECK (case when "deletions"."state" = 'done' then num_nonnulls("deletions"."uid", "deletions"."address") = 0 and "deletions"."person_ids" = '{}' else "deletions"."uid" is not null end)
);
--> statement-breakpoint
CREATE TABLE "retentions" (
	"person_id" uuid PRIMARY KEY NOT NULL,
	"deletes_at" timestamp (3) with time zone NOT NULL,
	"warned_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "consent_events" ADD CONSTRAINT "consent_events_person_id_persons_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."persons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retentions" ADD CONSTRAINT "retentions_person_id_persons_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."persons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "consents_of_person" ON "consent_events" USING btree ("person_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "deletion_of_user" ON "deletions" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "deletions_open" ON "deletions" USING btree ("created_at") WHERE "deletions"."state" in ('requested', 'emptied', 'signed_off');--> statement-breakpoint
CREATE INDEX "retentions_due" ON "retentions" USING btree ("deletes_at","person_id");
CREATE TABLE "person_deletions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"state" text NOT NULL,
	"person_id" uuid,
	"models" jsonb NOT NULL,
	"selfie_count" integer NOT NULL,
	"headshot_count" integer NOT NULL,
	"model_count" integer NOT NULL,
	"share_count" integer NOT NULL,
	"file_count" integer NOT NULL,
	"kept_payment_count" integer NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "person_deletions_state_known" CHECK ("person_deletions"."state" in ('requested', 'done'))
);
--> statement-breakpoint
ALTER TABLE "person_deletions" ADD CONSTRAINT "person_deletions_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "person_deletions_of_user" ON "person_deletions" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "person_deletions_open" ON "person_deletions" USING btree ("created_at") WHERE "person_deletions"."state" in ('requested');
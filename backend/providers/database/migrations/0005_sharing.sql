CREATE TABLE "bundle_feedback" (
	"bundle_id" uuid PRIMARY KEY NOT NULL,
	"rating" integer NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"wants_contact" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bundle_feedback_rating" CHECK ("bundle_feedback"."rating" between 1 and 5)
);
--> statement-breakpoint
CREATE TABLE "person_feedback" (
	"person_id" uuid PRIMARY KEY NOT NULL,
	"rating" integer NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"wants_contact" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "person_feedback_rating" CHECK ("person_feedback"."rating" between 1 and 5)
);
--> statement-breakpoint
CREATE TABLE "image_shares" (
	"id" uuid PRIMARY KEY NOT NULL,
	"headshot" text NOT NULL,
	"key_hash" text NOT NULL,
	"shows_name" boolean NOT NULL,
	"shows_before" boolean NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "image_shares_key_hash_unique" UNIQUE("key_hash")
);
--> statement-breakpoint
CREATE TABLE "recipient_ratings" (
	"recipient_id" uuid NOT NULL,
	"headshot" text NOT NULL,
	"rating" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "recipient_ratings_recipient_id_headshot_pk" PRIMARY KEY("recipient_id","headshot"),
	CONSTRAINT "recipient_ratings_rating_known" CHECK ("recipient_ratings"."rating" in ('none', 'liked', 'loved'))
);
--> statement-breakpoint
CREATE TABLE "recipients" (
	"id" uuid PRIMARY KEY NOT NULL,
	"share_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"creation_key" text,
	"name" text,
	"last_active_at" timestamp (3) with time zone,
	"is_reported" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "recipients_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "recipient_created_once" UNIQUE("share_id","creation_key")
);
--> statement-breakpoint
CREATE TABLE "votes" (
	"recipient_id" uuid NOT NULL,
	"first_headshot" text NOT NULL,
	"second_headshot" text NOT NULL,
	"prefers_first" boolean NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "votes_recipient_id_first_headshot_second_headshot_pk" PRIMARY KEY("recipient_id","first_headshot","second_headshot"),
	CONSTRAINT "votes_in_order" CHECK ("votes"."first_headshot" collate "C" < "votes"."second_headshot" collate "C")
);
--> statement-breakpoint
ALTER TABLE "shares" ADD COLUMN "shown_name" text;--> statement-breakpoint
ALTER TABLE "bundle_feedback" ADD CONSTRAINT "bundle_feedback_bundle_id_bundles_id_fk" FOREIGN KEY ("bundle_id") REFERENCES "public"."bundles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_feedback" ADD CONSTRAINT "person_feedback_person_id_persons_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."persons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "image_shares" ADD CONSTRAINT "image_shares_headshot_headshots_user_image_key_fk" FOREIGN KEY ("headshot") REFERENCES "public"."headshots"("user_image_key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recipient_ratings" ADD CONSTRAINT "recipient_ratings_recipient_id_recipients_id_fk" FOREIGN KEY ("recipient_id") REFERENCES "public"."recipients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recipient_ratings" ADD CONSTRAINT "recipient_ratings_headshot_headshots_user_image_key_fk" FOREIGN KEY ("headshot") REFERENCES "public"."headshots"("user_image_key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recipients" ADD CONSTRAINT "recipients_share_id_shares_id_fk" FOREIGN KEY ("share_id") REFERENCES "public"."shares"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "votes" ADD CONSTRAINT "votes_recipient_id_recipients_id_fk" FOREIGN KEY ("recipient_id") REFERENCES "public"."recipients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "votes" ADD CONSTRAINT "votes_first_headshot_headshots_user_image_key_fk" FOREIGN KEY ("first_headshot") REFERENCES "public"."headshots"("user_image_key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "votes" ADD CONSTRAINT "votes_second_headshot_headshots_user_image_key_fk" FOREIGN KEY ("second_headshot") REFERENCES "public"."headshots"("user_image_key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "image_shares_of_headshot" ON "image_shares" USING btree ("headshot");--> statement-breakpoint
CREATE INDEX "recipient_ratings_of_headshot" ON "recipient_ratings" USING btree ("headshot");--> statement-breakpoint
CREATE INDEX "recipients_of_share" ON "recipients" USING btree ("share_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "recipients_unreported" ON "recipients" USING btree ("last_active_at") WHERE not "recipients"."is_reported";--> statement-breakpoint
CREATE INDEX "votes_of_first" ON "votes" USING btree ("first_headshot");--> statement-breakpoint
CREATE INDEX "votes_of_second" ON "votes" USING btree ("second_headshot");
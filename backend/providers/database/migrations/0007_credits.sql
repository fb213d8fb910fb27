CREATE TABLE "acquisition_reports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"channel" text NOT NULL,
	"platform" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "acquisition_reports_channel_known" CHECK ("acquisition_reports"."channel" in ('tiktok', 'instagram', 'youtube', 'linkedin', 'other')),
	CONSTRAINT "acquisition_reports_platform_known" CHECK ("acquisition_reports"."platform" in ('website', 'ios', 'android', 'other'))
);
--> statement-breakpoint
CREATE TABLE "customer_interactions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"event" text NOT NULL,
	"platform" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "customer_interactions_event_known" CHECK ("customer_interactions"."event" in ('firstOpen', 'significantConversionStep1', 'significantConversionStep2', 'significantConversionStep3', 'purchaseOptionSeen')),
	CONSTRAINT "customer_interactions_platform_known" CHECK ("customer_interactions"."platform" in ('website', 'ios', 'android', 'other'))
);
--> statement-breakpoint
CREATE TABLE "social_shares" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"uid" text NOT NULL,
	"channel" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "social_shares_channel_known" CHECK ("social_shares"."channel" in ('tiktok', 'instagram', 'youtube', 'linkedin', 'other'))
);
--> statement-breakpoint
CREATE TABLE "usage_events" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"uid" text NOT NULL,
	"kind" text NOT NULL,
	"user_image_key" text,
	"bundle_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "usage_events_kind_known" CHECK ("usage_events"."kind" in ('upscaling_clicked', 'image_downloaded', 'results_clicked', 'referral_code_shared'))
);
--> statement-breakpoint
ALTER TABLE "social_shares" ADD CONSTRAINT "social_shares_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage_events" ADD CONSTRAINT "usage_events_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage_events" ADD CONSTRAINT "usage_events_user_image_key_headshots_user_image_key_fk" FOREIGN KEY ("user_image_key") REFERENCES "public"."headshots"("user_image_key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage_events" ADD CONSTRAINT "usage_events_bundle_id_bundles_id_fk" FOREIGN KEY ("bundle_id") REFERENCES "public"."bundles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "social_shares_of_user" ON "social_shares" USING btree ("uid","created_at");--> statement-breakpoint
CREATE INDEX "usage_of_user" ON "usage_events" USING btree ("uid","created_at");--> statement-breakpoint
CREATE INDEX "usage_of_headshot" ON "usage_events" USING btree ("user_image_key");--> statement-breakpoint
CREATE INDEX "usage_of_bundle" ON "usage_events" USING btree ("bundle_id");--> statement-breakpoint
ALTER TABLE "referral_codes" DROP COLUMN "mail_hash";
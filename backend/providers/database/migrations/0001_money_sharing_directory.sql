CREATE TABLE "consent_events" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"person_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"version" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "consent_events_kind_known" CHECK ("consent_events"."kind" in ('granted', 'withdrawn'))
);
--> statement-breakpoint
CREATE TABLE "data_exports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"state" text NOT NULL,
	"archive_key" text,
	"size_bytes" bigint,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "data_exports_state_known" CHECK ("data_exports"."state" in ('making', 'ready', 'failed')),
	CONSTRAINT "data_exports_size_bytes_min" CHECK ("data_exports"."size_bytes" >= 0),
	CONSTRAINT "data_exports_file_when_ready" CHECK (("data_exports"."state" = 'ready') = ("data_exports"."archive_key" is not null))
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
CREATE TABLE "credit_entries" (
	"uid" text NOT NULL,
	"ordinal" integer NOT NULL,
	"amount" integer NOT NULL,
	"balance" integer NOT NULL,
	"reason" text NOT NULL,
	"entry_key" text NOT NULL,
	"payment_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "credit_entries_uid_ordinal_pk" PRIMARY KEY("uid","ordinal"),
	CONSTRAINT "credit_entered_once" UNIQUE("uid","entry_key"),
	CONSTRAINT "credit_entries_reason_known" CHECK ("credit_entries"."reason" in ('referral', 'referral_reversed', 'social_share', 'granted', 'spent', 'returned')),
	CONSTRAINT "credit_entries_amount_some" CHECK ("credit_entries"."amount" <> 0),
	CONSTRAINT "credit_entries_balance_min" CHECK ("credit_entries"."balance" >= 0)
);
--> statement-breakpoint
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
CREATE TABLE "directory_countries" (
	"id" text PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"names" jsonb DEFAULT '{}' NOT NULL,
	"is_sample" boolean NOT NULL,
	"population" bigint NOT NULL,
	"city_count" integer DEFAULT 0 NOT NULL,
	"listed_city_count" integer DEFAULT 0 NOT NULL,
	"listing_count" integer DEFAULT 0 NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "directory_countries_slug_unique" UNIQUE("slug"),
	CONSTRAINT "directory_countries_population_min" CHECK ("directory_countries"."population" >= 0),
	CONSTRAINT "directory_countries_listing_count_min" CHECK ("directory_countries"."listing_count" >= 0)
);
--> statement-breakpoint
CREATE TABLE "directory_imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"owner" uuid NOT NULL,
	"digest" text NOT NULL,
	"step" text NOT NULL,
	"position" integer NOT NULL,
	"counts" jsonb NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "directory_imports_state_known" CHECK ("directory_imports"."state" in ('running', 'finished', 'abandoned'))
);
--> statement-breakpoint
CREATE TABLE "directory_places" (
	"id" text PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"country_id" text NOT NULL,
	"region" text,
	"name" text NOT NULL,
	"names" jsonb DEFAULT '{}' NOT NULL,
	"latitude" double precision NOT NULL,
	"longitude" double precision NOT NULL,
	"cell" integer NOT NULL,
	"population" bigint NOT NULL,
	"slug_base" text NOT NULL,
	"slug" text,
	"listing_count" integer DEFAULT 0 NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"withdrawn_at" timestamp (3) with time zone,
	CONSTRAINT "directory_place_slug" UNIQUE("country_id","slug"),
	CONSTRAINT "directory_places_source_known" CHECK ("directory_places"."source" in ('geonames', 'sample')),
	CONSTRAINT "directory_places_population_min" CHECK ("directory_places"."population" >= 0),
	CONSTRAINT "directory_places_listing_count_min" CHECK ("directory_places"."listing_count" >= 0)
);
--> statement-breakpoint
CREATE TABLE "directory_rejects" (
	"import_id" uuid NOT NULL,
	"file" text NOT NULL,
	"line" integer NOT NULL,
	"reason" text NOT NULL,
	"excerpt" text NOT NULL,
	CONSTRAINT "directory_rejects_import_id_file_line_pk" PRIMARY KEY("import_id","file","line")
);
--> statement-breakpoint
CREATE TABLE "directory_seen" (
	"import_id" uuid NOT NULL,
	"id" text NOT NULL,
	CONSTRAINT "directory_seen_import_id_id_pk" PRIMARY KEY("import_id","id")
);
--> statement-breakpoint
CREATE TABLE "directory_staged_names" (
	"place_id" text NOT NULL,
	"locale" text NOT NULL,
	"name" text NOT NULL,
	"rank" integer NOT NULL,
	"number" bigint NOT NULL,
	CONSTRAINT "directory_staged_names_place_id_locale_pk" PRIMARY KEY("place_id","locale"),
	CONSTRAINT "directory_staged_names_locale_known" CHECK ("directory_staged_names"."locale" in ('en', 'de', 'fr', 'es', 'it')),
	CONSTRAINT "directory_staged_names_name_min" CHECK ("directory_staged_names"."name" <> '')
);
--> statement-breakpoint
CREATE TABLE "operator_photographers" (
	"id" text PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"latitude" double precision NOT NULL,
	"longitude" double precision NOT NULL,
	"cell" integer NOT NULL,
	"place_id" text,
	"street" text,
	"house_number" text,
	"postcode" text,
	"locality" text,
	"website" text,
	"phone" text,
	"email" text,
	"opening_hours" text,
	"wheelchair" text,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "operator_photographers_source_known" CHECK ("operator_photographers"."source" in ('operator', 'sample')),
	CONSTRAINT "operator_photographers_kind_known" CHECK ("operator_photographers"."kind" in ('photographer', 'photo_shop')),
	CONSTRAINT "operator_photographers_wheelchair_known" CHECK ("operator_photographers"."wheelchair" in ('yes', 'limited', 'no', 'designated'))
);
--> statement-breakpoint
CREATE TABLE "osm_photographers" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"latitude" double precision NOT NULL,
	"longitude" double precision NOT NULL,
	"cell" integer NOT NULL,
	"place_id" text,
	"street" text,
	"house_number" text,
	"postcode" text,
	"locality" text,
	"website" text,
	"phone" text,
	"email" text,
	"opening_hours" text,
	"wheelchair" text,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "osm_photographers_kind_known" CHECK ("osm_photographers"."kind" in ('photographer', 'photo_shop')),
	CONSTRAINT "osm_photographers_wheelchair_known" CHECK ("osm_photographers"."wheelchair" in ('yes', 'limited', 'no', 'designated'))
);
--> statement-breakpoint
CREATE TABLE "directory_corrections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"listing_id" text NOT NULL,
	"listing_name" text NOT NULL,
	"request" text NOT NULL,
	"state" text NOT NULL,
	"email" text,
	"message" text NOT NULL,
	"fields" jsonb NOT NULL,
	"token_hash" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"decided_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "directory_corrections_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "directory_corrections_request_known" CHECK ("directory_corrections"."request" in ('correct', 'remove')),
	CONSTRAINT "directory_corrections_state_known" CHECK ("directory_corrections"."state" in ('requested', 'open', 'accepted', 'rejected', 'removed', 'restored', 'expired'))
);
--> statement-breakpoint
CREATE TABLE "directory_overrides" (
	"listing_id" text PRIMARY KEY NOT NULL,
	"fields" jsonb NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "directory_suppressions" (
	"listing_id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "discount_redemptions" (
	"payment_id" uuid PRIMARY KEY NOT NULL,
	"discount_id" uuid NOT NULL,
	"uid" text,
	"state" text NOT NULL,
	"cut_amount_minor" integer NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "discount_redemptions_state_known" CHECK ("discount_redemptions"."state" in ('reserved', 'consumed', 'released')),
	CONSTRAINT "discount_redemptions_cut_amount_minor_min" CHECK ("discount_redemptions"."cut_amount_minor" >= 1)
);
--> statement-breakpoint
CREATE TABLE "discounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"code_hash" text NOT NULL,
	"label" text NOT NULL,
	"percent" integer,
	"amount_minor" integer,
	"minimum_amount_minor" integer DEFAULT 0 NOT NULL,
	"is_first_bundle_only" boolean DEFAULT false NOT NULL,
	"uses_max" integer,
	"uses_per_user_max" integer,
	"expires_at" timestamp (3) with time zone,
	"disabled_at" timestamp (3) with time zone,
	"order_reference" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "discounts_code_hash_unique" UNIQUE("code_hash"),
	CONSTRAINT "discounts_order_reference_unique" UNIQUE("order_reference"),
	CONSTRAINT "discounts_one_value" CHECK (num_nonnulls("discounts"."percent", "discounts"."amount_minor") = 1),
	CONSTRAINT "discounts_percent_range" CHECK ("discounts"."percent" between 1 and 100),
	CONSTRAINT "discounts_amount_minor_min" CHECK ("discounts"."amount_minor" >= 1),
	CONSTRAINT "discounts_minimum_amount_minor_min" CHECK ("discounts"."minimum_amount_minor" >= 0),
	CONSTRAINT "discounts_uses_max_min" CHECK ("discounts"."uses_max" >= 0),
	CONSTRAINT "discounts_uses_per_user_max_min" CHECK ("discounts"."uses_per_user_max" >= 1)
);
--> statement-breakpoint
CREATE TABLE "generated_files" (
	"sha256" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"made_on" date NOT NULL,
	CONSTRAINT "generated_files_kind_known" CHECK ("generated_files"."kind" in ('headshot', 'preview', 'export', 'upscale'))
);
--> statement-breakpoint
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
CREATE TABLE "mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"occasion" text NOT NULL,
	"template" text NOT NULL,
	"locale" text NOT NULL,
	"uid" text,
	"address" text,
	"data" jsonb,
	"state" text NOT NULL,
	"failure" text,
	"sent_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mails_occasion_unique" UNIQUE("occasion"),
	CONSTRAINT "mails_template_known" CHECK ("mails"."template" in ('headshots-ready', 'training-failed-refunded', 'receipt', 'payment-refunded', 'share-vote-summary', 'retention-warning', 'deletion-receipt', 'export-ready', 'withdrawal-confirmation', 'withdrawal-receipt', 'b2b-code', 'directory-confirmation')),
	CONSTRAINT "mails_locale_known" CHECK ("mails"."locale" in ('en', 'de', 'fr', 'es', 'it')),
	CONSTRAINT "mails_state_known" CHECK ("mails"."state" in ('queued', 'sent', 'failed')),
	CONSTRAINT "mails_failure_known" CHECK ("mails"."failure" in ('no_recipient', 'refused', 'attempts_exhausted')),
	CONSTRAINT "mails_content_while_queued" CHECK (case when "mails"."state" = 'queued' then "mails"."data" is not null and ("mails"."uid" is null) <> ("mails"."address" is null) else "mails"."data" is null and "mails"."address" is null end)
);
--> statement-breakpoint
CREATE TABLE "archives" (
	"id" uuid PRIMARY KEY NOT NULL,
	"bundle_id" uuid NOT NULL,
	"preset" text NOT NULL,
	"state" text NOT NULL,
	"contents" text NOT NULL,
	"made_count" integer DEFAULT 0 NOT NULL,
	"total_count" integer NOT NULL,
	"file_key" text,
	"size_bytes" integer,
	"wanted_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "archive_once" UNIQUE("bundle_id","preset"),
	CONSTRAINT "archives_preset_known" CHECK ("archives"."preset" in ('original', 'linkedin-400', 'xing-1024', 'cv-germany-switzerland', 'cv-france', 'cv-spain-italy', 'email-signature', 'round-avatar', 'print-sheet-a6')),
	CONSTRAINT "archives_state_known" CHECK ("archives"."state" in ('making', 'ready', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "headshot_files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_image_key" text NOT NULL,
	"format" text NOT NULL,
	"state" text NOT NULL,
	"progress" integer DEFAULT 0 NOT NULL,
	"file_key" text,
	"size_bytes" integer,
	"width_px" integer,
	"height_px" integer,
	"sha256" text,
	"wanted_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "headshot_file_once" UNIQUE("user_image_key","format"),
	CONSTRAINT "headshot_files_format_known" CHECK ("headshot_files"."format" in ('original', 'linkedin-400', 'xing-1024', 'cv-germany-switzerland', 'cv-france', 'cv-spain-italy', 'email-signature', 'round-avatar', 'print-sheet-a6', 'upscale-2x', 'upscale-4x')),
	CONSTRAINT "headshot_files_state_known" CHECK ("headshot_files"."state" in ('making', 'ready', 'failed')),
	CONSTRAINT "headshot_files_progress_min" CHECK ("headshot_files"."progress" >= 0)
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
	"hook" text NOT NULL,
	"event_id" text NOT NULL,
	"type" text NOT NULL,
	"reference" text,
	"payment_reference" text,
	"happened_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_events_hook_event_id_pk" PRIMARY KEY("hook","event_id"),
	CONSTRAINT "payment_events_hook_known" CHECK ("payment_events"."hook" in ('orders', 'seats'))
);
--> statement-breakpoint
CREATE TABLE "handoffs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"session_hash" text,
	"state" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "handoffs_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "handoffs_session_hash_unique" UNIQUE("session_hash"),
	CONSTRAINT "handoffs_state_known" CHECK ("handoffs"."state" in ('issued', 'opened', 'expired', 'revoked'))
);
--> statement-breakpoint
CREATE TABLE "referral_codes" (
	"uid" text PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "referral_codes_code_unique" UNIQUE("code")
);
--> statement-breakpoint
CREATE TABLE "referrals" (
	"uid" text PRIMARY KEY NOT NULL,
	"referrer_uid" text NOT NULL,
	"rewarded_credits" integer DEFAULT 0 NOT NULL,
	"payment_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "referrals_payment_id_unique" UNIQUE("payment_id"),
	CONSTRAINT "referrals_of_another" CHECK ("referrals"."uid" <> "referrals"."referrer_uid"),
	CONSTRAINT "referrals_rewarded_credits_min" CHECK ("referrals"."rewarded_credits" >= 0)
);
--> statement-breakpoint
CREATE TABLE "seat_orders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"provider_reference" text NOT NULL,
	"seat_count" integer NOT NULL,
	"amount_minor" integer NOT NULL,
	"currency" text NOT NULL,
	"locale" text NOT NULL,
	"refunded_amount_minor" integer DEFAULT 0 NOT NULL,
	"disabled_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "seat_order_of_provider" UNIQUE("provider","provider_reference"),
	CONSTRAINT "seat_orders_provider_known" CHECK ("seat_orders"."provider" in ('free', 'stripe', 'credits')),
	CONSTRAINT "seat_orders_locale_known" CHECK ("seat_orders"."locale" in ('en', 'de', 'fr', 'es', 'it')),
	CONSTRAINT "seat_orders_seat_count_min" CHECK ("seat_orders"."seat_count" >= 1),
	CONSTRAINT "seat_orders_amount_minor_min" CHECK ("seat_orders"."amount_minor" >= 0),
	CONSTRAINT "seat_orders_refunded_amount_minor_min" CHECK ("seat_orders"."refunded_amount_minor" >= 0)
);
--> statement-breakpoint
CREATE TABLE "flaw_reports" (
	"user_image_key" text PRIMARY KEY NOT NULL,
	"bundle_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"text" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "flaw_reports_reason_known" CHECK ("flaw_reports"."reason" in ('not_like_me', 'eyes', 'mouth', 'ears', 'hair', 'skin', 'clothes', 'background', 'other'))
);
--> statement-breakpoint
CREATE TABLE "rerolls" (
	"id" uuid PRIMARY KEY NOT NULL,
	"bundle_id" uuid NOT NULL,
	"user_image_key" text NOT NULL,
	"replaced_shot_index" integer NOT NULL,
	"is_for_flaw" boolean NOT NULL,
	"state" text NOT NULL,
	"shot_index" integer,
	"engine_job_id" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"new_user_image_key" text,
	"request_key" text,
	"deadline_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reroll_asked_once" UNIQUE("bundle_id","request_key"),
	CONSTRAINT "rerolls_state_known" CHECK ("rerolls"."state" in ('queued', 'making', 'done', 'failed')),
	CONSTRAINT "rerolls_attempts_min" CHECK ("rerolls"."attempts" >= 0)
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
	"reported_at" timestamp (3) with time zone,
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
CREATE TABLE "withdrawals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"state" text NOT NULL,
	"email" text,
	"order_reference" text NOT NULL,
	"locale" text NOT NULL,
	"payment_id" uuid,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "withdrawals_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "withdrawals_state_known" CHECK ("withdrawals"."state" in ('requested', 'confirmed', 'expired')),
	CONSTRAINT "withdrawals_locale_known" CHECK ("withdrawals"."locale" in ('en', 'de', 'fr', 'es', 'it'))
);
--> statement-breakpoint
ALTER TABLE "payments" DROP CONSTRAINT "payments_provider_known";--> statement-breakpoint
ALTER TABLE "bundles" ADD COLUMN "frozen_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "headshots" ADD COLUMN "is_favourite" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "order_reference" text DEFAULT upper(substr(replace(gen_random_uuid()::text, '-', ''), 1, 5) || '-' || substr(replace(gen_random_uuid()::text, '-', ''), 1, 5)) NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "locale" text DEFAULT 'en' NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "credit_amount" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "refund_reason" text;--> statement-breakpoint
ALTER TABLE "selfies" ADD COLUMN "handoff_id" uuid;--> statement-breakpoint
ALTER TABLE "shares" ADD COLUMN "shown_name" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "locale" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "currency" text;--> statement-breakpoint
ALTER TABLE "consent_events" ADD CONSTRAINT "consent_events_person_id_persons_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."persons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_exports" ADD CONSTRAINT "data_exports_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retentions" ADD CONSTRAINT "retentions_person_id_persons_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."persons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_entries" ADD CONSTRAINT "credit_entries_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_entries" ADD CONSTRAINT "credit_entries_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_deletions" ADD CONSTRAINT "person_deletions_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "directory_places" ADD CONSTRAINT "directory_places_country_id_directory_countries_id_fk" FOREIGN KEY ("country_id") REFERENCES "public"."directory_countries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "directory_rejects" ADD CONSTRAINT "directory_rejects_import_id_directory_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."directory_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "directory_seen" ADD CONSTRAINT "directory_seen_import_id_directory_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."directory_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operator_photographers" ADD CONSTRAINT "operator_photographers_place_id_directory_places_id_fk" FOREIGN KEY ("place_id") REFERENCES "public"."directory_places"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "osm_photographers" ADD CONSTRAINT "osm_photographers_place_id_directory_places_id_fk" FOREIGN KEY ("place_id") REFERENCES "public"."directory_places"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discount_redemptions" ADD CONSTRAINT "discount_redemptions_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discount_redemptions" ADD CONSTRAINT "discount_redemptions_discount_id_discounts_id_fk" FOREIGN KEY ("discount_id") REFERENCES "public"."discounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discount_redemptions" ADD CONSTRAINT "discount_redemptions_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bundle_feedback" ADD CONSTRAINT "bundle_feedback_bundle_id_bundles_id_fk" FOREIGN KEY ("bundle_id") REFERENCES "public"."bundles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_feedback" ADD CONSTRAINT "person_feedback_person_id_persons_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."persons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "archives" ADD CONSTRAINT "archives_bundle_id_bundles_id_fk" FOREIGN KEY ("bundle_id") REFERENCES "public"."bundles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "headshot_files" ADD CONSTRAINT "headshot_files_user_image_key_headshots_user_image_key_fk" FOREIGN KEY ("user_image_key") REFERENCES "public"."headshots"("user_image_key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "handoffs" ADD CONSTRAINT "handoffs_person_id_persons_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."persons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referral_codes" ADD CONSTRAINT "referral_codes_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referrals" ADD CONSTRAINT "referrals_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referrals" ADD CONSTRAINT "referrals_referrer_uid_users_uid_fk" FOREIGN KEY ("referrer_uid") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referrals" ADD CONSTRAINT "referrals_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flaw_reports" ADD CONSTRAINT "flaw_reports_bundle_id_bundles_id_fk" FOREIGN KEY ("bundle_id") REFERENCES "public"."bundles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rerolls" ADD CONSTRAINT "rerolls_bundle_id_bundles_id_fk" FOREIGN KEY ("bundle_id") REFERENCES "public"."bundles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "image_shares" ADD CONSTRAINT "image_shares_headshot_headshots_user_image_key_fk" FOREIGN KEY ("headshot") REFERENCES "public"."headshots"("user_image_key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recipient_ratings" ADD CONSTRAINT "recipient_ratings_recipient_id_recipients_id_fk" FOREIGN KEY ("recipient_id") REFERENCES "public"."recipients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recipient_ratings" ADD CONSTRAINT "recipient_ratings_headshot_headshots_user_image_key_fk" FOREIGN KEY ("headshot") REFERENCES "public"."headshots"("user_image_key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recipients" ADD CONSTRAINT "recipients_share_id_shares_id_fk" FOREIGN KEY ("share_id") REFERENCES "public"."shares"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "votes" ADD CONSTRAINT "votes_recipient_id_recipients_id_fk" FOREIGN KEY ("recipient_id") REFERENCES "public"."recipients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "votes" ADD CONSTRAINT "votes_first_headshot_headshots_user_image_key_fk" FOREIGN KEY ("first_headshot") REFERENCES "public"."headshots"("user_image_key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "votes" ADD CONSTRAINT "votes_second_headshot_headshots_user_image_key_fk" FOREIGN KEY ("second_headshot") REFERENCES "public"."headshots"("user_image_key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "social_shares" ADD CONSTRAINT "social_shares_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage_events" ADD CONSTRAINT "usage_events_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage_events" ADD CONSTRAINT "usage_events_user_image_key_headshots_user_image_key_fk" FOREIGN KEY ("user_image_key") REFERENCES "public"."headshots"("user_image_key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage_events" ADD CONSTRAINT "usage_events_bundle_id_bundles_id_fk" FOREIGN KEY ("bundle_id") REFERENCES "public"."bundles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "consents_of_person" ON "consent_events" USING btree ("person_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "data_exports_by_archive_key" ON "data_exports" USING btree ("archive_key");--> statement-breakpoint
CREATE UNIQUE INDEX "data_export_of_user" ON "data_exports" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "data_exports_due" ON "data_exports" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "data_exports_open" ON "data_exports" USING btree ("created_at") WHERE "data_exports"."state" in ('making');--> statement-breakpoint
CREATE UNIQUE INDEX "deletion_of_user" ON "deletions" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "deletions_open" ON "deletions" USING btree ("created_at") WHERE "deletions"."state" in ('requested', 'emptied', 'signed_off');--> statement-breakpoint
CREATE INDEX "retentions_due" ON "retentions" USING btree ("deletes_at","person_id");--> statement-breakpoint
CREATE INDEX "credit_entries_of_payment" ON "credit_entries" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "person_deletions_of_user" ON "person_deletions" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "person_deletions_open" ON "person_deletions" USING btree ("created_at") WHERE "person_deletions"."state" in ('requested');--> statement-breakpoint
CREATE UNIQUE INDEX "directory_import_running" ON "directory_imports" USING btree ("state") WHERE "directory_imports"."state" in ('running');--> statement-breakpoint
CREATE INDEX "directory_imports_by_start" ON "directory_imports" USING btree ("started_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "directory_places_by_size" ON "directory_places" USING btree ("country_id","population" DESC NULLS LAST,"id") WHERE "directory_places"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "directory_places_listed_by_size" ON "directory_places" USING btree ("country_id","population" DESC NULLS LAST,"id") WHERE "directory_places"."withdrawn_at" is null and "directory_places"."listing_count" > 0;--> statement-breakpoint
CREATE INDEX "directory_places_of_country" ON "directory_places" USING btree ("country_id","id") WHERE "directory_places"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "directory_places_listed" ON "directory_places" USING btree ("id") WHERE "directory_places"."withdrawn_at" is null and "directory_places"."listing_count" > 0;--> statement-breakpoint
CREATE INDEX "directory_places_by_cell" ON "directory_places" USING btree ("cell") WHERE "directory_places"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "directory_places_listed_by_cell" ON "directory_places" USING btree ("cell") WHERE "directory_places"."withdrawn_at" is null and "directory_places"."listing_count" > 0;--> statement-breakpoint
CREATE INDEX "directory_places_without_slug" ON "directory_places" USING btree ("country_id","population" DESC NULLS LAST,"id") WHERE "directory_places"."slug" is null;--> statement-breakpoint
CREATE INDEX "operator_photographers_by_cell" ON "operator_photographers" USING btree ("cell");--> statement-breakpoint
CREATE INDEX "operator_photographers_of_place" ON "operator_photographers" USING btree ("place_id");--> statement-breakpoint
CREATE INDEX "operator_photographers_of_source" ON "operator_photographers" USING btree ("source","id");--> statement-breakpoint
CREATE INDEX "osm_photographers_by_cell" ON "osm_photographers" USING btree ("cell");--> statement-breakpoint
CREATE INDEX "osm_photographers_of_place" ON "osm_photographers" USING btree ("place_id");--> statement-breakpoint
CREATE INDEX "directory_corrections_by_state" ON "directory_corrections" USING btree ("state","created_at","id");--> statement-breakpoint
CREATE INDEX "directory_corrections_of_mail" ON "directory_corrections" USING btree ("email","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "directory_corrections_of_listing" ON "directory_corrections" USING btree ("listing_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "directory_corrections_unconfirmed" ON "directory_corrections" USING btree ("expires_at","id") WHERE "directory_corrections"."state" in ('requested');--> statement-breakpoint
CREATE INDEX "directory_corrections_with_mail" ON "directory_corrections" USING btree ("decided_at","id") WHERE "directory_corrections"."decided_at" is not null and "directory_corrections"."email" is not null;--> statement-breakpoint
CREATE INDEX "redemptions_of_discount" ON "discount_redemptions" USING btree ("discount_id","uid") WHERE "discount_redemptions"."state" in ('reserved', 'consumed');--> statement-breakpoint
CREATE INDEX "redemptions_of_user" ON "discount_redemptions" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "redemptions_reserved" ON "discount_redemptions" USING btree ("expires_at") WHERE "discount_redemptions"."state" in ('reserved');--> statement-breakpoint
CREATE INDEX "discounts_latest" ON "discounts" USING btree ("created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "mails_of_user" ON "mails" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "mails_by_age" ON "mails" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "mails_open" ON "mails" USING btree ("created_at") WHERE "mails"."state" in ('queued');--> statement-breakpoint
CREATE UNIQUE INDEX "archives_by_file_key" ON "archives" USING btree ("file_key");--> statement-breakpoint
CREATE INDEX "archives_by_age" ON "archives" USING btree ("wanted_at");--> statement-breakpoint
CREATE UNIQUE INDEX "headshot_files_by_file_key" ON "headshot_files" USING btree ("file_key");--> statement-breakpoint
CREATE INDEX "headshot_files_open" ON "headshot_files" USING btree ("wanted_at") WHERE "headshot_files"."state" in ('making');--> statement-breakpoint
CREATE INDEX "handoffs_of_person" ON "handoffs" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "handoffs_open" ON "handoffs" USING btree ("expires_at") WHERE "handoffs"."state" in ('issued', 'opened');--> statement-breakpoint
CREATE INDEX "referrals_of_referrer" ON "referrals" USING btree ("referrer_uid");--> statement-breakpoint
CREATE INDEX "flaw_reports_of_bundle" ON "flaw_reports" USING btree ("bundle_id");--> statement-breakpoint
CREATE UNIQUE INDEX "reroll_open_once" ON "rerolls" USING btree ("user_image_key") WHERE "rerolls"."state" in ('queued', 'making');--> statement-breakpoint
CREATE INDEX "rerolls_of_bundle" ON "rerolls" USING btree ("bundle_id","created_at");--> statement-breakpoint
CREATE INDEX "rerolls_by_result" ON "rerolls" USING btree ("new_user_image_key");--> statement-breakpoint
CREATE INDEX "rerolls_open" ON "rerolls" USING btree ("deadline_at") WHERE "rerolls"."state" in ('queued', 'making');--> statement-breakpoint
CREATE INDEX "image_shares_of_headshot" ON "image_shares" USING btree ("headshot");--> statement-breakpoint
CREATE INDEX "recipient_ratings_of_headshot" ON "recipient_ratings" USING btree ("headshot");--> statement-breakpoint
CREATE INDEX "recipients_of_share" ON "recipients" USING btree ("share_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "recipients_unreported" ON "recipients" USING btree ("share_id") WHERE "recipients"."reported_at" is distinct from "recipients"."last_active_at";--> statement-breakpoint
CREATE INDEX "votes_of_first" ON "votes" USING btree ("first_headshot");--> statement-breakpoint
CREATE INDEX "votes_of_second" ON "votes" USING btree ("second_headshot");--> statement-breakpoint
CREATE INDEX "social_shares_of_user" ON "social_shares" USING btree ("uid","created_at");--> statement-breakpoint
CREATE INDEX "usage_of_user" ON "usage_events" USING btree ("uid","created_at");--> statement-breakpoint
CREATE INDEX "usage_of_headshot" ON "usage_events" USING btree ("user_image_key");--> statement-breakpoint
CREATE INDEX "usage_of_bundle" ON "usage_events" USING btree ("bundle_id");--> statement-breakpoint
CREATE INDEX "withdrawals_requested" ON "withdrawals" USING btree ("expires_at") WHERE "withdrawals"."state" in ('requested');--> statement-breakpoint
CREATE INDEX "withdrawals_of_payment" ON "withdrawals" USING btree ("payment_id");--> statement-breakpoint
ALTER TABLE "selfies" ADD CONSTRAINT "selfies_handoff_id_handoffs_id_fk" FOREIGN KEY ("handoff_id") REFERENCES "public"."handoffs"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "headshot_favourite_once" ON "headshots" USING btree ("bundle_id") WHERE "headshots"."is_favourite";--> statement-breakpoint
-- Purchases begun side by side before: the newest goes on.
UPDATE "payments" SET "state" = 'expired' WHERE "state" in ('created', 'pending') AND "includes_training" AND EXISTS (SELECT 1 FROM "payments" AS "newer" WHERE "newer"."person_id" = "payments"."person_id" AND "newer"."includes_training" AND "newer"."state" in ('created', 'pending') AND ("newer"."created_at", "newer"."id") > ("payments"."created_at", "payments"."id"));--> statement-breakpoint
CREATE UNIQUE INDEX "payment_of_training_open_once" ON "payments" USING btree ("person_id") WHERE "payments"."state" in ('created', 'pending') and "payments"."includes_training";--> statement-breakpoint
CREATE INDEX "payments_disputed" ON "payments" USING btree ("uid") WHERE "payments"."state" in ('disputed');--> statement-breakpoint
CREATE INDEX "selfies_of_handoff" ON "selfies" USING btree ("handoff_id");--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_reference_unique" UNIQUE("order_reference");--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_locale_known" CHECK ("payments"."locale" in ('en', 'de', 'fr', 'es', 'it'));--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_refund_reason_known" CHECK ("payments"."refund_reason" in ('guarantee', 'withdrawal', 'unfulfilled', 'selfies', 'technical'));--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_credit_amount_min" CHECK ("payments"."credit_amount" >= 0);--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_provider_known" CHECK ("payments"."provider" in ('free', 'stripe', 'credits'));--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_locale_known" CHECK ("users"."locale" in ('en', 'de', 'fr', 'es', 'it'));--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_currency_known" CHECK ("users"."currency" in ('USD', 'EUR'));--> statement-breakpoint
-- What was made and agreed to before these tables stood.
INSERT INTO "generated_files" ("sha256", "kind", "made_on") SELECT "sha256", 'headshot', "created_at"::date FROM "headshots" ON CONFLICT DO NOTHING;--> statement-breakpoint
INSERT INTO "generated_files" ("sha256", "kind", "made_on") SELECT "sha256", 'preview', "updated_at"::date FROM "previews" WHERE "sha256" IS NOT NULL ON CONFLICT DO NOTHING;--> statement-breakpoint
INSERT INTO "consent_events" ("person_id", "kind", "version", "created_at") SELECT "id", 'granted', "consent_version", coalesce("consented_at", "created_at") FROM "persons" WHERE "consent_version" IS NOT NULL;

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
CREATE TABLE "referral_codes" (
	"uid" text PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"mail_hash" text,
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
ALTER TABLE "credit_entries" ADD CONSTRAINT "credit_entries_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_entries" ADD CONSTRAINT "credit_entries_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discount_redemptions" ADD CONSTRAINT "discount_redemptions_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discount_redemptions" ADD CONSTRAINT "discount_redemptions_discount_id_discounts_id_fk" FOREIGN KEY ("discount_id") REFERENCES "public"."discounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discount_redemptions" ADD CONSTRAINT "discount_redemptions_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referral_codes" ADD CONSTRAINT "referral_codes_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referrals" ADD CONSTRAINT "referrals_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referrals" ADD CONSTRAINT "referrals_referrer_uid_users_uid_fk" FOREIGN KEY ("referrer_uid") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referrals" ADD CONSTRAINT "referrals_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "credit_entries_of_payment" ON "credit_entries" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "redemptions_of_discount" ON "discount_redemptions" USING btree ("discount_id","uid") WHERE "discount_redemptions"."state" in ('reserved', 'consumed');--> statement-breakpoint
CREATE INDEX "redemptions_of_user" ON "discount_redemptions" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "redemptions_reserved" ON "discount_redemptions" USING btree ("expires_at") WHERE "discount_redemptions"."state" in ('reserved');--> statement-breakpoint
CREATE INDEX "discounts_latest" ON "discounts" USING btree ("created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "referrals_of_referrer" ON "referrals" USING btree ("referrer_uid");
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
ALTER TABLE "payments" ADD COLUMN "order_reference" text DEFAULT upper(substr(replace(gen_random_uuid()::text, '-', ''), 1, 5) || '-' || substr(replace(gen_random_uuid()::text, '-', ''), 1, 5)) NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "locale" text DEFAULT 'en' NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "credit_amount" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "withdrawals_requested" ON "withdrawals" USING btree ("expires_at") WHERE "withdrawals"."state" in ('requested');--> statement-breakpoint
CREATE INDEX "withdrawals_of_payment" ON "withdrawals" USING btree ("payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_of_training_open_once" ON "payments" USING btree ("person_id") WHERE "payments"."state" in ('created', 'pending') and "payments"."includes_training";--> statement-breakpoint
CREATE INDEX "payments_disputed" ON "payments" USING btree ("uid") WHERE "payments"."state" in ('disputed');--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_reference_unique" UNIQUE("order_reference");--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_locale_known" CHECK ("payments"."locale" in ('en', 'de', 'fr', 'es', 'it'));--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_credit_amount_min" CHECK ("payments"."credit_amount" >= 0);--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_provider_known" CHECK ("payments"."provider" in ('free', 'stripe', 'credits'));
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
ALTER TABLE "users" ADD COLUMN "locale" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "currency" text;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mails_of_user" ON "mails" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "mails_by_age" ON "mails" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "mails_open" ON "mails" USING btree ("created_at") WHERE "mails"."state" in ('queued');--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_locale_known" CHECK ("users"."locale" in ('en', 'de', 'fr', 'es', 'it'));--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_currency_known" CHECK ("users"."currency" in ('USD', 'EUR'));
CREATE TABLE "operator_actions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"command" text NOT NULL,
	"subject" text,
	"why" text NOT NULL,
	"operator" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pauses" (
	"name" text PRIMARY KEY NOT NULL,
	"is_paused" boolean NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "review_items" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"reference" text NOT NULL,
	"detail" text DEFAULT '' NOT NULL,
	"state" text NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"told_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "review_item_once" UNIQUE("kind","subject"),
	CONSTRAINT "review_items_kind_known" CHECK ("review_items"."kind" in ('withdrawal', 'dispute_lost', 'refund_failed', 'deletion_unconfirmed', 'mail_given_up')),
	CONSTRAINT "review_items_state_known" CHECK ("review_items"."state" in ('open', 'done'))
);
--> statement-breakpoint
ALTER TABLE "mails" DROP CONSTRAINT "mails_template_known";--> statement-breakpoint
ALTER TABLE "mails" DROP CONSTRAINT "mails_content_while_queued";--> statement-breakpoint
ALTER TABLE "payments" DROP CONSTRAINT "payments_refund_reason_known";--> statement-breakpoint
CREATE INDEX "operator_actions_by_age" ON "operator_actions" USING btree ("created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "operator_actions_of_subject" ON "operator_actions" USING btree ("subject");--> statement-breakpoint
CREATE INDEX "review_items_open" ON "review_items" USING btree ("opened_at") WHERE "review_items"."state" in ('open');--> statement-breakpoint
UPDATE "mails" SET "template" = 'operator-review', "data" = jsonb_build_object('kind', 'withdrawal', 'itemId', "data" ->> 'withdrawalId', 'reference', "data" ->> 'reference', 'since', "data" ->> 'receivedAt') WHERE "template" = 'withdrawal-review' AND "state" = 'queued';--> statement-breakpoint
UPDATE "mails" SET "template" = 'operator-review' WHERE "template" = 'withdrawal-review';--> statement-breakpoint
INSERT INTO "review_items" ("kind", "subject", "reference", "state", "opened_at", "told_at") SELECT 'withdrawal', "id"::text, "order_reference", 'open', "confirmed_at", "confirmed_at" FROM "withdrawals" WHERE "state" = 'in_review';--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_template_known" CHECK ("mails"."template" in ('headshots-ready', 'training-failed-refunded', 'receipt', 'payment-refunded', 'payment-failed', 'share-vote-summary', 'retention-warning', 'deletion-receipt', 'export-ready', 'withdrawal-confirmation', 'withdrawal-receipt', 'operator-review', 'b2b-code', 'directory-confirmation'));--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_content_while_queued" CHECK (case when "mails"."state" = 'queued' then "mails"."data" is not null and ("mails"."uid" is null) <> ("mails"."address" is null) when "mails"."state" = 'failed' then true else "mails"."data" is null and "mails"."address" is null end);--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_refund_reason_known" CHECK ("payments"."refund_reason" in ('guarantee', 'withdrawal', 'unfulfilled', 'selfies', 'technical', 'incomplete', 'training_paid', 'operator'));
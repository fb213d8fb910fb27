ALTER TABLE "mails" DROP CONSTRAINT "mails_template_known";--> statement-breakpoint
ALTER TABLE "payments" DROP CONSTRAINT "payments_state_known";--> statement-breakpoint
ALTER TABLE "payments" DROP CONSTRAINT "payments_refund_reason_known";--> statement-breakpoint
DROP INDEX "payments_open";--> statement-breakpoint
CREATE INDEX "payments_open" ON "payments" USING btree ("expires_at") WHERE "payments"."state" in ('created', 'pending', 'processing');--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_template_known" CHECK ("mails"."template" in ('headshots-ready', 'training-failed-refunded', 'receipt', 'payment-refunded', 'payment-failed', 'share-vote-summary', 'retention-warning', 'deletion-receipt', 'export-ready', 'withdrawal-confirmation', 'withdrawal-receipt', 'b2b-code', 'directory-confirmation'));--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_state_known" CHECK ("payments"."state" in ('created', 'pending', 'processing', 'paid', 'refunding', 'refunded', 'expired', 'disputed'));--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_refund_reason_known" CHECK ("payments"."refund_reason" in ('guarantee', 'withdrawal', 'unfulfilled', 'selfies', 'technical', 'incomplete', 'training_paid'));
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
ALTER TABLE "selfies" ADD COLUMN "handoff_id" uuid;--> statement-breakpoint
ALTER TABLE "handoffs" ADD CONSTRAINT "handoffs_person_id_persons_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."persons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "handoffs_of_person" ON "handoffs" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "handoffs_open" ON "handoffs" USING btree ("expires_at") WHERE "handoffs"."state" in ('issued', 'opened');--> statement-breakpoint
ALTER TABLE "selfies" ADD CONSTRAINT "selfies_handoff_id_handoffs_id_fk" FOREIGN KEY ("handoff_id") REFERENCES "public"."handoffs"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "selfies_of_handoff" ON "selfies" USING btree ("handoff_id");
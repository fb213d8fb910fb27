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
CREATE INDEX "directory_corrections_by_state" ON "directory_corrections" USING btree ("state","created_at","id");--> statement-breakpoint
CREATE INDEX "directory_corrections_of_mail" ON "directory_corrections" USING btree ("email","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "directory_corrections_of_listing" ON "directory_corrections" USING btree ("listing_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "directory_corrections_unconfirmed" ON "directory_corrections" USING btree ("expires_at","id") WHERE "directory_corrections"."state" in ('requested');--> statement-breakpoint
CREATE INDEX "directory_corrections_with_mail" ON "directory_corrections" USING btree ("decided_at","id") WHERE "directory_corrections"."decided_at" is not null and "directory_corrections"."email" is not null;
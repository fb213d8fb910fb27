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
ALTER TABLE "data_exports" ADD CONSTRAINT "data_exports_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "data_exports_by_archive_key" ON "data_exports" USING btree ("archive_key");--> statement-breakpoint
CREATE UNIQUE INDEX "data_export_of_user" ON "data_exports" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "data_exports_due" ON "data_exports" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "data_exports_open" ON "data_exports" USING btree ("created_at") WHERE "data_exports"."state" in ('making');
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
ALTER TABLE "headshots" ADD COLUMN "is_favourite" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "archives" ADD CONSTRAINT "archives_bundle_id_bundles_id_fk" FOREIGN KEY ("bundle_id") REFERENCES "public"."bundles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "headshot_files" ADD CONSTRAINT "headshot_files_user_image_key_headshots_user_image_key_fk" FOREIGN KEY ("user_image_key") REFERENCES "public"."headshots"("user_image_key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flaw_reports" ADD CONSTRAINT "flaw_reports_bundle_id_bundles_id_fk" FOREIGN KEY ("bundle_id") REFERENCES "public"."bundles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rerolls" ADD CONSTRAINT "rerolls_bundle_id_bundles_id_fk" FOREIGN KEY ("bundle_id") REFERENCES "public"."bundles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "archives_by_file_key" ON "archives" USING btree ("file_key");--> statement-breakpoint
CREATE INDEX "archives_by_age" ON "archives" USING btree ("wanted_at");--> statement-breakpoint
CREATE UNIQUE INDEX "headshot_files_by_file_key" ON "headshot_files" USING btree ("file_key");--> statement-breakpoint
CREATE INDEX "headshot_files_open" ON "headshot_files" USING btree ("wanted_at") WHERE "headshot_files"."state" in ('making');--> statement-breakpoint
CREATE INDEX "flaw_reports_of_bundle" ON "flaw_reports" USING btree ("bundle_id");--> statement-breakpoint
CREATE UNIQUE INDEX "reroll_open_once" ON "rerolls" USING btree ("user_image_key") WHERE "rerolls"."state" in ('queued', 'making');--> statement-breakpoint
CREATE INDEX "rerolls_of_bundle" ON "rerolls" USING btree ("bundle_id","created_at");--> statement-breakpoint
CREATE INDEX "rerolls_by_result" ON "rerolls" USING btree ("new_user_image_key");--> statement-breakpoint
CREATE INDEX "rerolls_open" ON "rerolls" USING btree ("deadline_at") WHERE "rerolls"."state" in ('queued', 'making');--> statement-breakpoint
CREATE UNIQUE INDEX "headshot_favourite_once" ON "headshots" USING btree ("bundle_id") WHERE "headshots"."is_favourite";
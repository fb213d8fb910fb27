CREATE TABLE "bundles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"style_id" text NOT NULL,
	"state" text NOT NULL,
	"generated_count" integer DEFAULT 0 NOT NULL,
	"total_count" integer NOT NULL,
	"plan" jsonb,
	"deadline_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "headshots" (
	"user_image_key" text PRIMARY KEY NOT NULL,
	"bundle_id" uuid NOT NULL,
	"shot_index" integer NOT NULL,
	"image_key" text NOT NULL,
	"thumbnail_key" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"size_bytes" integer NOT NULL,
	"sha256" text NOT NULL,
	"likeness" real NOT NULL,
	"passed" boolean NOT NULL,
	"reasons" text[] DEFAULT '{}' NOT NULL,
	"rating" text DEFAULT 'none' NOT NULL,
	"fingerprint" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "headshot_of_shot" UNIQUE("bundle_id","shot_index")
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"bundle_id" uuid,
	"state" text NOT NULL,
	"amount_minor" integer NOT NULL,
	"regular_amount_minor" integer NOT NULL,
	"currency" text NOT NULL,
	"paid_at" timestamp (3) with time zone,
	"refunded_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "persons" (
	"id" uuid PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"name" text NOT NULL,
	"gender" text NOT NULL,
	"state" text NOT NULL,
	"consent_version" text,
	"consented_at" timestamp (3) with time zone,
	"coach" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "previews" (
	"person_id" uuid PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"selfie_id" uuid NOT NULL,
	"quality" real NOT NULL,
	"wanted_at" timestamp (3) with time zone NOT NULL,
	"shown_selfie_id" uuid,
	"image_key" text,
	"width" integer,
	"height" integer,
	"sha256" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "selfies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"state" text NOT NULL,
	"reasons" text[] DEFAULT '{}' NOT NULL,
	"image_key" text,
	"thumbnail_key" text,
	"size_bytes" integer NOT NULL,
	"reading" text,
	"ordinal" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "selfie_ordinal" UNIQUE("person_id","ordinal")
);
--> statement-breakpoint
CREATE TABLE "trainings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"state" text NOT NULL,
	"stage" text,
	"progress" integer DEFAULT 0 NOT NULL,
	"failure" text,
	"model_key" text,
	"deadline_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"uid" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "bundles" ADD CONSTRAINT "bundles_person_id_persons_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."persons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "headshots" ADD CONSTRAINT "headshots_bundle_id_bundles_id_fk" FOREIGN KEY ("bundle_id") REFERENCES "public"."bundles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_bundle_id_bundles_id_fk" FOREIGN KEY ("bundle_id") REFERENCES "public"."bundles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "persons" ADD CONSTRAINT "persons_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "previews" ADD CONSTRAINT "previews_person_id_persons_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."persons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "previews" ADD CONSTRAINT "previews_selfie_id_selfies_id_fk" FOREIGN KEY ("selfie_id") REFERENCES "public"."selfies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "selfies" ADD CONSTRAINT "selfies_person_id_persons_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."persons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trainings" ADD CONSTRAINT "trainings_person_id_persons_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."persons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "bundle_once" ON "bundles" USING btree ("person_id","style_id") WHERE state <> 'refunded';--> statement-breakpoint
CREATE INDEX "bundles_of_person" ON "bundles" USING btree ("person_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "bundles_open" ON "bundles" USING btree ("deadline_at") WHERE state in ('paid', 'queued', 'generating');--> statement-breakpoint
CREATE INDEX "headshots_best_first" ON "headshots" USING btree ("bundle_id","passed" DESC NULLS LAST,"likeness" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "headshots_by_hash" ON "headshots" USING btree ("sha256");--> statement-breakpoint
CREATE UNIQUE INDEX "headshots_by_image_key" ON "headshots" USING btree ("image_key");--> statement-breakpoint
CREATE UNIQUE INDEX "headshots_by_thumbnail_key" ON "headshots" USING btree ("thumbnail_key");--> statement-breakpoint
CREATE INDEX "payments_of_user" ON "payments" USING btree ("uid","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "payments_of_bundle" ON "payments" USING btree ("bundle_id");--> statement-breakpoint
CREATE INDEX "persons_of_user" ON "persons" USING btree ("uid","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "previews_open" ON "previews" USING btree ("wanted_at") WHERE state = 'making';--> statement-breakpoint
CREATE INDEX "previews_by_selfie" ON "previews" USING btree ("selfie_id");--> statement-breakpoint
CREATE INDEX "previews_by_hash" ON "previews" USING btree ("sha256");--> statement-breakpoint
CREATE UNIQUE INDEX "previews_by_image_key" ON "previews" USING btree ("image_key");--> statement-breakpoint
CREATE UNIQUE INDEX "selfies_by_image_key" ON "selfies" USING btree ("image_key");--> statement-breakpoint
CREATE UNIQUE INDEX "selfies_by_thumbnail_key" ON "selfies" USING btree ("thumbnail_key");--> statement-breakpoint
CREATE INDEX "selfies_unchecked" ON "selfies" USING btree ("created_at") WHERE state in ('received', 'checking');--> statement-breakpoint
CREATE INDEX "trainings_of_person" ON "trainings" USING btree ("person_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "trainings_by_model_key" ON "trainings" USING btree ("model_key");--> statement-breakpoint
CREATE INDEX "trainings_open" ON "trainings" USING btree ("deadline_at") WHERE state in ('queued', 'starting', 'running');
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
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bundles_style_id_known" CHECK ("bundles"."style_id" in ('studio-grey', 'studio-white', 'executive-navy', 'warm-canvas', 'bw-editorial', 'startup-color', 'office-daylight', 'library', 'loft-brick', 'city-dusk', 'garden-bokeh', 'swiss-alps')),
	CONSTRAINT "bundles_state_known" CHECK ("bundles"."state" in ('locked', 'paid', 'queued', 'generating', 'ready', 'failed', 'refunded'))
);
--> statement-breakpoint
CREATE TABLE "cursors" (
	"name" text PRIMARY KEY NOT NULL,
	"position" text NOT NULL,
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
	"fingerprint" text NOT NULL,
	"appeal" real NOT NULL,
	"source_key" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "headshot_of_shot" UNIQUE("bundle_id","shot_index"),
	CONSTRAINT "headshots_reasons_known" CHECK ("headshots"."reasons" <@ array['no_face', 'several_faces', 'unlike', 'eyes_closed', 'off_frame', 'tilted', 'soft', 'burnt_out', 'off_tone', 'duplicate']),
	CONSTRAINT "headshots_rating_known" CHECK ("headshots"."rating" in ('none', 'liked', 'loved'))
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"uid" text,
	"person_id" uuid,
	"style_id" text NOT NULL,
	"includes_training" boolean NOT NULL,
	"bundle_id" uuid,
	"state" text NOT NULL,
	"provider" text NOT NULL,
	"provider_reference" text,
	"amount_minor" integer NOT NULL,
	"regular_amount_minor" integer NOT NULL,
	"refund_due_amount_minor" integer DEFAULT 0 NOT NULL,
	"refunded_amount_minor" integer DEFAULT 0 NOT NULL,
	"currency" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"paid_at" timestamp (3) with time zone,
	"fulfilled_at" timestamp (3) with time zone,
	"refunded_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_of_provider" UNIQUE("provider","provider_reference"),
	CONSTRAINT "payments_style_id_known" CHECK ("payments"."style_id" in ('studio-grey', 'studio-white', 'executive-navy', 'warm-canvas', 'bw-editorial', 'startup-color', 'office-daylight', 'library', 'loft-brick', 'city-dusk', 'garden-bokeh', 'swiss-alps')),
	CONSTRAINT "payments_state_known" CHECK ("payments"."state" in ('created', 'pending', 'paid', 'refunding', 'refunded', 'expired', 'disputed')),
	CONSTRAINT "payments_provider_known" CHECK ("payments"."provider" in ('free')),
	CONSTRAINT "payments_currency_known" CHECK ("payments"."currency" in ('USD', 'EUR')),
	CONSTRAINT "payments_amount_minor_min" CHECK ("payments"."amount_minor" >= 0),
	CONSTRAINT "payments_regular_amount" CHECK ("payments"."regular_amount_minor" >= "payments"."amount_minor"),
	CONSTRAINT "payments_refund" CHECK (0 <= "payments"."refunded_amount_minor" and "payments"."refunded_amount_minor" <= "payments"."refund_due_amount_minor" and "payments"."refund_due_amount_minor" <= "payments"."amount_minor")
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
	"creation_key" text,
	"coach" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "person_created_once" UNIQUE("uid","creation_key"),
	CONSTRAINT "persons_gender_known" CHECK ("persons"."gender" in ('female', 'male', 'diverse')),
	CONSTRAINT "persons_state_known" CHECK ("persons"."state" in ('draft', 'uploading', 'ready', 'training', 'trained', 'failed'))
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
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "previews_state_known" CHECK ("previews"."state" in ('making', 'ready', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "renders" (
	"bundle_id" uuid NOT NULL,
	"shot_index" integer NOT NULL,
	"engine_job_id" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "renders_bundle_id_shot_index_pk" PRIMARY KEY("bundle_id","shot_index")
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
	"upload_key" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "selfie_ordinal" UNIQUE("person_id","ordinal"),
	CONSTRAINT "selfie_uploaded_once" UNIQUE("person_id","upload_key"),
	CONSTRAINT "selfies_state_known" CHECK ("selfies"."state" in ('received', 'checking', 'accepted', 'rejected')),
	CONSTRAINT "selfies_reasons_known" CHECK ("selfies"."reasons" <@ array['unreadable', 'unsupported_format', 'file_too_large', 'too_many_pixels', 'too_small', 'no_face', 'several_faces', 'face_cut_off', 'face_too_small', 'blurred', 'noisy', 'too_dark', 'too_bright', 'side_light', 'eyes_closed', 'face_turned', 'face_covered', 'black_and_white', 'duplicate', 'near_duplicate', 'other_person'])
);
--> statement-breakpoint
CREATE TABLE "shares" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"state" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shares_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "shares_state_known" CHECK ("shares"."state" in ('active', 'expired', 'revoked'))
);
--> statement-breakpoint
CREATE TABLE "trainings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"state" text NOT NULL,
	"stage" text,
	"progress" integer DEFAULT 0 NOT NULL,
	"failure" text,
	"engine_job_id" text,
	"model_key" text,
	"model_version" text,
	"deadline_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "trainings_state_known" CHECK ("trainings"."state" in ('queued', 'starting', 'running', 'succeeded', 'failed', 'canceled')),
	CONSTRAINT "trainings_stage_known" CHECK ("trainings"."stage" in ('reading', 'cutting_out', 'measuring', 'storing')),
	CONSTRAINT "trainings_failure_known" CHECK ("trainings"."failure" in ('engine_failed', 'deadline_passed', 'selfies_unusable'))
);
--> statement-breakpoint
CREATE TABLE "users" (
	"uid" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "bundles" ADD CONSTRAINT "bundles_person_id_persons_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."persons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "headshots" ADD CONSTRAINT "headshots_bundle_id_bundles_id_fk" FOREIGN KEY ("bundle_id") REFERENCES "public"."bundles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_person_id_persons_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."persons"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_bundle_id_bundles_id_fk" FOREIGN KEY ("bundle_id") REFERENCES "public"."bundles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "persons" ADD CONSTRAINT "persons_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "previews" ADD CONSTRAINT "previews_person_id_persons_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."persons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "previews" ADD CONSTRAINT "previews_selfie_id_selfies_id_fk" FOREIGN KEY ("selfie_id") REFERENCES "public"."selfies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "renders" ADD CONSTRAINT "renders_bundle_id_bundles_id_fk" FOREIGN KEY ("bundle_id") REFERENCES "public"."bundles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "selfies" ADD CONSTRAINT "selfies_person_id_persons_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."persons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shares" ADD CONSTRAINT "shares_person_id_persons_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."persons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trainings" ADD CONSTRAINT "trainings_person_id_persons_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."persons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "bundle_once" ON "bundles" USING btree ("person_id","style_id") WHERE "bundles"."state" <> 'refunded';--> statement-breakpoint
CREATE INDEX "bundles_of_person" ON "bundles" USING btree ("person_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "bundles_open" ON "bundles" USING btree ("deadline_at") WHERE "bundles"."state" in ('paid', 'queued', 'generating');--> statement-breakpoint
CREATE INDEX "headshots_best_first" ON "headshots" USING btree ("bundle_id","passed" DESC NULLS LAST,"appeal" DESC NULLS LAST,"likeness" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "headshots_by_hash" ON "headshots" USING btree ("sha256");--> statement-breakpoint
CREATE UNIQUE INDEX "headshots_by_image_key" ON "headshots" USING btree ("image_key");--> statement-breakpoint
CREATE UNIQUE INDEX "headshots_by_thumbnail_key" ON "headshots" USING btree ("thumbnail_key");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_open_once" ON "payments" USING btree ("person_id","style_id") WHERE "payments"."state" in ('created', 'pending');--> statement-breakpoint
CREATE INDEX "payments_of_user" ON "payments" USING btree ("uid","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "payments_of_person" ON "payments" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "payments_of_bundle" ON "payments" USING btree ("bundle_id");--> statement-breakpoint
CREATE INDEX "payments_open" ON "payments" USING btree ("expires_at") WHERE "payments"."state" in ('created', 'pending');--> statement-breakpoint
CREATE INDEX "payments_refunding" ON "payments" USING btree ("created_at") WHERE "payments"."state" in ('refunding');--> statement-breakpoint
CREATE INDEX "persons_of_user" ON "persons" USING btree ("uid","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "previews_open" ON "previews" USING btree ("wanted_at") WHERE "previews"."state" in ('making');--> statement-breakpoint
CREATE INDEX "previews_by_selfie" ON "previews" USING btree ("selfie_id");--> statement-breakpoint
CREATE INDEX "previews_by_hash" ON "previews" USING btree ("sha256");--> statement-breakpoint
CREATE UNIQUE INDEX "previews_by_image_key" ON "previews" USING btree ("image_key");--> statement-breakpoint
CREATE UNIQUE INDEX "selfies_by_image_key" ON "selfies" USING btree ("image_key");--> statement-breakpoint
CREATE UNIQUE INDEX "selfies_by_thumbnail_key" ON "selfies" USING btree ("thumbnail_key");--> statement-breakpoint
CREATE INDEX "selfies_unchecked" ON "selfies" USING btree ("created_at") WHERE "selfies"."state" in ('received', 'checking');--> statement-breakpoint
CREATE INDEX "shares_of_person" ON "shares" USING btree ("person_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "shares_active" ON "shares" USING btree ("expires_at") WHERE "shares"."state" in ('active');--> statement-breakpoint
CREATE INDEX "trainings_of_person" ON "trainings" USING btree ("person_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "trainings_by_model_key" ON "trainings" USING btree ("model_key");--> statement-breakpoint
CREATE INDEX "trainings_open" ON "trainings" USING btree ("deadline_at") WHERE "trainings"."state" in ('queued', 'starting', 'running');
CREATE TABLE "directory_countries" (
	"id" text PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"names" jsonb DEFAULT '{}' NOT NULL,
	"is_sample" boolean NOT NULL,
	"population" bigint NOT NULL,
	"city_count" integer DEFAULT 0 NOT NULL,
	"listed_city_count" integer DEFAULT 0 NOT NULL,
	"listing_count" integer DEFAULT 0 NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "directory_countries_slug_unique" UNIQUE("slug"),
	CONSTRAINT "directory_countries_population_min" CHECK ("directory_countries"."population" >= 0),
	CONSTRAINT "directory_countries_listing_count_min" CHECK ("directory_countries"."listing_count" >= 0)
);
--> statement-breakpoint
CREATE TABLE "directory_imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"owner" uuid NOT NULL,
	"digest" text NOT NULL,
	"step" text NOT NULL,
	"position" integer NOT NULL,
	"counts" jsonb NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "directory_imports_state_known" CHECK ("directory_imports"."state" in ('running', 'finished', 'abandoned'))
);
--> statement-breakpoint
CREATE TABLE "directory_overrides" (
	"listing_id" text PRIMARY KEY NOT NULL,
	"fields" jsonb NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "directory_places" (
	"id" text PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"country_id" text NOT NULL,
	"region" text,
	"name" text NOT NULL,
	"names" jsonb DEFAULT '{}' NOT NULL,
	"latitude" double precision NOT NULL,
	"longitude" double precision NOT NULL,
	"cell" integer NOT NULL,
	"population" bigint NOT NULL,
	"slug_base" text NOT NULL,
	"slug" text,
	"listing_count" integer DEFAULT 0 NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"withdrawn_at" timestamp (3) with time zone,
	CONSTRAINT "directory_place_slug" UNIQUE("country_id","slug"),
	CONSTRAINT "directory_places_source_known" CHECK ("directory_places"."source" in ('geonames', 'sample')),
	CONSTRAINT "directory_places_population_min" CHECK ("directory_places"."population" >= 0),
	CONSTRAINT "directory_places_listing_count_min" CHECK ("directory_places"."listing_count" >= 0)
);
--> statement-breakpoint
CREATE TABLE "directory_rejects" (
	"import_id" uuid NOT NULL,
	"file" text NOT NULL,
	"line" integer NOT NULL,
	"reason" text NOT NULL,
	"excerpt" text NOT NULL,
	CONSTRAINT "directory_rejects_import_id_file_line_pk" PRIMARY KEY("import_id","file","line")
);
--> statement-breakpoint
CREATE TABLE "directory_seen" (
	"import_id" uuid NOT NULL,
	"id" text NOT NULL,
	CONSTRAINT "directory_seen_import_id_id_pk" PRIMARY KEY("import_id","id")
);
--> statement-breakpoint
CREATE TABLE "directory_staged_names" (
	"place_id" text NOT NULL,
	"locale" text NOT NULL,
	"name" text NOT NULL,
	"rank" integer NOT NULL,
	"number" bigint NOT NULL,
	CONSTRAINT "directory_staged_names_place_id_locale_pk" PRIMARY KEY("place_id","locale"),
	CONSTRAINT "directory_staged_names_locale_known" CHECK ("directory_staged_names"."locale" in ('en', 'de', 'fr', 'es', 'it')),
	CONSTRAINT "directory_staged_names_name_min" CHECK ("directory_staged_names"."name" <> '')
);
--> statement-breakpoint
CREATE TABLE "directory_suppressions" (
	"listing_id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "operator_photographers" (
	"id" text PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"latitude" double precision NOT NULL,
	"longitude" double precision NOT NULL,
	"cell" integer NOT NULL,
	"place_id" text,
	"street" text,
	"house_number" text,
	"postcode" text,
	"locality" text,
	"website" text,
	"phone" text,
	"email" text,
	"opening_hours" text,
	"wheelchair" text,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "operator_photographers_source_known" CHECK ("operator_photographers"."source" in ('operator', 'sample')),
	CONSTRAINT "operator_photographers_kind_known" CHECK ("operator_photographers"."kind" in ('photographer', 'photo_shop')),
	CONSTRAINT "operator_photographers_wheelchair_known" CHECK ("operator_photographers"."wheelchair" in ('yes', 'limited', 'no', 'designated'))
);
--> statement-breakpoint
CREATE TABLE "osm_photographers" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"latitude" double precision NOT NULL,
	"longitude" double precision NOT NULL,
	"cell" integer NOT NULL,
	"place_id" text,
	"street" text,
	"house_number" text,
	"postcode" text,
	"locality" text,
	"website" text,
	"phone" text,
	"email" text,
	"opening_hours" text,
	"wheelchair" text,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "osm_photographers_kind_known" CHECK ("osm_photographers"."kind" in ('photographer', 'photo_shop')),
	CONSTRAINT "osm_photographers_wheelchair_known" CHECK ("osm_photographers"."wheelchair" in ('yes', 'limited', 'no', 'designated'))
);
--> statement-breakpoint
ALTER TABLE "directory_places" ADD CONSTRAINT "directory_places_country_id_directory_countries_id_fk" FOREIGN KEY ("country_id") REFERENCES "public"."directory_countries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "directory_rejects" ADD CONSTRAINT "directory_rejects_import_id_directory_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."directory_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "directory_seen" ADD CONSTRAINT "directory_seen_import_id_directory_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."directory_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operator_photographers" ADD CONSTRAINT "operator_photographers_place_id_directory_places_id_fk" FOREIGN KEY ("place_id") REFERENCES "public"."directory_places"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "osm_photographers" ADD CONSTRAINT "osm_photographers_place_id_directory_places_id_fk" FOREIGN KEY ("place_id") REFERENCES "public"."directory_places"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "directory_import_running" ON "directory_imports" USING btree ("state") WHERE "directory_imports"."state" in ('running');--> statement-breakpoint
CREATE INDEX "directory_imports_by_start" ON "directory_imports" USING btree ("started_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "directory_places_by_size" ON "directory_places" USING btree ("country_id","population" DESC NULLS LAST,"id") WHERE "directory_places"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "directory_places_listed_by_size" ON "directory_places" USING btree ("country_id","population" DESC NULLS LAST,"id") WHERE "directory_places"."withdrawn_at" is null and "directory_places"."listing_count" > 0;--> statement-breakpoint
CREATE INDEX "directory_places_of_country" ON "directory_places" USING btree ("country_id","id") WHERE "directory_places"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "directory_places_listed" ON "directory_places" USING btree ("id") WHERE "directory_places"."withdrawn_at" is null and "directory_places"."listing_count" > 0;--> statement-breakpoint
CREATE INDEX "directory_places_by_cell" ON "directory_places" USING btree ("cell") WHERE "directory_places"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "directory_places_listed_by_cell" ON "directory_places" USING btree ("cell") WHERE "directory_places"."withdrawn_at" is null and "directory_places"."listing_count" > 0;--> statement-breakpoint
CREATE INDEX "directory_places_without_slug" ON "directory_places" USING btree ("country_id","population" DESC NULLS LAST,"id") WHERE "directory_places"."slug" is null;--> statement-breakpoint
CREATE INDEX "operator_photographers_by_cell" ON "operator_photographers" USING btree ("cell");--> statement-breakpoint
CREATE INDEX "operator_photographers_of_place" ON "operator_photographers" USING btree ("place_id");--> statement-breakpoint
CREATE INDEX "operator_photographers_of_source" ON "operator_photographers" USING btree ("source","id");--> statement-breakpoint
CREATE INDEX "osm_photographers_by_cell" ON "osm_photographers" USING btree ("cell");--> statement-breakpoint
CREATE INDEX "osm_photographers_of_place" ON "osm_photographers" USING btree ("place_id");
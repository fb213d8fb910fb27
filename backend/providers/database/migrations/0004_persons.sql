CREATE TABLE "generated_files" (
	"sha256" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"made_on" date NOT NULL,
	CONSTRAINT "generated_files_kind_known" CHECK ("generated_files"."kind" in ('headshot', 'preview', 'export', 'upscale'))
);

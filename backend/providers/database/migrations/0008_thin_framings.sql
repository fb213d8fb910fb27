-- Cuts that carried pixels along; measured anew when somebody looks.
UPDATE "headshots" SET "framing" = NULL WHERE pg_column_size("framing") > 20000;

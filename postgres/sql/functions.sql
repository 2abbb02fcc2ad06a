-- Installs the functions that every path into PostgreSQL shares. They work on any table. PostgreSQL 18 or later.
--
--   psql -f functions.sql
--
-- They are in the schema loadpath. Running this script again changes nothing, and two loads may run it at once.
-- DROP SCHEMA loadpath CASCADE removes them, with any table there: the tables of a role called loadpath are made there,
-- unless its search_path is set as the bundled server's is.
--
-- A load never writes into its target before its end. It fills tables in a staging schema, loadpath_ and the target's
-- oid, and one transaction at the end publishes them. There are two kinds:
--   replace  stage_replace, join_load and file_loaded in the session of each file, replace: the rows become the table's
--            rows, by a swap of tables where nothing is lost by it, otherwise by DELETE and INSERT
--   attach   stage_attach, load_file for each file, attach: the staged tables become children of the target
-- The session that calls stage_… holds an advisory lock on the target, and must stay open until the end: there is one
-- load of a target at a time, and the lock goes when its client does.
--
-- What Loadpath makes has a comment that begins with 'Loadpath:'. It drops no schema and no table without that comment,
-- and nothing that depends on one with it.
\set ON_ERROR_STOP on

BEGIN;

SET LOCAL search_path TO pg_catalog, pg_temp;
SET LOCAL client_min_messages TO warning; -- no word on what is not there to be dropped

DO $$
DECLARE
  version text := 'Loadpath: functions of loads, version 1';
  found text := obj_description(to_regnamespace('loadpath'), 'pg_namespace');
BEGIN
  IF current_setting('server_version_num')::integer < 180000 THEN
    RAISE EXCEPTION 'the functions of loads need PostgreSQL 18 or later, and this server is %',
      current_setting('server_version') USING HINT = 'Nothing was made.';
  END IF;
  PERFORM pg_advisory_xact_lock(1819238756, 0);
  IF to_regnamespace('loadpath') IS NULL THEN
    CREATE SCHEMA loadpath;
    EXECUTE format('COMMENT ON SCHEMA loadpath IS %L', version);
    GRANT USAGE ON SCHEMA loadpath TO PUBLIC;
    -- the type of what must not be there: an empty field is NULL, anything else is an error
    CREATE TYPE loadpath.nothing AS ENUM ();
  ELSIF found IS NULL OR NOT EXISTS (
    SELECT FROM pg_namespace AS n JOIN pg_roles AS r ON r.oid = nspowner
    WHERE nspname = 'loadpath' AND (rolsuper OR rolname = current_user)) THEN
    -- the owner of a function can change what its callers run
    RAISE EXCEPTION 'the schema loadpath was not made by Loadpath for % or a superuser, and is left as it is', current_user
      USING HINT = 'Rename it, or use another database.';
  ELSIF found <> version THEN
    RAISE EXCEPTION 'the schema loadpath is not that of version 1: %', found
      USING HINT = 'If it is of another version of Loadpath, run DROP SCHEMA loadpath CASCADE when no load runs.';
  END IF;
  IF to_regtype('loadpath.empty') IS NULL THEN
    -- the same where NULL is written as a text
    CREATE DOMAIN loadpath.empty AS text CHECK (VALUE = '');
  END IF;
END
$$;

\ir functions/tables.sql
\ir functions/staging.sql
\ir functions/replace.sql
\ir functions/external.sql
\ir functions/attach.sql
\ir functions/teardown.sql

COMMIT;

-- Installs the functions that every path into PostgreSQL shares. They work on any table. PostgreSQL 13 or later.
--
--   psql -v functions=loadpath -f functions.sql
--
-- functions  the schema that holds the functions, in lower case. All scripts that call them need the same value. It is
--            made if it is missing. One that exists must be made by Loadpath, or be empty, or hold only these functions.
--
-- Running this script again changes nothing, and two loads may run it at once. DROP SCHEMA loadpath CASCADE removes the
-- functions, with any table there: the tables of a role called loadpath are made there, unless its search_path is set as
-- the bundled server's is.
--
-- A load never writes into its target before its end. It fills staged tables, and one transaction at the end publishes
-- them. They are in the target's schema, and their names begin with loadpath_load_ and the target's oid. There are two kinds:
--   replace  stage_replace, join_load and file_loaded in the session of each file, replace: the rows become the table's
--            rows, by a swap of tables where nothing is lost by it, otherwise by DELETE and INSERT
--   attach   stage_attach, load_file for each file, attach: the staged tables become children of the target
-- The session that calls stage_replace or stage_attach holds an advisory lock on the target, and must stay open until the
-- end: there is one load of a target at a time, and the lock goes when its client does.
--
-- What Loadpath makes has a comment that begins with 'Loadpath:'. It drops no table and no server without that comment,
-- and nothing that depends on one with it.
\set ON_ERROR_STOP on

BEGIN;

SET LOCAL search_path TO pg_catalog, pg_temp;
SET LOCAL client_min_messages TO warning; -- no word on what is not there to be dropped
SET LOCAL loadpath.functions TO :'functions';

DO $$
DECLARE
  version text := 'Loadpath: functions of loads, version 2';
  name text := current_setting('loadpath.functions');
  schema regnamespace;
  found text;
  reasons text;
BEGIN
  IF current_setting('server_version_num')::integer < 130000 THEN
    RAISE EXCEPTION 'the functions of loads need PostgreSQL 13 or later, and this server is %',
      current_setting('server_version') USING HINT = 'Nothing was made.';
  ELSIF name !~ '^[a-z_][a-z0-9_]*$' THEN
    RAISE EXCEPTION 'the schema of the functions is "%", but must be a name of small letters, digits and _', name;
  END IF;
  PERFORM pg_advisory_xact_lock(1819238756, 0);
  schema := to_regnamespace(name);
  IF schema IS NULL AND name LIKE 'loadpath\_run\_%' THEN
    RAISE EXCEPTION 'the schema % of a run is gone', name USING HINT = 'Someone dropped it. Nothing was made.';
  ELSIF schema IS NULL THEN
    EXECUTE format('CREATE SCHEMA %I', name);
    EXECUTE format('COMMENT ON SCHEMA %I IS %L', name, version);
    EXECUTE format('GRANT USAGE ON SCHEMA %I TO PUBLIC', name);
  ELSE
    -- a schema that the user lends a run has the run's mark on a table
    found := coalesce(
      obj_description(to_regtype(name || '.nothing'), 'pg_type'),
      obj_description(to_regclass(name || '.loadpath_run_mark'), 'pg_class'),
      obj_description(schema, 'pg_namespace'));
    -- who owns a schema or a function in it, or may create in it, can change what its callers run
    WITH trusted AS (SELECT oid FROM pg_roles WHERE rolsuper OR rolname = current_user)
    SELECT string_agg(reason, '; ' ORDER BY reason) INTO reasons
    FROM (
      SELECT format('it belongs to %s', nspowner::regrole) FROM pg_namespace
      WHERE oid = schema AND nspowner NOT IN (SELECT oid FROM trusted)
        -- a plain user may lend a run the schema of another
        AND ((SELECT rolsuper FROM pg_roles WHERE rolname = current_user) OR NOT EXISTS (
          SELECT FROM pg_class AS c WHERE relnamespace = schema AND relname = 'loadpath_run_mark'
            AND relowner = quote_ident(current_user)::regrole AND obj_description(c.oid, 'pg_class') LIKE 'Loadpath: made for a run%'))
      UNION ALL
      SELECT format('%s may create in it', CASE grantee WHEN 0 THEN 'PUBLIC' ELSE grantee::regrole::text END)
      FROM pg_namespace, aclexplode(nspacl)
      WHERE oid = schema AND privilege_type = 'CREATE' AND grantee <> nspowner AND grantee NOT IN (SELECT oid FROM trusted)
      UNION ALL
      SELECT format('%s in it belongs to %s', oid::regprocedure, proowner::regrole) FROM pg_proc
      WHERE pronamespace = schema AND proowner NOT IN (SELECT oid FROM trusted)
      UNION ALL
      SELECT 'it was not made by Loadpath, and is not empty'
      WHERE found LIKE 'Loadpath: functions of loads%' IS NOT TRUE AND found LIKE 'Loadpath: made for a run%' IS NOT TRUE
        AND EXISTS (
          SELECT FROM pg_depend WHERE refclassid = 'pg_namespace'::regclass AND refobjid = schema
            AND classid <> 'pg_default_acl'::regclass)
    ) AS every (reason);
    IF reasons IS NOT NULL THEN
      RAISE EXCEPTION 'the schema % cannot hold the functions for %: %', name, current_user, reasons
        USING HINT = 'Name another schema, or use another database. Nothing was made.';
    ELSIF found LIKE 'Loadpath: functions of loads%' AND found <> version THEN
      RAISE EXCEPTION 'the schema % is not that of version 2: %', name, found
        USING HINT = format(
          'If it is of another version of Loadpath, run DROP SCHEMA %s CASCADE when no load runs.', name);
    END IF;
  END IF;
  IF to_regtype(name || '.nothing') IS NULL THEN
    -- the type of what must not be there: an empty field is NULL, anything else is an error
    EXECUTE format('CREATE TYPE %I.nothing AS ENUM ()', name);
    EXECUTE format('COMMENT ON TYPE %I.nothing IS %L', name, version);
    -- the same where NULL is written as a text
    EXECUTE format('CREATE DOMAIN %I.empty AS text CHECK (VALUE = %L)', name, '');
  END IF;
END
$$;

-- the functions find each other
SET LOCAL search_path TO pg_catalog, :functions, pg_temp;

\ir functions/tables.sql
\ir functions/staging.sql
\ir functions/replace.sql
\ir functions/end-mark.sql
\ir functions/external.sql
\ir functions/attach.sql
\ir functions/teardown.sql

COMMIT;

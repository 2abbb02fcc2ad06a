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

DO $$
BEGIN
  PERFORM pg_advisory_xact_lock(1819238756, 0);
  IF to_regnamespace('loadpath') IS NULL THEN
    CREATE SCHEMA loadpath;
    COMMENT ON SCHEMA loadpath IS 'Loadpath: functions of loads, version 1';
    GRANT USAGE ON SCHEMA loadpath TO PUBLIC;
    -- the type of what must not be there: an empty field is NULL, anything else is an error
    CREATE TYPE loadpath.nothing AS ENUM ();
  ELSIF obj_description(to_regnamespace('loadpath'), 'pg_namespace') IS NULL OR NOT EXISTS (
    SELECT FROM pg_namespace AS n JOIN pg_roles AS r ON r.oid = nspowner
    WHERE nspname = 'loadpath' AND (rolsuper OR rolname = current_user)) THEN
    -- the owner of a function can change what its callers run
    RAISE EXCEPTION 'the schema loadpath was not made by Loadpath for % or a superuser, and is left as it is',
      current_user
      USING HINT = 'Rename it, or use another database.';
  ELSIF obj_description(to_regnamespace('loadpath'), 'pg_namespace') <> 'Loadpath: functions of loads, version 1' THEN
    RAISE EXCEPTION 'the schema loadpath is not that of version 1: %',
      obj_description(to_regnamespace('loadpath'), 'pg_namespace')
      USING HINT = 'If it is of another version of Loadpath, run DROP SCHEMA loadpath CASCADE when no load runs.';
  END IF;
END
$$;

-- ---------------------------------------------------------------------------------------------------------------------
-- What is ours

-- Whether Loadpath made a table.
CREATE OR REPLACE FUNCTION loadpath.ours(relation oid) RETURNS boolean
LANGUAGE sql STABLE
SET search_path TO pg_catalog, pg_temp
AS $$
  SELECT coalesce(obj_description(relation, 'pg_class') LIKE 'Loadpath:%', false)
$$;

-- Marks a table as made by a load.
CREATE OR REPLACE PROCEDURE loadpath.mark(made text)
LANGUAGE plpgsql
SET search_path TO pg_catalog, pg_temp
AS $$
BEGIN
  EXECUTE format(
    'COMMENT ON %s TABLE %s IS ''Loadpath: made by a load, and dropped by the next''',
    (SELECT CASE relkind WHEN 'f' THEN 'FOREIGN' ELSE '' END FROM pg_class WHERE oid = made::regclass), made);
END
$$;

-- Makes a schema for a path. drop_schema removes it.
CREATE OR REPLACE PROCEDURE loadpath.make_schema(name text)
LANGUAGE plpgsql
SET search_path TO pg_catalog, pg_temp
AS $$
BEGIN
  EXECUTE format('CREATE SCHEMA %I', name);
  EXECUTE format('COMMENT ON SCHEMA %I IS %L', name, 'Loadpath: made for a load, and dropped with its tables');
END
$$;

-- The advisory lock's key of a target: its oid, as the integer with the same bits.
CREATE OR REPLACE FUNCTION loadpath.lock_key(target oid) RETURNS integer
LANGUAGE sql IMMUTABLE
SET search_path TO pg_catalog, pg_temp
AS $$
  SELECT ((target::bigint + 2147483648) % 4294967296 - 2147483648)::integer
$$;

-- What keeps any load from a target.
CREATE OR REPLACE FUNCTION loadpath.hindrances(target regclass) RETURNS SETOF text
LANGUAGE sql STABLE
SET search_path TO pg_catalog, pg_temp
AS $$
  SELECT 'it is not a permanent or unlogged table' FROM pg_class
  WHERE oid = target AND (relkind NOT IN ('r', 'p') OR relpersistence = 't')
  UNION ALL
  SELECT format('publication %I of all tables would publish the staging', pubname) FROM pg_publication
  WHERE puballtables AND pubinsert
$$;

-- The sessions of the load of a target: kind 1819238756 is the one that leads it, 1885434484 those that load a file.
CREATE OR REPLACE FUNCTION loadpath.sessions(target oid, kind bigint) RETURNS SETOF integer
LANGUAGE sql VOLATILE
SET search_path TO pg_catalog, pg_temp
AS $$
  SELECT l.pid
  FROM pg_locks AS l
  JOIN pg_database AS d ON d.oid = l.database
  WHERE l.locktype = 'advisory' AND l.granted AND l.classid::bigint = kind AND l.objid = target AND l.objsubid = 2
    AND d.datname = current_database()
$$;

-- Locks tables. A wait ends after lock_timeout, or after 10 s if that is not set, with an error that names who has
-- the lock.
CREATE OR REPLACE PROCEDURE loadpath.lock_tables(relations regclass[], mode text)
LANGUAGE plpgsql
SET search_path TO pg_catalog, pg_temp
AS $$
DECLARE
  holders text;
BEGIN
  IF current_setting('lock_timeout') = '0' THEN
    PERFORM set_config('lock_timeout', '10s', true);
  END IF;
  EXECUTE (SELECT format('LOCK TABLE %s IN %s MODE', string_agg(r::text, ', '), mode) FROM unnest(relations) AS r);
EXCEPTION
  WHEN lock_not_available THEN
    SELECT string_agg(
      format('pid %s: %s, %s, %s: %s', pid, usename, application_name, state, left(query, 60)), E'\n' ORDER BY pid)
    INTO holders
    FROM pg_stat_activity
    WHERE pid <> pg_backend_pid() AND pid IN (
      SELECT l.pid FROM pg_locks AS l JOIN pg_class AS c ON c.oid = l.relation
      WHERE l.granted AND (c.oid = ANY (relations) OR EXISTS (
        SELECT FROM pg_inherits WHERE inhrelid = c.oid AND inhparent = ANY (relations))));
    RAISE lock_not_available USING
      MESSAGE = format(
        '%s is in use: no lock within %s', array_to_string(relations, ', '), current_setting('lock_timeout')),
      DETAIL = coalesce(holders, 'Its users have just ended.'),
      HINT = 'Wait until they end and run this again, or set lock_timeout to wait longer. Nothing has changed.';
END
$$;

-- Drops a schema that Loadpath made, with the tables in it that Loadpath made. Whatever else is in it or depends on it
-- is refused by name.
CREATE OR REPLACE PROCEDURE loadpath.drop_ours(name text)
LANGUAGE plpgsql
SET search_path TO pg_catalog, pg_temp
SET client_min_messages TO warning
AS $$
DECLARE
  dependents text;
BEGIN
  IF to_regnamespace(quote_ident(name)) IS NULL THEN
    RETURN;
  END IF;
  IF obj_description(to_regnamespace(quote_ident(name)), 'pg_namespace') LIKE 'Loadpath:%' IS NOT TRUE THEN
    RAISE EXCEPTION 'the schema % was not made by Loadpath, and is left as it is', name USING HINT = 'Rename it.';
  END IF;
  -- foreign tables first: they may inherit from the others
  EXECUTE coalesce(string_agg(format('DROP %s %s', kind, tables), '; ' ORDER BY kind), '')
  FROM (
    SELECT CASE relkind WHEN 'f' THEN 'FOREIGN TABLE' ELSE 'TABLE' END, string_agg(oid::regclass::text, ', ')
    FROM pg_class
    WHERE relnamespace = to_regnamespace(quote_ident(name)) AND relkind IN ('r', 'p', 'f') AND loadpath.ours(oid)
    GROUP BY 1
  ) AS kinds (kind, tables);
  EXECUTE format('DROP SCHEMA %I', name);
EXCEPTION
  WHEN dependent_objects_still_exist THEN
    GET STACKED DIAGNOSTICS dependents = PG_EXCEPTION_DETAIL;
    RAISE EXCEPTION 'the schema % is not dropped, since Loadpath did not make what is in it or depends on it: %',
      name, dependents USING HINT = 'Move or drop these first.';
END
$$;

-- Drops the staging of a target that is there no more or is to be loaded anew. Ends the sessions of a load that was
-- killed: only sessions of loads hold these locks.
CREATE OR REPLACE PROCEDURE loadpath.drop_staging(target oid)
LANGUAGE plpgsql
SET search_path TO pg_catalog, pg_temp
AS $$
BEGIN
  PERFORM pg_terminate_backend(pid, 10000)
  FROM loadpath.sessions(target, 1885434484) AS pid
  WHERE pid <> pg_backend_pid();
  CALL loadpath.drop_ours('loadpath_' || target);
END
$$;

-- Drops what make_schema made, with the foreign server of the same name and the staging of its tables. A schema or
-- server without our comment is refused, and so is one that holds other objects or that others depend on: then all
-- stays. Safe to run twice, and after a kill.
-- Ends the sessions of loads into its tables, and no others: with a reader it waits as lock_tables does.
CREATE OR REPLACE PROCEDURE loadpath.drop_schema(name text)
LANGUAGE plpgsql
SET search_path TO pg_catalog, pg_temp
SET client_min_messages TO warning
AS $$
DECLARE
  server oid := (SELECT oid FROM pg_foreign_server WHERE srvname = name);
  target oid;
  tables regclass[] := ARRAY(
    SELECT oid::regclass FROM pg_class
    WHERE relnamespace = to_regnamespace(quote_ident(name)) AND relkind IN ('r', 'p') AND loadpath.ours(oid));
BEGIN
  IF server IS NOT NULL AND obj_description(server, 'pg_foreign_server') LIKE 'Loadpath:%' IS NOT TRUE THEN
    RAISE EXCEPTION 'the foreign server % was not made by Loadpath, and is left as it is', name
      USING HINT = 'Rename it.';
  END IF;
  FOREACH target IN ARRAY tables LOOP
    PERFORM pg_terminate_backend(pid, 10000)
    FROM loadpath.sessions(target, 1819238756) AS pid
    WHERE pid <> pg_backend_pid();
    CALL loadpath.drop_staging(target);
  END LOOP;
  IF cardinality(tables) > 0 THEN
    CALL loadpath.lock_tables(tables, 'ACCESS EXCLUSIVE');
  END IF;
  CALL loadpath.drop_ours(name);
  EXECUTE format('DROP SERVER IF EXISTS %I', name);
END
$$;

-- Drops a table or a view that Loadpath made. One without our comment is refused, and so is one that others depend on.
-- Safe to run twice.
CREATE OR REPLACE PROCEDURE loadpath.drop_relation(name text)
LANGUAGE plpgsql
AS $$
DECLARE
  relation regclass := pg_catalog.to_regclass(name);
BEGIN
  IF relation IS NULL THEN
    RETURN;
  END IF;
  IF NOT loadpath.ours(relation) THEN
    RAISE EXCEPTION '% was not made by Loadpath, and is left as it is', name USING HINT = 'Rename it.';
  END IF;
  EXECUTE pg_catalog.format(
    'DROP %s %s',
    (SELECT CASE relkind WHEN 'v' THEN 'VIEW' ELSE 'TABLE' END FROM pg_catalog.pg_class WHERE oid = relation),
    relation);
END
$$;

-- ---------------------------------------------------------------------------------------------------------------------
-- Tables

-- The columns that a file has: all of a table that are not generated.
CREATE OR REPLACE FUNCTION loadpath.columns_of(relation regclass)
RETURNS TABLE (place bigint, name text, type text, required boolean)
LANGUAGE sql STABLE
SET search_path TO pg_catalog, pg_temp
AS $$
  SELECT row_number() OVER (ORDER BY attnum), attname::text, format_type(atttypid, atttypmod), attnotnull
  FROM pg_attribute
  WHERE attrelid = relation AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
    AND attname <> 'after_last_delimiter'
$$;

-- The column that a table has for COPY, which leaves no field out: a single byte that must be empty. A NULL would cost
-- each row eight bytes. The column goes at the end without a pass over the rows.
CREATE OR REPLACE FUNCTION loadpath.column_for_copy() RETURNS text
LANGUAGE sql IMMUTABLE
SET search_path TO pg_catalog, pg_temp
AS $$
  SELECT 'after_last_delimiter "char" CHECK (after_last_delimiter = '''')'
$$;

-- Makes a partition of a table, in its schema, with a suffix behind its name.
CREATE OR REPLACE FUNCTION loadpath.make_partition(
  parent regclass, suffix text, bound text, partition_by text, logging text)
RETURNS regclass
LANGUAGE plpgsql
SET search_path TO pg_catalog, pg_temp
AS $$
DECLARE
  made text := (SELECT format('%s.%I', relnamespace::regnamespace, relname || suffix) FROM pg_class WHERE oid = parent);
BEGIN
  EXECUTE format(
    'CREATE %s TABLE %s PARTITION OF %s %s %s',
    CASE WHEN logging = 'unlogged' AND partition_by = '' THEN 'UNLOGGED' ELSE '' END, made, parent, bound, partition_by);
  CALL loadpath.mark(made);
  RETURN made;
END
$$;

-- What would be lost if a table were dropped and one of the same columns took its place: whatever depends on it, and
-- what it has beside columns and NOT NULL. Parts that it has from a parent are not lost.
CREATE OR REPLACE FUNCTION loadpath.losses(relation regclass) RETURNS SETOF text
LANGUAGE sql STABLE
SET search_path TO pg_catalog, pg_temp
AS $$
  SELECT pg_describe_object(d.classid, d.objid, d.objsubid)
  FROM pg_class AS t
  JOIN pg_depend AS d ON d.refclassid = 'pg_class'::regclass AND d.refobjid = t.oid
    OR d.refclassid = 'pg_type'::regclass AND d.refobjid IN (
      t.reltype, (SELECT typarray FROM pg_type WHERE oid = t.reltype))
  LEFT JOIN pg_class AS c ON d.classid = 'pg_class'::regclass AND c.oid = d.objid
  LEFT JOIN pg_constraint AS k ON d.classid = 'pg_constraint'::regclass AND k.oid = d.objid
  LEFT JOIN pg_trigger AS g ON d.classid = 'pg_trigger'::regclass AND g.oid = d.objid
  WHERE t.oid = relation
    AND (d.classid <> 'pg_type'::regclass OR d.deptype <> 'i')
    AND (c.oid IS NULL
      OR NOT c.relispartition AND c.relkind <> 't'
        AND NOT EXISTS (SELECT FROM pg_inherits WHERE inhrelid = c.oid AND inhparent = relation))
    AND (k.oid IS NULL
      OR k.coninhcount = 0 AND k.conparentid = 0 AND k.contype <> 'n'
        AND NOT EXISTS (
          SELECT FROM pg_attribute
          WHERE attrelid = relation AND attnum = ANY (k.conkey) AND attname = 'after_last_delimiter'))
    AND (g.oid IS NULL OR g.tgparentid = 0 AND NOT g.tgisinternal)
  UNION ALL
  SELECT loss || ' of ' || relation
  FROM pg_class AS t
  LEFT JOIN pg_class AS toast ON toast.oid = t.reltoastrelid
  CROSS JOIN LATERAL (VALUES
    (t.relowner <> current_user::regrole, 'the owner'),
    (t.relacl IS DISTINCT FROM (
      SELECT defaclacl FROM pg_default_acl
      WHERE defaclrole = t.relowner AND defaclnamespace = 0 AND defaclobjtype = 'r'), 'privileges'),
    (t.relrowsecurity OR t.relforcerowsecurity, 'row-level security'),
    (t.reloptions IS NOT NULL OR toast.reloptions IS NOT NULL, 'storage options'),
    (t.relreplident <> 'd', 'the replica identity'),
    (t.reloftype <> 0, 'the type'),
    (EXISTS (SELECT FROM pg_publication_tables AS p WHERE p.schemaname = t.relnamespace::regnamespace::name
      AND p.tablename = t.relname), 'the publication'),
    (EXISTS (SELECT FROM pg_description WHERE description NOT LIKE 'Loadpath:%' AND (
      classoid = 'pg_class'::regclass AND objoid = t.oid OR classoid = 'pg_constraint'::regclass
        AND objoid IN (SELECT oid FROM pg_constraint WHERE conrelid = t.oid))), 'comments'),
    (EXISTS (SELECT FROM pg_seclabel WHERE classoid = 'pg_class'::regclass AND objoid = t.oid), 'security labels'),
    (EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = t.oid AND deptype = 'e'),
      'an extension''s ownership'),
    (EXISTS (SELECT FROM pg_attribute WHERE attrelid = t.oid AND attnum > 0 AND NOT attisdropped
      AND (attacl IS NOT NULL OR attstattarget IS NOT NULL OR attoptions IS NOT NULL)),
      'privileges or statistics options of columns')
  ) AS losses (lost, loss)
  WHERE t.oid = relation AND lost
$$;

-- The bytes that a table takes, with its children, indexes and what else belongs to it.
CREATE OR REPLACE FUNCTION loadpath.stored_bytes(target regclass) RETURNS numeric
LANGUAGE sql STABLE
SET search_path TO pg_catalog, pg_temp
AS $$
  WITH RECURSIVE tables (id) AS (
    SELECT target
    UNION ALL
    SELECT inhrelid FROM pg_inherits JOIN tables ON inhparent = id
  )
  SELECT sum(pg_total_relation_size(id)) FROM tables
$$;

-- ---------------------------------------------------------------------------------------------------------------------
-- Every load

-- The staging schema of a target. An error if no load of it runs. only_leader is for the end of a load: it refuses any
-- session but the leading one, keeps other sessions from loading a file until the transaction ends, and wants each
-- statement to see what others have committed before it.
CREATE OR REPLACE FUNCTION loadpath.staging_of(target regclass, only_leader boolean DEFAULT false) RETURNS text
LANGUAGE plpgsql
SET search_path TO pg_catalog, pg_temp
AS $$
DECLARE
  leader integer := (SELECT pid FROM loadpath.sessions(target, 1819238756) AS pid);
BEGIN
  IF leader IS NULL OR only_leader AND leader <> pg_backend_pid() THEN
    RAISE EXCEPTION 'no load of % runs%', target, CASE WHEN only_leader THEN ' in this session' ELSE '' END
      USING HINT = 'Start it by loadpath.stage_replace or stage_attach, in a session that stays open until the end.';
  END IF;
  IF only_leader AND current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE EXCEPTION 'a load ends at READ COMMITTED, not at %', current_setting('transaction_isolation')
      USING HINT = 'Run SET default_transaction_isolation TO ''read committed'' in this session.';
  END IF;
  IF only_leader AND NOT pg_try_advisory_xact_lock(1885434484, loadpath.lock_key(target)) THEN
    RAISE EXCEPTION 'a session still loads a file into %: pid %', target,
      (SELECT string_agg(pid::text, ', ') FROM loadpath.sessions(target, 1885434484) AS pid)
      USING HINT = 'Wait until it ends. Nothing has changed.';
  END IF;
  RETURN 'loadpath_' || target::oid;
END
$$;

-- Begins a load of a target, unless another one runs, and makes its staging. Returns false if there is one of the same
-- kind that no load has used.
CREATE OR REPLACE FUNCTION loadpath.begin_load(target regclass, kind text) RETURNS boolean
LANGUAGE plpgsql
SET search_path TO pg_catalog, pg_temp
AS $$
DECLARE
  staging text := 'loadpath_' || target::oid;
  mark text := format('Loadpath: staging of %s, %s', target, kind);
  unused boolean := false;
BEGIN
  IF NOT pg_try_advisory_lock(1819238756, loadpath.lock_key(target)) THEN
    RAISE lock_not_available USING
      MESSAGE = format('another load of %s runs, in the session with pid %s', target,
        (SELECT string_agg(pid::text, ', ') FROM loadpath.sessions(target, 1819238756) AS pid)),
      HINT = 'Wait until it ends, or end it with SELECT pg_terminate_backend(pid).';
  END IF;
  IF NOT EXISTS (SELECT FROM pg_class WHERE oid = target) THEN
    RAISE EXCEPTION 'another load has just replaced the table' USING HINT = 'Run this load again.';
  END IF;
  IF obj_description(to_regnamespace(staging), 'pg_namespace') = mark
    AND (SELECT nspowner = current_user::regrole FROM pg_namespace WHERE nspname = staging)
    AND NOT EXISTS (SELECT FROM loadpath.sessions(target, 1885434484)) THEN
    EXECUTE format(
      'SELECT NOT EXISTS (SELECT FROM %1$I.files) AND NOT EXISTS (SELECT FROM pg_class WHERE relnamespace = %1$L'
      '::regnamespace AND relkind = ''r'' AND relname NOT IN (''files'', ''rejected'') AND pg_relation_size(oid) > 0)',
      staging)
    INTO unused;
  END IF;
  IF unused THEN
    RETURN false;
  END IF;
  CALL loadpath.drop_staging(target);
  EXECUTE format('CREATE SCHEMA %I', staging);
  EXECUTE format('COMMENT ON SCHEMA %I IS %L', staging, mark);
  EXECUTE format(
    'CREATE TABLE %1$I.files (file text PRIMARY KEY, input_rows bigint NOT NULL, accepted_rows bigint NOT NULL,'
    ' rejected_rows bigint NOT NULL, CHECK (accepted_rows + rejected_rows = input_rows));'
    'CREATE TABLE %1$I.rejected (file text NOT NULL, line bigint NOT NULL, reason text NOT NULL,'
    ' row_text text NOT NULL)',
    staging);
  CALL loadpath.mark(staging || '.files');
  CALL loadpath.mark(staging || '.rejected');
  RETURN true;
END
$$;

-- Makes this session one that loads a file, until its transaction ends. Until then the staging is its search_path, and
-- dates are read as month, day, year. ISO dates are read all the same.
CREATE OR REPLACE PROCEDURE loadpath.join_load(target regclass)
LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM pg_catalog.set_config(
    'search_path', pg_catalog.format('%I, pg_catalog, pg_temp', loadpath.staging_of(target)), true);
  PERFORM set_config('datestyle', 'ISO, MDY', true);
  PERFORM pg_advisory_xact_lock_shared(1885434484, loadpath.lock_key(target));
END
$$;

-- The rows that the last load of a target rejected.
CREATE OR REPLACE FUNCTION loadpath.rejected(target regclass)
RETURNS TABLE (file text, line bigint, reason text, row_text text)
LANGUAGE plpgsql
SET search_path TO pg_catalog, pg_temp
AS $$
BEGIN
  IF to_regclass(format('loadpath_%s.rejected', target::oid)) IS NOT NULL THEN
    RETURN QUERY EXECUTE format('SELECT * FROM loadpath_%s.rejected ORDER BY file, line', target::oid);
  END IF;
END
$$;

-- ---------------------------------------------------------------------------------------------------------------------
-- replace

-- Refuses a table whose rows cannot be replaced without harm.
CREATE OR REPLACE PROCEDURE loadpath.require_replaceable(target regclass)
LANGUAGE plpgsql
SET search_path TO pg_catalog, pg_temp
AS $$
DECLARE
  found text;
BEGIN
  SELECT string_agg(reason, '; ' ORDER BY reason) INTO found
  FROM (
    SELECT h FROM loadpath.hindrances(target) AS h
    UNION ALL
    SELECT format('rule %I changes what INSERT or DELETE does', rulename) FROM pg_rewrite
    WHERE ev_class = target AND rulename <> '_RETURN'
    UNION ALL
    SELECT format('foreign key %I of %s refers to its rows', conname, conrelid::regclass) FROM pg_constraint AS k
    WHERE confrelid = target AND conrelid <> target AND contype = 'f'
      AND NOT EXISTS (SELECT FROM pg_constraint AS p WHERE p.oid = k.conparentid AND p.confrelid = target)
    UNION ALL
    SELECT format('%s inherits from it', inhrelid::regclass) FROM pg_inherits JOIN pg_class ON oid = inhparent
    WHERE inhparent = target AND relkind = 'r'
    UNION ALL
    SELECT format('publication %I publishes deletes, but the table has no replica identity', pubname)
    FROM pg_publication_tables AS t JOIN pg_publication USING (pubname) JOIN pg_class AS c ON c.oid = target
    WHERE (t.schemaname, t.tablename) = (c.relnamespace::regnamespace::name, c.relname) AND pubdelete
      AND relreplident <> 'f' AND pg_get_replica_identity_index(target) IS NULL
    UNION ALL
    SELECT 'row-level security hides rows from ' || current_user WHERE row_security_active(target)
  ) AS reasons (reason);
  IF found IS NOT NULL THEN
    RAISE EXCEPTION '% cannot be replaced: %', target, found USING HINT = 'Nothing has changed. Load an empty table.';
  END IF;
END
$$;

-- Begins a load that replaces a table's rows. The sessions that call join_load fill the table loaded: these columns of
-- the target (all that are not generated, unless named), and after_last_delimiter.
CREATE OR REPLACE PROCEDURE loadpath.stage_replace(target regclass, columns text[] DEFAULT NULL)
LANGUAGE plpgsql
SET search_path TO pg_catalog, pg_temp
AS $$
DECLARE
  loaded text := format('loadpath_%s.loaded', target::oid);
  unwanted text;
BEGIN
  CALL loadpath.require_replaceable(target);
  IF NOT loadpath.begin_load(target, 'replace ' || coalesce(columns::text, '')) THEN
    RETURN;
  END IF;
  EXECUTE format(
    'CREATE %s TABLE %s (LIKE %s INCLUDING STORAGE INCLUDING COMPRESSION)',
    CASE (SELECT relpersistence FROM pg_class WHERE oid = target) WHEN 'u' THEN 'UNLOGGED' ELSE '' END, loaded, target);
  SELECT string_agg(format('DROP %I', attname), ', ') INTO unwanted
  FROM pg_attribute
  WHERE attrelid = target AND attnum > 0 AND NOT attisdropped
    AND (attgenerated <> '' OR attname <> ALL (columns));
  IF unwanted IS NOT NULL THEN
    EXECUTE format('ALTER TABLE %s %s', loaded, unwanted);
  END IF;
  EXECUTE format('ALTER TABLE %s ADD %s', loaded, loadpath.column_for_copy());
  CALL loadpath.mark(loaded);
END
$$;

-- Notes that this session has loaded a file, in the transaction of its COPY.
CREATE OR REPLACE PROCEDURE loadpath.file_loaded(target regclass, file text, row_count bigint)
LANGUAGE plpgsql
SET search_path TO pg_catalog, pg_temp
AS $$
BEGIN
  EXECUTE format('INSERT INTO %I.files VALUES ($1, $2, $2, 0)', loadpath.staging_of(target)) USING file, row_count;
END
$$;

-- Why the staged table cannot take the target's place without a loss; NULL when it can.
CREATE OR REPLACE FUNCTION loadpath.no_swap_because(target regclass, loaded regclass) RETURNS text
LANGUAGE sql VOLATILE
SET search_path TO pg_catalog, pg_temp
AS $$
  SELECT string_agg(reason, ', ' ORDER BY reason)
  FROM (
    SELECT loss AS reason FROM loadpath.losses(target) AS loss
    UNION ALL
    SELECT format('constraint %I', conname) FROM pg_constraint
    WHERE conrelid = target AND contype = 'n' AND (connoinherit OR NOT convalidated)
    UNION ALL
    SELECT 'it is partitioned' FROM pg_class WHERE oid = target AND relkind = 'p'
    UNION ALL
    SELECT 'it belongs to ' || inhparent::regclass FROM pg_inherits WHERE inhrelid = target
    UNION ALL
    SELECT 'its columns, its place or its privileges would differ'
    FROM pg_class AS a, pg_class AS b
    WHERE a.oid = target AND b.oid = loaded AND (
      (a.relpersistence, a.reltablespace, a.relam) <> (b.relpersistence, b.reltablespace, b.relam)
      OR a.relacl IS DISTINCT FROM b.relacl
      OR (SELECT array_agg(name ORDER BY place) FROM loadpath.columns_of(target))
        IS DISTINCT FROM (SELECT array_agg(name ORDER BY place) FROM loadpath.columns_of(loaded)))
    UNION ALL
    SELECT format('the session with pid %s may look at it as it was', pid)
    FROM pg_stat_activity
    WHERE datname = current_database() AND backend_xmin IS NOT NULL AND pid <> pg_backend_pid()
      AND (backend_type = 'client backend') IS NOT FALSE -- NULL where this role may not know
  ) AS reasons
$$;

-- Ends a load in one transaction: the staged rows take the place of the table's rows. file_count and row_count are what
-- the client has sent.
--
-- A swap of tables costs no time; it is made where the catalog shows nothing that would be lost, and no session has a
-- snapshot from before the last file was staged, for which a new table lacks rows. The sessions are looked at once: a
-- snapshot taken later is newer than every staged row, and sees them all. Otherwise DELETE and INSERT keep the table and
-- all that belongs to it; older snapshots see the old rows, and its triggers fire.
CREATE OR REPLACE PROCEDURE loadpath.replace(target regclass, file_count bigint, row_count bigint)
LANGUAGE plpgsql
SET search_path TO pg_catalog, pg_temp
AS $$
DECLARE
  staging text := loadpath.staging_of(target, true);
  loaded regclass := to_regclass(staging || '.loaded');
  target_name text := target;
  home text := (SELECT relnamespace::regnamespace FROM pg_class WHERE oid = target);
  name text := (SELECT relname FROM pg_class WHERE oid = target);
  mark text := obj_description(target, 'pg_class');
  no_swap text;
  names text;
  files bigint;
  rows bigint;
BEGIN
  CALL loadpath.require_replaceable(target);
  EXECUTE format('SELECT count(*), coalesce(sum(accepted_rows), 0) FROM %I.files', staging) INTO files, rows;
  IF (files, rows) IS DISTINCT FROM (file_count, row_count) THEN
    RAISE EXCEPTION '% rows of % files are staged, not % rows of % files; % is left as it was',
      rows, files, row_count, file_count, target USING HINT = 'Run the load again.';
  END IF;

  PERFORM pg_stat_clear_snapshot();
  no_swap := loadpath.no_swap_because(target, loaded);
  IF no_swap IS NULL THEN
    CALL loadpath.lock_tables(ARRAY[target], 'ACCESS EXCLUSIVE');
    no_swap := loadpath.no_swap_because(target, loaded); -- the catalog may have changed; the sessions are the same ones
  ELSE
    CALL loadpath.lock_tables(ARRAY[target], 'EXCLUSIVE'); -- readers go on
  END IF;

  IF no_swap IS NULL THEN
    EXECUTE format('ALTER TABLE %s DROP COLUMN after_last_delimiter', loaded);
    EXECUTE format('DROP TABLE %s', target);
    EXECUTE format('ALTER TABLE %s RENAME TO %I', loaded, name);
    EXECUTE format('ALTER TABLE %I.%I SET SCHEMA %s', staging, name, home);
    IF mark IS NOT NULL THEN
      EXECUTE format('COMMENT ON TABLE %s IS %L', loaded, mark);
    END IF;
    RAISE NOTICE '% rows became % by a swap of tables', row_count, target_name;
  ELSE
    SELECT string_agg(quote_ident(c.name), ', ' ORDER BY place) INTO names FROM loadpath.columns_of(loaded) AS c;
    EXECUTE format('DELETE FROM %s', target);
    EXECUTE format('SELECT count(*) FROM %s', target) INTO rows;
    IF rows > 0 THEN
      RAISE EXCEPTION '% rows of % were not deleted; it is left as it was', rows, target
        USING HINT = 'A trigger of the table keeps rows.';
    END IF;
    EXECUTE format('INSERT INTO %s (%s) OVERRIDING SYSTEM VALUE SELECT %2$s FROM %s', target, names, loaded);
    GET DIAGNOSTICS rows = ROW_COUNT;
    IF rows <> row_count THEN
      RAISE EXCEPTION '% of % staged rows were inserted; % is left as it was', rows, row_count, target
        USING HINT = 'A trigger of the table leaves rows out.';
    END IF;
    RAISE NOTICE '% rows became % by DELETE and INSERT, since a swap of tables would lose: %',
      row_count, target_name, no_swap;
  END IF;
  CALL loadpath.drop_staging(target);
END
$$;

-- ---------------------------------------------------------------------------------------------------------------------
-- External tables and attach

-- Makes an external table over each file part-* in a folder of the server's host, in the target's schema and called
-- like its file. preprocessor is a program that writes a file's text to stdout, called with the file's full path;
-- without one the server reads the file. children: the external tables inherit from the target, which is all of them.
--
-- The format: '|' between fields and after the last one, which is why there is one column more than the target has, of
-- a type without values; an empty field is NULL; no quoting and no escapes (csv whose quote is a control character that
-- text never holds).
CREATE OR REPLACE PROCEDURE loadpath.make_external_tables(
  target regclass, server text, folder text, preprocessor text, children boolean)
LANGUAGE plpgsql
SET search_path TO pg_catalog, pg_temp
AS $$
DECLARE
  home text;
  name text;
  file text;
  path text;
  source text;
  parts integer := 0;
BEGIN
  SELECT relnamespace::regnamespace, relname INTO home, name FROM pg_class WHERE oid = target;
  FOR file IN SELECT f FROM pg_ls_dir(folder) AS f WHERE f LIKE 'part-%' ORDER BY f LOOP
    path := folder || '/' || file;
    IF octet_length(name || '_' || file) > 63 THEN
      RAISE EXCEPTION 'the name of % is too long for a table', path
        USING HINT = format('Use names of at most %s bytes.', 62 - octet_length(name));
    END IF;
    PERFORM pg_read_binary_file(path, 0, 1);
    source := format('filename %L', path);
    IF preprocessor <> '' THEN
      -- the program runs under sh: '…' quotes everything but the quote itself
      source := format('program %L', (
        SELECT string_agg('''' || replace(word, '''', '''\''''') || '''', ' ' ORDER BY place)
        FROM unnest(ARRAY[preprocessor, path]) WITH ORDINALITY AS words (word, place)));
    END IF;
    EXECUTE format(
      'CREATE FOREIGN TABLE %s.%I (%s after_last_delimiter loadpath.nothing) %s SERVER %I'
      ' OPTIONS (%s, format ''csv'', delimiter ''|'', null '''', quote %L)',
      home, file, CASE WHEN children THEN '' ELSE format('LIKE %s,', target) END,
      CASE WHEN children THEN format('INHERITS (%s)', target) ELSE '' END, server, source, E'\x01');
    CALL loadpath.mark(format('%s.%I', home, file));
    parts := parts + 1;
  END LOOP;
  IF parts = 0 THEN
    RAISE EXCEPTION 'no file part-* in %', folder USING HINT = 'Name the folder of the data set.';
  END IF;
END
$$;

-- Where COPY finds a file: what its external table says.
CREATE OR REPLACE FUNCTION loadpath.source_of(external regclass) RETURNS text
LANGUAGE sql STABLE
SET search_path TO pg_catalog, pg_temp
AS $$
  SELECT CASE option_name WHEN 'program' THEN 'PROGRAM ' ELSE '' END || quote_literal(option_value)
  FROM pg_foreign_table, pg_options_to_table(ftoptions)
  WHERE ftrelid = external AND option_name IN ('program', 'filename')
$$;

-- Raises the error that a column is NULL; for a place where a value is expected.
CREATE OR REPLACE FUNCTION loadpath.missing(name text) RETURNS text
LANGUAGE plpgsql
AS $$
BEGIN
  RAISE not_null_violation USING MESSAGE = pg_catalog.format('null value in column "%s"', name);
END
$$;

-- The statement that reads a file into a table, with the columns of the target; CREATE TABLE AS makes the table.
-- file_fdw converts only the columns that a query names: after_last_delimiter is named, or text there would be lost.
-- It declares no column NOT NULL, and to do so afterwards would read the table again, a tenth of the load:
-- required_columns makes it look for itself.
CREATE OR REPLACE FUNCTION loadpath.load_statement(
  target regclass, external regclass, way text, logging text, into_table text, required_columns boolean)
RETURNS text
LANGUAGE plpgsql STABLE
SET search_path TO pg_catalog, pg_temp
AS $$
DECLARE
  names text;
  present text;
BEGIN
  SELECT
    string_agg(quote_ident(name), ', ' ORDER BY place),
    string_agg(
      CASE WHEN required AND required_columns
      THEN format('coalesce(%I, loadpath.missing(%L)::%s) AS %1$I', name, name, type)
      ELSE quote_ident(name) END,
      ', ' ORDER BY place)
  INTO names, present
  FROM loadpath.columns_of(target);
  CASE way
    WHEN 'copy' THEN
      RETURN format(
        'COPY %s (%s, after_last_delimiter) FROM %s WITH (FORMAT csv, DELIMITER ''|'', NULL '''', QUOTE %L,'
        ' FORCE_NOT_NULL (after_last_delimiter))',
        into_table, names, loadpath.source_of(external), E'\x01');
    WHEN 'insert' THEN
      RETURN format(
        'INSERT INTO %s (%s) SELECT %2$s FROM %s WHERE after_last_delimiter IS NULL', into_table, names, external);
    WHEN 'create-table-as' THEN
      RETURN format(
        'CREATE %s TABLE %s AS SELECT %s FROM %s WHERE after_last_delimiter IS NULL',
        CASE logging WHEN 'unlogged' THEN 'UNLOGGED' ELSE '' END, into_table, present, external);
    ELSE
      RAISE EXCEPTION 'way is %, but must be copy, create-table-as or insert', way;
  END CASE;
END
$$;

-- Loads a file by the bare statement of a way, straight into the target: what a load would cost that promises nothing.
-- For comparison only. COPY needs a column after_last_delimiter, and CREATE TABLE AS makes a table for itself.
CREATE OR REPLACE PROCEDURE loadpath.load_bare(target regclass, external regclass, way text, logging text)
LANGUAGE plpgsql
SET search_path TO pg_catalog, pg_temp
SET datestyle TO 'ISO, MDY'
AS $$
DECLARE
  made text := (
    SELECT format('%s.%I', t.relnamespace::regnamespace, t.relname || '_' || f.relname)
    FROM pg_class AS t, pg_class AS f WHERE t.oid = target AND f.oid = external);
BEGIN
  EXECUTE loadpath.load_statement(
    target, external, way, logging, CASE way WHEN 'create-table-as' THEN made ELSE target::text END, false);
  IF way = 'create-table-as' THEN
    CALL loadpath.mark(made);
  END IF;
END
$$;

-- Refuses a target that tables cannot be attached to without a loss, before any row is loaded.
CREATE OR REPLACE PROCEDURE loadpath.require_attachable(target regclass, way text)
LANGUAGE plpgsql
SET search_path TO pg_catalog, pg_temp
AS $$
DECLARE
  heap boolean := (SELECT relkind = 'r' FROM pg_class WHERE oid = target);
  found text;
BEGIN
  IF NOT heap AND way = 'create-table-as' THEN
    RAISE EXCEPTION 'CREATE TABLE AS makes no partitions' USING HINT = 'Load the partitioned table by copy or insert.';
  END IF;
  WITH RECURSIVE children (id) AS (
    SELECT inhrelid::regclass FROM pg_inherits WHERE inhparent = target AND loadpath.ours(inhrelid)
    UNION ALL
    SELECT inhrelid::regclass FROM pg_inherits JOIN children ON inhparent = id
  )
  SELECT string_agg(reason, '; ' ORDER BY reason) INTO found
  FROM (
    SELECT h FROM loadpath.hindrances(target) AS h
    UNION ALL
    SELECT 'it is a partition itself' FROM pg_class WHERE oid = target AND relispartition
    UNION ALL
    SELECT format('constraint %I of %s would not hold for attached tables', conname, conrelid::regclass)
    FROM pg_constraint
    WHERE heap AND (conrelid = target OR confrelid = target) AND contype IN ('p', 'u', 'x', 'f')
    UNION ALL
    SELECT format('unique index %s would not hold for attached tables', indexrelid::regclass)
    FROM pg_index
    WHERE heap AND indrelid = target AND indisunique
      AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)
    UNION ALL
    SELECT format('trigger %I would not fire for attached rows', tgname) FROM pg_trigger
    WHERE tgrelid = target AND NOT tgisinternal
    UNION ALL
    SELECT format('column %I is generated, which CREATE TABLE AS cannot make', attname) FROM pg_attribute
    WHERE attrelid = target AND attgenerated <> '' AND NOT attisdropped AND way = 'create-table-as'
    UNION ALL
    SELECT format('partition %s was not made by Loadpath', inhrelid::regclass) FROM pg_inherits
    WHERE NOT heap AND inhparent = target AND NOT loadpath.ours(inhrelid)
    UNION ALL
    SELECT 'it needs one partition made by Loadpath, DEFAULT, to take the structure from'
    WHERE NOT heap AND NOT EXISTS (SELECT FROM pg_inherits WHERE inhparent = target AND loadpath.ours(inhrelid))
    UNION ALL
    SELECT format('%s was not made by Loadpath, but its parent was', id) FROM children WHERE NOT loadpath.ours(id)
    UNION ALL
    SELECT format('publication %I would not publish attached rows', pubname)
    FROM pg_publication_tables AS t JOIN pg_class AS c ON c.oid = target
    WHERE (t.schemaname, t.tablename) = (c.relnamespace::regnamespace::name, c.relname)
    UNION ALL
    SELECT format('%s would be lost', loss) FROM children CROSS JOIN LATERAL loadpath.losses(id) AS loss
  ) AS reasons (reason);
  IF found IS NOT NULL THEN
    RAISE EXCEPTION '% cannot be loaded by attaching tables: %', target, found
      USING HINT = 'Nothing has changed. Remove what is in the way, or let copy-postgres load the table.';
  END IF;
END
$$;

-- Makes a table that can be attached to a target.
CREATE OR REPLACE PROCEDURE loadpath.make_child(
  target regclass, made text, for_copy boolean, logging text, partition_by text)
LANGUAGE plpgsql
SET search_path TO pg_catalog, pg_temp
AS $$
BEGIN
  EXECUTE format(
    'CREATE %s TABLE %s (%s LIKE %s INCLUDING CONSTRAINTS INCLUDING GENERATED INCLUDING STORAGE INCLUDING COMPRESSION)'
    ' %s',
    CASE WHEN logging = 'unlogged' AND partition_by = '' THEN 'UNLOGGED' ELSE '' END, made,
    CASE WHEN for_copy THEN loadpath.column_for_copy() || ',' ELSE '' END, target, partition_by);
  CALL loadpath.mark(made);
END
$$;

-- Makes empty partitions in the staging like those of an attached table, with the same names.
CREATE OR REPLACE PROCEDURE loadpath.copy_partitions(original regclass, copied_parent text, staging text, logging text)
LANGUAGE plpgsql
SET search_path TO pg_catalog, pg_temp
AS $$
DECLARE
  child record;
  made text;
BEGIN
  FOR child IN
    SELECT c.oid, c.relname, pg_get_expr(c.relpartbound, c.oid) AS bound,
      CASE c.relkind WHEN 'p' THEN 'PARTITION BY ' || pg_get_partkeydef(c.oid) ELSE '' END AS partition_by
    FROM pg_inherits JOIN pg_class AS c ON c.oid = inhrelid
    WHERE inhparent = original
    ORDER BY c.relname
  LOOP
    made := format('%I.%I', staging, child.relname);
    EXECUTE format(
      'CREATE %s TABLE %s PARTITION OF %s %s %s',
      CASE WHEN logging = 'unlogged' AND child.partition_by = '' THEN 'UNLOGGED' ELSE '' END, made, copied_parent,
      child.bound, child.partition_by);
    CALL loadpath.mark(made);
    CALL loadpath.copy_partitions(child.oid, made, staging, logging);
  END LOOP;
END
$$;

-- Begins a load whose tables are attached to a target: to a heap as children that inherit from it, one for each file,
-- as a parallel direct-path load has a segment for each session; to a partitioned table as its DEFAULT partition, with
-- partitions like those that are there. The target itself stays empty.
--
-- way      copy, insert or create-table-as: the statement that loads a file
-- logging  full: the rows survive a crash of the server, which writes what the tables' own files do not hold yet to its
--          log (with wal_level = minimal, nothing of a heap); unlogged: nothing is logged, and a crash empties the
--          tables
CREATE OR REPLACE PROCEDURE loadpath.stage_attach(target regclass, way text, logging text)
LANGUAGE plpgsql
SET search_path TO pg_catalog, pg_temp
SET client_min_messages TO warning
AS $$
DECLARE
  staging text := 'loadpath_' || target::oid;
  root regclass;
  made text;
BEGIN
  IF logging NOT IN ('full', 'unlogged') THEN
    RAISE EXCEPTION 'logging is %, but must be full or unlogged', logging;
  END IF;
  CALL loadpath.require_attachable(target, way);
  IF NOT loadpath.begin_load(target, format('attach, %s, %s logging', way, logging)) THEN
    RETURN;
  END IF;
  SELECT inhrelid INTO root FROM pg_inherits JOIN pg_partitioned_table ON partrelid = inhparent WHERE inhparent = target;
  IF root IS NOT NULL THEN
    made := (SELECT format('%I.%I', staging, relname) FROM pg_class WHERE oid = root);
    CALL loadpath.make_child(
      target, made, way = 'copy', logging, coalesce('PARTITION BY ' || pg_get_partkeydef(root), ''));
    CALL loadpath.copy_partitions(root, made, staging, logging);
  END IF;
END
$$;

-- The text that UTF-8 bytes are; NULL when they are not UTF-8.
CREATE OR REPLACE FUNCTION loadpath.text_of(bytes bytea) RETURNS text
LANGUAGE plpgsql IMMUTABLE
AS $$
BEGIN
  RETURN pg_catalog.convert_from(bytes, 'UTF8');
EXCEPTION
  WHEN character_not_in_repertoire OR untranslatable_character THEN
    RETURN NULL;
END
$$;

-- Reads a file line by line, which the statement of its way has refused: its good rows go to a table, the others with
-- line and reason to the staging's table rejected. Returns how many of each. For a session that has joined a load.
CREATE OR REPLACE FUNCTION loadpath.load_line_by_line(
  target regclass, external regclass, into_table text, OUT accepted bigint, OUT refused bigint)
LANGUAGE plpgsql
AS $$
DECLARE
  columns bigint;
  names text;
  fields text;
  tests text;
BEGIN
  CREATE TEMPORARY TABLE file_lines (line bigint GENERATED ALWAYS AS IDENTITY, latin1 text NOT NULL) ON COMMIT DROP;
  -- as LATIN1 every byte is a character; one column, since its delimiter is a control character
  EXECUTE format(
    'COPY pg_temp.file_lines (latin1) FROM %s WITH (FORMAT csv, ENCODING ''LATIN1'', DELIMITER %L, NULL '''', QUOTE %L,'
    ' FORCE_NOT_NULL (latin1))',
    loadpath.source_of(external), E'\x02', E'\x01');

  SELECT
    count(*),
    string_agg(quote_ident(name), ', ' ORDER BY place),
    string_agg(format('nullif(fields[%s], '''')::%s', place, type), ', ' ORDER BY place),
    string_agg(
      format(
        'WHEN fields[%s] = '''' AND %L THEN %L',
        place, required, format('column %s: is empty, but must not be', name))
      || format(
        ' WHEN fields[%s] <> '''' AND NOT pg_input_is_valid(fields[%1$s], %L)'
        ' THEN %L || (pg_input_error_info(fields[%1$s], %2$L)).message',
        place, type, format('column %s: ', name)),
      ' ' ORDER BY place)
  INTO columns, names, fields, tests
  FROM loadpath.columns_of(target);

  EXECUTE format(
    $query$
    CREATE TEMPORARY TABLE checked_lines ON COMMIT DROP AS
    SELECT line, line_text, bytes, fields,
      CASE
        WHEN line_text IS NULL THEN 'not UTF-8 (each byte from 128 on is shown as \ooo)'
        WHEN cardinality(fields) <= %1$s
        THEN format(
          'too few fields: %%s with a | behind it, but there are %1$s columns', greatest(cardinality(fields) - 1, 0))
        WHEN cardinality(fields) > %1$s + 1
        THEN format('too many fields: %%s, but there are %1$s columns', cardinality(fields) - 1)
        %2$s
        WHEN fields[%1$s + 1] <> '' THEN 'text behind the last delimiter'
      END AS reason
    FROM pg_temp.file_lines
    CROSS JOIN LATERAL (
      SELECT CASE WHEN latin1 ~ '[^\x01-\x7f]' THEN convert_to(latin1, 'LATIN1') END AS bytes OFFSET 0) AS b
    CROSS JOIN LATERAL (
      SELECT CASE WHEN bytes IS NULL THEN latin1 ELSE loadpath.text_of(bytes) END AS line_text OFFSET 0) AS t
    CROSS JOIN LATERAL (SELECT string_to_array(line_text, '|') AS fields OFFSET 0) AS f
    $query$,
    columns, tests);

  EXECUTE format(
    'INSERT INTO %s (%s) SELECT %s FROM pg_temp.checked_lines WHERE reason IS NULL ORDER BY line',
    into_table, names, fields);
  GET DIAGNOSTICS accepted = ROW_COUNT;
  INSERT INTO rejected (file, line, reason, row_text)
  SELECT (SELECT relname FROM pg_class WHERE oid = external), line, reason, coalesce(line_text, encode(bytes, 'escape'))
  FROM pg_temp.checked_lines
  WHERE reason IS NOT NULL;
  GET DIAGNOSTICS refused = ROW_COUNT;
END
$$;

-- Loads one file, which an external table names, into the staging of stage_attach, in one transaction. The degree of
-- parallelism is the number of sessions that do it at the same time, one file each.
--
-- way is one of three statements, which read the same file through the same preprocessor: copy (COPY FROM, or COPY FROM
-- PROGRAM) is the cheapest, since it stores many rows at a time; create-table-as and insert select from the external
-- table.
--
-- The statement stops at the first row that it cannot take. Then, and only then, the file is read again line by line:
-- the good rows are loaded and the others kept. attach decides whether they are too many. A file with the characters
-- 0, 1 or 2, or with a carriage return at the end of some lines only, cannot be read that way: the load fails. A
-- partition keeps the space of what the statement had stored until then.
-- A file that is staged already is passed over.
CREATE OR REPLACE PROCEDURE loadpath.load_file(target regclass, external regclass, way text, logging text)
LANGUAGE plpgsql
AS $$
DECLARE
  file_name text;
  home oid;
  child text;
  into_table text;
  partitioned boolean;
  accepted bigint;
  refused bigint := 0;
BEGIN
  CALL loadpath.join_load(target);
  file_name := (SELECT relname FROM pg_class WHERE oid = external);
  IF EXISTS (SELECT FROM files WHERE file = file_name) THEN
    RAISE NOTICE '% is staged already', file_name;
    RETURN;
  END IF;
  SELECT oid::regclass INTO into_table FROM pg_class
  WHERE relnamespace = current_schema()::regnamespace AND relkind = 'p' AND NOT relispartition;
  partitioned := into_table IS NOT NULL;
  IF NOT partitioned THEN
    SELECT relname || '_' || file_name, relnamespace INTO child, home FROM pg_class WHERE oid = target;
    into_table := format('%I.%I', current_schema(), child);
    IF EXISTS (
      SELECT FROM pg_class AS c WHERE relnamespace = home AND relname = child
        AND NOT (loadpath.ours(oid) AND EXISTS (SELECT FROM pg_inherits WHERE inhrelid = c.oid AND inhparent = target)))
    THEN
      RAISE EXCEPTION 'the table % of schema % is in the way: no load of % made it', child, home::regnamespace, target
        USING HINT = 'Rename it.';
    END IF;
  END IF;

  BEGIN
    IF NOT partitioned AND way <> 'create-table-as' THEN
      CALL loadpath.make_child(target, into_table, way = 'copy', logging, '');
    END IF;
    EXECUTE loadpath.load_statement(target, external, way, logging, into_table, true);
    GET DIAGNOSTICS accepted = ROW_COUNT;
    IF way = 'create-table-as' THEN
      EXECUTE (
        SELECT format('ALTER TABLE %s ', into_table) || string_agg(clause, ', ')
        FROM (
          SELECT format('ADD NOT NULL %I NOT VALID', name) FROM loadpath.columns_of(target) WHERE required
          UNION ALL
          SELECT format('ADD CONSTRAINT %I %s', conname, pg_get_constraintdef(oid)) FROM pg_constraint
          WHERE conrelid = target AND contype = 'c' AND NOT connoinherit
        ) AS clauses (clause));
      CALL loadpath.mark(into_table);
    END IF;
  EXCEPTION
    WHEN data_exception OR integrity_constraint_violation THEN
      RAISE NOTICE '% is read line by line, since %', file_name, SQLERRM;
      IF NOT partitioned THEN
        CALL loadpath.make_child(target, into_table, false, logging, '');
      END IF;
      SELECT l.accepted, l.refused INTO accepted, refused
      FROM loadpath.load_line_by_line(target, external, into_table) AS l;
  END;
  INSERT INTO files VALUES (file_name, accepted + refused, accepted, refused);
END
$$;

-- Ends a load in one transaction: the staged tables become the target's content, in place of what loads before have
-- attached and of what the target itself held. Tables that a user has made its children stay. Returns the rows read,
-- accepted and rejected.
--
-- file_names    names of the files that must be staged
-- reject_limit  maximum of rejected rows in all files together
--
-- When a file is not staged, or more rows are rejected, the target stays as it is; loadpath.rejected(target) has the
-- rejected rows with file, line and reason.
-- A transaction that reads with an older snapshot (REPEATABLE READ) and has not read the target before sees no rows in
-- it from here on: its old tables are dropped, and the new ones are too new for it.
CREATE OR REPLACE FUNCTION loadpath.attach(target regclass, file_names text[], reject_limit bigint)
RETURNS TABLE (input numeric, accepted numeric, refused numeric)
LANGUAGE plpgsql
SET search_path TO pg_catalog, pg_temp
SET client_min_messages TO warning
AS $$
DECLARE
  staging text := loadpath.staging_of(target, true);
  home text := (SELECT relnamespace::regnamespace FROM pg_class WHERE oid = target);
  partitioned boolean := (SELECT relkind = 'p' FROM pg_class WHERE oid = target);
  missing text;
  first_rows text;
  moved regclass;
  required name;
BEGIN
  CALL loadpath.lock_tables(ARRAY[target], 'ACCESS EXCLUSIVE');
  CALL loadpath.require_attachable(target, '');
  EXECUTE format(
    'SELECT string_agg(f, '', '' ORDER BY f) FROM unnest($1) AS f WHERE f NOT IN (SELECT file FROM %I.files)', staging)
  INTO missing USING file_names;
  IF missing IS NOT NULL THEN
    RAISE EXCEPTION 'not staged: %; the table is left as it was', missing;
  END IF;
  EXECUTE format('SELECT sum(input_rows), sum(accepted_rows), sum(rejected_rows) FROM %I.files', staging)
  INTO input, accepted, refused;
  IF refused > reject_limit THEN
    SELECT string_agg(format('%s, line %s, %s', file, line, reason), E'\n' ORDER BY file, line) INTO first_rows
    FROM (SELECT * FROM loadpath.rejected(target) ORDER BY file, line LIMIT 5) AS r;
    RAISE EXCEPTION '% of % rows rejected, which is more than the reject limit of %; the table is left as it was',
      refused, input, reject_limit USING DETAIL = first_rows;
  END IF;

  FOR moved IN SELECT inhrelid FROM pg_inherits WHERE inhparent = target AND loadpath.ours(inhrelid) LOOP
    EXECUTE format('DROP TABLE %s', moved);
  END LOOP;
  IF NOT partitioned AND pg_relation_size(target) > 0 THEN
    EXECUTE format('TRUNCATE ONLY %s', target);
  END IF;
  -- CREATE TABLE AS has looked for NULL itself: its NOT NULL holds for the rows to come
  FOR required IN
    SELECT conname FROM pg_constraint
    WHERE conrelid = target AND contype = 'n' AND NOT connoinherit AND EXISTS (
      SELECT FROM pg_constraint WHERE connamespace = staging::regnamespace AND contype = 'n' AND NOT convalidated)
  LOOP
    EXECUTE format('ALTER TABLE %s ALTER CONSTRAINT %I NO INHERIT', target, required);
  END LOOP;
  FOR moved IN
    SELECT oid FROM pg_class
    WHERE relnamespace = staging::regnamespace AND relkind IN ('r', 'p') AND relname NOT IN ('files', 'rejected')
    ORDER BY oid
  LOOP
    EXECUTE format('ALTER TABLE %s SET SCHEMA %s', moved, home);
    IF NOT partitioned THEN
      EXECUTE format('ALTER TABLE %s INHERIT %s', moved, target);
    ELSIF NOT (SELECT relispartition FROM pg_class WHERE oid = moved) THEN
      EXECUTE format('ALTER TABLE %s DROP COLUMN IF EXISTS after_last_delimiter', moved);
      EXECUTE format('ALTER TABLE %s ATTACH PARTITION %s DEFAULT', target, moved);
    END IF;
  END LOOP;
  RETURN NEXT;
END
$$;

COMMIT;

-- Removes the objects of loads. Part of functions.sql.

-- Drops the staging of a target, and ends the other sessions of its load: only sessions of loads hold these locks.
CREATE OR REPLACE PROCEDURE :functions.drop_staging(target oid)
LANGUAGE plpgsql SET search_path FROM CURRENT SET client_min_messages TO warning AS $$
DECLARE
  tables text;
  dependents text;
BEGIN
  FOR i IN 1..500 LOOP -- 10 s
    EXIT WHEN NOT EXISTS (SELECT FROM sessions(target) AS pid WHERE pid <> pg_backend_pid());
    IF i = 1 THEN
      PERFORM pg_terminate_backend(pid) FROM sessions(target) AS pid WHERE pid <> pg_backend_pid();
    END IF;
    PERFORM pg_sleep(0.02);
  END LOOP;
  SELECT string_agg(id::text, ', ') INTO tables FROM staged(target) AS id;
  IF tables IS NOT NULL THEN
    EXECUTE 'DROP TABLE ' || tables;
  END IF;
EXCEPTION
  WHEN dependent_objects_still_exist THEN
    GET STACKED DIAGNOSTICS dependents = PG_EXCEPTION_DETAIL;
    RAISE EXCEPTION 'the staging of a load is not dropped, because Loadpath did not make these objects: %', dependents
      USING HINT = 'Move or drop these first.';
END
$$;

-- Drops a table or a view of Loadpath, if it exists, with the staging and the tables of its loads. With a server, also this
-- foreign server of make_server with its external tables, and file_fdw if make_server made it and nothing else uses it.
-- It drops nothing if any of these is not Loadpath's or has dependents. Safe to run twice, and after a kill. It ends only
-- the sessions of loads into the table; for readers it waits as lock_tables does.
-- path is the search_path that finds the table.
CREATE OR REPLACE PROCEDURE :functions.drop_relation(
  name text, server text DEFAULT NULL, path text DEFAULT current_setting('search_path'))
LANGUAGE plpgsql SET search_path FROM CURRENT SET client_min_messages TO warning AS $$
DECLARE
  functions_path text := current_setting('search_path');
  server_id oid := (SELECT oid FROM pg_foreign_server WHERE srvname = server);
  relation regclass;
  kind text;
  dependents text;
BEGIN
  PERFORM set_config('search_path', path, true);
  relation := to_regclass(name);
  PERFORM set_config('search_path', functions_path, true);
  IF server_id IS NOT NULL THEN
    CALL require_ours('the foreign server ' || server, obj_description(server_id, 'pg_foreign_server'));
  END IF;
  SELECT relkind INTO kind FROM pg_class WHERE oid = relation;
  IF kind IS NOT NULL THEN
    CALL require_ours(name, obj_description(relation, 'pg_class'));
  END IF;
  IF kind IN ('r', 'p') THEN
    CALL drop_staging(relation);
    CALL lock_tables(ARRAY[relation], 'ACCESS EXCLUSIVE');
    SELECT string_agg('table ' || id, ', ') INTO dependents FROM family(relation) AS id
    WHERE NOT ours(id);
    IF dependents IS NOT NULL THEN
      RAISE dependent_objects_still_exist USING DETAIL = dependents;
    END IF;
  END IF;
  -- foreign tables first: they may inherit from the table
  EXECUTE coalesce(
    (SELECT 'DROP FOREIGN TABLE ' || string_agg(ftrelid::regclass::text, ', ') FROM pg_foreign_table
      WHERE ftserver = server_id AND ours(ftrelid)), '');
  IF kind IN ('r', 'p') THEN
    EXECUTE (
      SELECT 'DROP TABLE ' || string_agg(id::text, ', ')
      FROM (
        SELECT family(relation)
        UNION
        SELECT objoid::regclass FROM pg_description
        WHERE classoid = 'pg_class'::regclass AND objsubid = 0
          AND description = 'Loadpath: made by a bare load of ' || relation::oid) AS tables (id));
  ELSIF kind = 'v' THEN
    EXECUTE format('DROP VIEW %s', relation);
  END IF;
  IF server_id IS NOT NULL THEN
    EXECUTE format('DROP SERVER %I', server);
    CALL drop_extension();
  END IF;
EXCEPTION
  WHEN dependent_objects_still_exist THEN
    GET STACKED DIAGNOSTICS dependents = PG_EXCEPTION_DETAIL;
    RAISE EXCEPTION '% is not dropped, because Loadpath did not make these objects, which depend on it: %',
      concat_ws(' or the server ', name, server), dependents USING HINT = 'Move or drop these first.';
END
$$;

-- Drops file_fdw if make_server made it, unless something uses it.
CREATE OR REPLACE PROCEDURE :functions.drop_extension()
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF EXISTS (
    SELECT FROM pg_extension WHERE extname = 'file_fdw' AND obj_description(oid, 'pg_extension') LIKE 'Loadpath:%') THEN
    DROP EXTENSION file_fdw;
  END IF;
EXCEPTION
  WHEN dependent_objects_still_exist OR insufficient_privilege THEN
    NULL;
END
$$;

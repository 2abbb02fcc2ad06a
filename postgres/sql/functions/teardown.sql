-- Removes the objects of loads. Part of functions.sql.

-- Drops a schema that Loadpath made, with Loadpath's tables in it. It refuses, by name, other objects in the schema or
-- dependent on it.
CREATE OR REPLACE PROCEDURE loadpath.drop_ours(name text)
LANGUAGE plpgsql SET search_path TO pg_catalog, pg_temp SET client_min_messages TO warning AS $$
DECLARE
  schema regnamespace := to_regnamespace(quote_ident(name));
  dependents text;
BEGIN
  IF schema IS NULL THEN
    RETURN;
  END IF;
  CALL loadpath.require_ours('the schema ' || name, obj_description(schema, 'pg_namespace'));
  -- foreign tables first: they may inherit from the others
  EXECUTE coalesce(string_agg(format('DROP %s %s', kind, tables), '; ' ORDER BY kind), '')
  FROM (
    SELECT CASE relkind WHEN 'f' THEN 'FOREIGN TABLE' ELSE 'TABLE' END, string_agg(oid::regclass::text, ', ')
    FROM pg_class
    WHERE relnamespace = schema AND relkind IN ('r', 'p', 'f') AND loadpath.ours(oid)
    GROUP BY 1
  ) AS kinds (kind, tables);
  EXECUTE format('DROP SCHEMA %I', name);
EXCEPTION
  WHEN dependent_objects_still_exist THEN
    GET STACKED DIAGNOSTICS dependents = PG_EXCEPTION_DETAIL;
    RAISE EXCEPTION 'the schema % is not dropped, because Loadpath did not make these objects in it or dependent on it: %',
      name, dependents USING HINT = 'Move or drop these first.';
END
$$;

-- Drops the staging of a target, and ends the other sessions of its load: only sessions of loads hold these locks.
CREATE OR REPLACE PROCEDURE loadpath.drop_staging(target oid)
LANGUAGE plpgsql SET search_path TO pg_catalog, pg_temp AS $$
BEGIN
  PERFORM pg_terminate_backend(pid, 10000) FROM loadpath.sessions(target) AS pid WHERE pid <> pg_backend_pid();
  CALL loadpath.drop_ours('loadpath_' || target);
END
$$;

-- Drops the schema of make_schema, with the foreign server of the same name and the staging of its tables. Nothing is
-- dropped if the schema or server is not Loadpath's, holds other objects, or has dependents. Safe to run twice, and after
-- a kill. It ends only the sessions of loads into its tables; for readers it waits as lock_tables does.
CREATE OR REPLACE PROCEDURE loadpath.drop_schema(name text)
LANGUAGE plpgsql SET search_path TO pg_catalog, pg_temp SET client_min_messages TO warning AS $$
DECLARE
  server oid := (SELECT oid FROM pg_foreign_server WHERE srvname = name);
  target oid;
  tables regclass[] := ARRAY(
    SELECT oid::regclass FROM pg_class
    WHERE relnamespace = to_regnamespace(quote_ident(name)) AND relkind IN ('r', 'p') AND loadpath.ours(oid));
BEGIN
  IF server IS NOT NULL THEN
    CALL loadpath.require_ours('the foreign server ' || name, obj_description(server, 'pg_foreign_server'));
  END IF;
  FOREACH target IN ARRAY tables LOOP
    CALL loadpath.drop_staging(target);
  END LOOP;
  IF cardinality(tables) > 0 THEN
    CALL loadpath.lock_tables(tables, 'ACCESS EXCLUSIVE');
  END IF;
  CALL loadpath.drop_ours(name);
  EXECUTE format('DROP SERVER IF EXISTS %I', name);
END
$$;

-- Drops a table or a view of Loadpath, if it exists. It refuses one that is not Loadpath's or has dependents.
CREATE OR REPLACE PROCEDURE loadpath.drop_relation(name text)
LANGUAGE plpgsql AS $$
DECLARE
  relation regclass := pg_catalog.to_regclass(name);
BEGIN
  IF relation IS NULL THEN
    RETURN;
  END IF;
  CALL loadpath.require_ours(name, pg_catalog.obj_description(relation, 'pg_class'));
  EXECUTE pg_catalog.format(
    'DROP %s %s',
    (SELECT CASE relkind WHEN 'v' THEN 'VIEW' ELSE 'TABLE' END FROM pg_catalog.pg_class WHERE oid = relation),
    relation);
END
$$;

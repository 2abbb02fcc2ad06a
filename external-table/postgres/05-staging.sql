-- Makes the place where a load gathers its rows until they are attached: the schema of the target with _staging behind
-- its name. One load of a target at a time.
--
--   psql -v schema=card_load -v way=copy -v logging=full -f 05-staging.sql
--
-- schema   as in 01-server.sql
-- way      copy, insert or create-table-as: the statement that loads a file, see 06-load.sql
-- logging  full: the rows survive a crash of the server, which writes what the tables' own files do not hold yet to its
--          log (with wal_level = minimal, nothing of a heap); unlogged: nothing is logged, and a crash empties the
--          tables
--
-- What a load that was killed has left there is removed, and a session that still works on it is ended (this takes
-- pg_signal_backend for sessions of others). A place that no load has used yet is kept.
\set ON_ERROR_STOP on

\set staging :schema _staging

SET search_path TO :"schema";
SET client_min_messages TO warning;
SET loadpath.staging TO :'staging';
SET loadpath.way TO :'way';
SET loadpath.logging TO :'logging';

DO $$
DECLARE
  staging text := current_setting('loadpath.staging');
  way text := current_setting('loadpath.way');
  logging text := current_setting('loadpath.logging');
  kind text := format('staging for %s, %s logging', way, logging);
  partitioned boolean := EXISTS (SELECT FROM pg_partitioned_table WHERE partrelid = 'all_card_trans'::regclass);
BEGIN
  -- a session that makes a table there holds a lock on the schema, one that fills partitions on these
  PERFORM pg_terminate_backend(pid, 10000)
  FROM (
    SELECT DISTINCT l.pid
    FROM pg_locks AS l
    JOIN pg_database AS d ON d.oid = l.database
    LEFT JOIN pg_class AS c ON c.oid = l.relation
    WHERE to_regnamespace(quote_ident(staging))
        IN (c.relnamespace, CASE l.classid WHEN 'pg_namespace'::regclass THEN l.objid END)
      AND d.datname = current_database() AND l.pid <> pg_backend_pid()
  ) AS sessions;

  IF obj_description(to_regnamespace(quote_ident(staging)), 'pg_namespace') = kind
    AND NOT EXISTS (SELECT FROM load_files)
    AND NOT EXISTS (
      SELECT FROM pg_class
      WHERE relnamespace = to_regnamespace(quote_ident(staging)) AND relkind = 'r' AND pg_relation_size(oid) > 0)
  THEN
    RETURN;
  END IF;
  IF logging NOT IN ('full', 'unlogged') THEN
    RAISE EXCEPTION 'logging is %, but must be full or unlogged', logging;
  END IF;
  IF partitioned AND way = 'create-table-as' THEN
    RAISE EXCEPTION 'CREATE TABLE AS makes no partitions'
      USING HINT = 'Load the partitioned table by copy or insert.';
  END IF;

  EXECUTE format('DROP SCHEMA IF EXISTS %I CASCADE', staging);
  TRUNCATE load_files, rejected_rows;

  EXECUTE format('CREATE SCHEMA %I', staging);
  EXECUTE format('COMMENT ON SCHEMA %I IS %L', staging, kind);
  IF partitioned THEN
    EXECUTE format(
      'CREATE TABLE %I.all_card_trans_months (%s LIKE all_card_trans) PARTITION BY RANGE (purchase_dt)',
      staging, CASE way WHEN 'copy' THEN column_for_copy() || ',' ELSE '' END);
    PERFORM make_partitions(
      format('%I.all_card_trans_months', staging)::regclass, CASE logging WHEN 'unlogged' THEN 'UNLOGGED' ELSE '' END);
  END IF;
END
$$;

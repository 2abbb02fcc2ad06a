-- Removes all that the other scripts made. Safe to run twice, and at any point of a load.
-- PostgreSQL 14 or later.
--
--   psql -v schema=card_load -f 09-teardown.sql
--
-- schema  as in 01-server.sql
--
-- A session that still works on these tables, because its client was killed, is ended first (this
-- takes pg_signal_backend for sessions of others).
-- The extension file_fdw stays: others may use it. DROP EXTENSION file_fdw removes it.
\set ON_ERROR_STOP on

\set staging :schema _staging

SET client_min_messages TO warning;

SELECT pg_terminate_backend(pid, 10000)
FROM (
  SELECT DISTINCT l.pid
  FROM pg_locks AS l
  JOIN pg_class AS c ON c.oid = l.relation
  JOIN pg_namespace AS n ON n.oid = c.relnamespace
  JOIN pg_database AS d ON d.oid = l.database
  WHERE n.nspname IN (:'schema', :'staging') AND d.datname = current_database() AND l.pid <> pg_backend_pid()
) AS sessions;

DROP SCHEMA IF EXISTS :"staging" CASCADE;

DROP SCHEMA IF EXISTS :"schema" CASCADE;

DROP SERVER IF EXISTS :"schema" CASCADE;

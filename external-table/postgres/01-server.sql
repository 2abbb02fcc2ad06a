-- Makes the schema and the foreign server of the external tables, and replaces those of an earlier load.
-- postgres/sql/functions.sql must have run before. PostgreSQL 18 or later.
--
--   psql -v schema=card_load -f 01-server.sql
--
-- schema  name of a new schema and of its foreign server
--
-- Needs a superuser, or CREATE on the database, file_fdw installed, and membership of
-- pg_read_server_files (and of pg_execute_server_program for a preprocessor).
-- Refuses a schema or server that Loadpath did not make, or that holds other objects.
\set ON_ERROR_STOP on

SET client_min_messages TO warning;

CREATE EXTENSION IF NOT EXISTS file_fdw;

CALL loadpath.drop_schema(:'schema');

CALL loadpath.make_schema(:'schema');

CREATE SERVER :"schema" FOREIGN DATA WRAPPER file_fdw;

COMMENT ON SERVER :"schema" IS 'Loadpath: made for a load, and dropped with its schema';

-- Makes the schema and the foreign server that the external tables live in. PostgreSQL 10 or later.
--
--   psql -v schema=card_load -f 01-server.sql
--
-- schema  name of a new schema, and of the foreign server that goes with it
--
-- Needs a superuser, or CREATE on the database, file_fdw installed, and membership of
-- pg_read_server_files (and of pg_execute_server_program for a preprocessor).
\set ON_ERROR_STOP on

SET client_min_messages TO warning;

CREATE EXTENSION IF NOT EXISTS file_fdw;

CREATE SCHEMA :"schema";

-- the type of what must not be there: an empty field is NULL, anything else is an error
CREATE TYPE :"schema".nothing AS ENUM ();

CREATE SERVER :"schema" FOREIGN DATA WRAPPER file_fdw;

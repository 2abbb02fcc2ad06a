-- Removes the schema with the tables that Loadpath made, its foreign server, and the staging. Safe to run twice, and at
-- any point of a load: it ends the load's sessions. If another object is in the schema or depends on it, all stays, and
-- an error names the object.
--
--   psql -v schema=card_load -f 09-teardown.sql
--
-- schema  as in 01-server.sql
--
-- The extension file_fdw and the schema loadpath stay: others may use them. DROP EXTENSION file_fdw and DROP SCHEMA
-- loadpath CASCADE remove them.
\set ON_ERROR_STOP on

CALL loadpath.drop_schema(:'schema');

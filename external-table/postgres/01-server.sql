-- Makes the foreign server of the external tables, and drops the table and the server of an earlier load.
-- postgres/sql/functions.sql must have run before. PostgreSQL 13 or later.
--
--   psql -v functions=loadpath -v table=all_card_trans -v server=card_files -f 01-server.sql
--
-- functions  the schema of the functions
-- table      the table to load, as SQL writes its name; another script makes it
-- server     name of the new foreign server; servers belong to the database, not to a schema
--
-- Needs a superuser, or file_fdw installed with USAGE on it, and membership of
-- pg_read_server_files (and of pg_execute_server_program for a preprocessor).
-- Refuses a table or server that Loadpath did not make, or on which other objects depend.
\set ON_ERROR_STOP on

CALL :functions.drop_relation(:'table', :'server');

CALL :functions.make_server(:'server', current_schema());

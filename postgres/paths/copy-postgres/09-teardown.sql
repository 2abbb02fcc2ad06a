-- Removes all that the other scripts made. Safe to run twice, and at any point of a load.
--
--   psql -v schema=card_load -f 09-teardown.sql
--
-- schema  as in 01-target.sql
\set ON_ERROR_STOP on

SET client_min_messages TO warning;

DROP SCHEMA IF EXISTS :"schema" CASCADE;

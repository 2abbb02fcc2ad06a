-- Begins a load like copy-begin.sql, of rows that a client sends by binary COPY: the delimiter at the end of a row stays
-- with the client. bin/postgres copy --to-binary '|' --delimiter-at-end runs all of it: see the path copy-postgres.
-- table  the table to load, as SQL writes its name
\set ON_ERROR_STOP on

CALL loadpath.stage_replace(:'table', delimiter_at_end => false);

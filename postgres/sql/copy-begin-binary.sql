-- Begins a load like copy-begin.sql, of rows that a client sends by binary COPY, without the delimiter at the end of a
-- row. See the path copy-load-postgres.
--
--   engines/bin/postgres copy --to-binary '|' --delimiter-at-end -v table=cards.all_card_trans --before copy-begin-binary.sql …
-- table  the table to load, as SQL writes its name, with its schema
\set ON_ERROR_STOP on

CALL loadpath.stage_replace(:'table', delimiter_at_end => false);

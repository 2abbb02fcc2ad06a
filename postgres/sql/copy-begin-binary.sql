-- Begins a load like copy-begin.sql, of rows that a client sends by binary COPY, without the delimiter at the end of a
-- row. See the path copy-load-postgres.
--
--   engines/bin/postgres copy --to-binary '|' --delimiter-at-end -v functions=loadpath -v table=all_card_trans \
--     --before copy-begin-binary.sql …
--
-- functions, table  as in copy-begin.sql
\set ON_ERROR_STOP on

CALL :functions.stage_replace(:'table', delimiter_at_end => false);

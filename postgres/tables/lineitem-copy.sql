-- Loads one file of LINEITEM in a separate session: see ../sql/copy-begin.sql.
--
--   psql -v functions=loadpath -v table=lineitem -v file=part-00000.tbl -f lineitem-copy.sql <part-00000.tbl
\set ON_ERROR_STOP on

\ir lineitem-format.sql

BEGIN;

SELECT :functions.join_load(:'table', :'date_order') AS loaded \gset

-- psql replaces no variables in the words of \copy, but runs a variable that holds all of them
\set copy '\\copy ' :loaded ' FROM pstdin (' :copy_options ')'
:copy

CALL :functions.file_loaded(:'table', :'file', :ROW_COUNT);

COMMIT;

-- Loads one file in a separate session: see copy-begin.sql. The transaction sees the staging as its search_path.
--
--   psql -v table=card_load.all_card_trans -v file=part-00000.tbl -f copy-file.sql <part-00000.tbl
--
-- The quote is a character that text does not hold: the files know neither quotes nor escapes. With FORCE_NOT_NULL, the
-- empty field behind the last '|' is '' instead of NULL.
\set ON_ERROR_STOP on

BEGIN;

CALL loadpath.join_load(:'table');

\copy loaded FROM pstdin (FORMAT csv, DELIMITER '|', NULL '', QUOTE E'\x01', FORCE_NOT_NULL (after_last_delimiter))

CALL loadpath.file_loaded(:'table', :'file', :ROW_COUNT);

COMMIT;

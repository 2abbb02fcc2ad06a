-- Loads one file of ALL_CARD_TRANS in a separate session: see ../sql/copy-begin.sql. Name the table with its schema, because the
-- transaction has the staging as its search_path.
--
--   psql -v table=public.all_card_trans -v file=part-00000.tbl -f all-card-trans-copy.sql <part-00000.tbl
--
-- The quote is a character that text does not hold: the files know neither quotes nor escapes.
-- With force_not_null, the empty field after the last delimiter is '' instead of NULL.
-- psql replaces no variables in \copy: all-card-trans-format.sql has the same options.
\set ON_ERROR_STOP on

BEGIN;

CALL loadpath.join_load(:'table', 'MDY');

\copy loaded FROM pstdin (format 'csv', delimiter '|', null '', quote E'\x01', force_not_null (after_last_delimiter))

CALL loadpath.file_loaded(:'table', :'file', :ROW_COUNT);

COMMIT;

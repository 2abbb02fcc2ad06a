-- Loads one file of [=title] in a separate session: see ../sql/copy-begin.sql. Name the table with its schema, because the
-- transaction has the staging as its search_path.
--
--   psql -v table=public.[=table.sqlName()] -v file=part-00000.tbl -f [=table.name]-copy.sql <part-00000.tbl
--
[#if !format.quote?? && !format.escape??]
-- The quote is a character that text does not hold: the files know neither quotes nor escapes.
[/#if]
[#if format.delimiterAfterLast]
-- With force_not_null, the empty field after the last delimiter is '' instead of NULL.
[/#if]
-- psql replaces no variables in \copy: [=table.name]-format.sql has the same options.
\set ON_ERROR_STOP on

BEGIN;

CALL loadpath.join_load(:'table', '[=copy.dateOrder()]');

\copy loaded FROM pstdin ([=copy.copyOptions()])

CALL loadpath.file_loaded(:'table', :'file', :ROW_COUNT);

COMMIT;

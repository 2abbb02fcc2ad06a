-- Begins a load whose tables are attached to a target. The session must stay open until 05-attach.sql has run in it.
--
--   cd external-table/postgres
--   psql -v functions=loadpath -v table=all_card_trans -v way=copy -v logging=full \
--        -v files=part-00000.tbl,part-00001.tbl -v reject_limit=0 <<'SQL'
--     \i ../../postgres/tables/all-card-trans-format.sql
--     \i 03-stage.sql
--     \! for f in part-00000.tbl part-00001.tbl; do psql -v functions=loadpath -v table=all_card_trans -v way=copy -v logging=full -v file=$f -f ../../postgres/tables/all-card-trans-format.sql -f 04-load.sql & done; wait
--     \i 05-attach.sql
--   SQL
--
-- way      copy, insert or create-table-as
-- logging  full or unlogged
-- stage_attach in postgres/sql/functions/attach.sql explains both, and delimiter_at_end of …-format.sql.
\set ON_ERROR_STOP on

CALL :functions.stage_attach(:'table', :'way', :'logging', :delimiter_at_end);

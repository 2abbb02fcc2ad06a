-- Loads one file into the staging of 03-stage.sql. Each file needs its own session: see load_file in
-- postgres/sql/functions/attach.sql.
--
--   psql -v functions=loadpath -v table=all_card_trans -v way=copy -v logging=full -v file=part-00000.tbl \
--        -f ../../postgres/tables/all-card-trans-format.sql -f 04-load.sql
--
-- file        the external table of 02-external-tables.sql
-- date_order  MDY or DMY, the order of dates with slashes or points, as …-format.sql says
-- the others  as in 03-stage.sql
\set ON_ERROR_STOP on

CALL :functions.load_file(:'table', :'file', :'way', :'logging', :'date_order');

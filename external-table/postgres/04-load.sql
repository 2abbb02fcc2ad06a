-- Loads one file into the staging of 03-stage.sql. Each file needs its own session: see loadpath.load_file.
--
--   psql -v table=card_load.all_card_trans -v schema=card_load -v way=copy -v logging=full -v file=part-00000.tbl \
--        -f ../../postgres/tables/all-card-trans-format.sql -f 04-load.sql
--
-- schema, file  the external table of 02-external-tables.sql
-- date_order    MDY or DMY, the order of dates with slashes or points, as …-format.sql says
-- the others    as in 03-stage.sql
\set ON_ERROR_STOP on

CALL loadpath.load_file(:'table', format('%I.%I', :'schema', :'file')::regclass, :'way', :'logging', :'date_order');

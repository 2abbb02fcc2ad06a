-- Loads one file straight into the table by the bare statement of a way: the cost of a load without promises. For
-- comparison only.
--
--   psql -v functions=loadpath -v table=all_card_trans -v way=copy -v logging=full -v file=part-00000.tbl \
--        -f ../../postgres/tables/all-card-trans-format.sql -f 10-bare.sql
--
-- The variables are those of 04-load.sql. COPY needs a column for the text after the last delimiter, if the rows end with
-- one. Partitions must exist. CREATE TABLE AS makes a table of its own. See the setup of the path
-- external-table-bare-load-postgres.
\set ON_ERROR_STOP on

CALL :functions.load_bare(:'table', :'file', :'way', :'logging', :'date_order');

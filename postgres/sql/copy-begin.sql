-- Begins a load that replaces a table's rows by those of files that a client sends by COPY. One session, which stays
-- open until the end, runs this and copy-end.sql; each file is loaded in a separate session between them.
--
--   cd postgres/sql
--   psql -v functions=loadpath -v table=all_card_trans -v files=2 <<'SQL'
--     \i ../tables/all-card-trans-format.sql
--     \i copy-begin.sql
--     \! for f in /data/part-00000.tbl /data/part-00001.tbl; do psql -v ON_ERROR_STOP=1 -v functions=loadpath -v file=$f -v table=all_card_trans -f ../tables/all-card-trans-copy.sql <$f & done; wait
--     \set rows `cat /data/part-*.tbl | wc -l`
--     \i copy-end.sql
--   SQL
--
-- engines/bin/postgres copy runs all of it: see the path copy-load-postgres. functions.sql must have run before.
-- functions         the schema of the functions
-- table             the table to load, as SQL writes its name
-- delimiter_at_end  whether the files' rows end with a delimiter, as ../tables/…-format.sql says
\set ON_ERROR_STOP on

CALL :functions.stage_replace(:'table', delimiter_at_end => :delimiter_at_end);

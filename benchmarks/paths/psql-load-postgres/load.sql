-- Prints the script that loads one file: see setup. The variables are those of the table's format.
\if :delimiter_at_end
ALTER TABLE psql_load_postgres ADD COLUMN after_last_delimiter text;
\endif
\echo 'SET datestyle TO ISO,' :date_order ';'
\echo '\\copy psql_load_postgres from pstdin (' :copy_options ')'

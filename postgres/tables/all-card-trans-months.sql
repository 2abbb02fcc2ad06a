-- Makes the partitions of ALL_CARD_TRANS: a month each from 2007-01-01 to before 2010-01-01, and one for all other dates. They are
-- directly below the table, as in most partitioned tables. A load through the table finds the partition of each row.
--
--   psql -v functions=loadpath -v table=all_card_trans -v logging=full -f all-card-trans-months.sql
--
-- functions  the schema of the functions: see ../sql/functions.sql
-- table      as in all-card-trans.sql, with partition_by='PARTITION BY RANGE (purchase_dt)'
-- logging    full, or unlogged: a crash of the server empties the partitions
\set ON_ERROR_STOP on

SELECT
  count(:functions.make_partition(
    :'table', to_char(month, '_YYYY_MM'),
    format('FOR VALUES FROM (%L) TO (%L)', month::date, (month + interval '1 month')::date), '', :'logging')),
  (SELECT :functions.make_partition(:'table', '_other', 'DEFAULT', '', :'logging'))
FROM generate_series(timestamp '2007-01-01', timestamp '2010-01-01' - interval '1 month', '1 month') AS month;

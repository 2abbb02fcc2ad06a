[#assign column = postgres.name(keys.column)]
[#assign key = postgres.literal("PARTITION BY RANGE (" + column + ")")]
-- Makes the partitions of [=title]: a month each from [=keys.from] to before [=keys.to], and one for all other dates. They are
-- directly below the table, as in most partitioned tables. A load through the table finds the partition of each row.
--
--   psql -v functions=loadpath -v table=[=table.sqlName()] -v logging=full -f [=table.name]-months.sql
--
-- functions  the schema of the functions: see ../sql/functions.sql
-- table      as in [=table.name].sql, with partition_by=[=key]
-- logging    full, or unlogged: a crash of the server empties the partitions
\set ON_ERROR_STOP on

SELECT
  count(:functions.make_partition(
    :'table', to_char(month, '_YYYY_MM'),
    format('FOR VALUES FROM (%L) TO (%L)', month::date, (month + interval '1 month')::date), '', :'logging')),
  (SELECT :functions.make_partition(:'table', '_other', 'DEFAULT', '', :'logging'))
FROM generate_series(timestamp '[=keys.from]', timestamp '[=keys.to]' - interval '1 month', '1 month') AS month;

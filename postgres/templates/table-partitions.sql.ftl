[#assign column = postgres.name(keys.column)]
[#assign key = postgres.literal("PARTITION BY RANGE (" + column + ")")]
-- Makes the partitions of [=title]: the months from [=keys.from] to before [=keys.to][#if keys.bucketColumn??], each in two ranges of [=postgres.name(keys.bucketColumn)][/#if],
-- and one for all other dates. All of them are in one DEFAULT partition, which a load replaces.
--
--   psql -v functions=loadpath -v table=[=table.sqlName()] -v logging=full -f [=table.name]-partitions.sql
--
-- functions  the schema of the functions: see ../sql/functions.sql
-- table      as in [=table.name].sql, with partition_by=[=key]
-- logging    full, or unlogged: a crash of the server empties the partitions
\set ON_ERROR_STOP on

WITH root AS MATERIALIZED (
  SELECT :functions.make_partition(:'table', '_months', 'DEFAULT', [=key], :'logging') AS id
),
months AS MATERIALIZED (
  SELECT :functions.make_partition(
    id, to_char(month, '_YYYY_MM'),
    format('FOR VALUES FROM (%L) TO (%L)', month::date, (month + interval '1 month')::date),
[#if keys.bucketColumn??]
[#assign middle = postgres.literal(keys.bounds[(keys.bounds?size / 2)?floor])]
    [=postgres.literal("PARTITION BY RANGE (" + postgres.name(keys.bucketColumn) + ")")], :'logging') AS id
  FROM root, generate_series(timestamp '[=keys.from]', timestamp '[=keys.to]' - interval '1 month', '1 month') AS month
),
ranges AS MATERIALIZED (
  SELECT :functions.make_partition(id, suffix, bound, '', :'logging') AS id
  FROM months, (VALUES
    ('_low', [=postgres.literal("FOR VALUES FROM (MINVALUE) TO (" + middle + ")")]),
    ('_high', [=postgres.literal("FOR VALUES FROM (" + middle + ") TO (MAXVALUE)")])) AS halves (suffix, bound)
)
SELECT count(id), (SELECT :functions.make_partition(id, '_other', 'DEFAULT', '', :'logging') FROM root) FROM ranges;
[#else]
    '', :'logging') AS id
  FROM root, generate_series(timestamp '[=keys.from]', timestamp '[=keys.to]' - interval '1 month', '1 month') AS month
)
SELECT count(id), (SELECT :functions.make_partition(id, '_other', 'DEFAULT', '', :'logging') FROM root) FROM months;
[/#if]

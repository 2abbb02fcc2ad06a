-- Makes the partitions of ALL_CARD_TRANS: the months from 2007-01-01 to before 2010-01-01, each in two ranges of card_no,
-- and one for all other dates. All of them are in one DEFAULT partition, which a load replaces.
--
--   psql -v functions=loadpath -v table=all_card_trans -v logging=full -f all-card-trans-partitions.sql
--
-- functions  the schema of the functions: see ../sql/functions.sql
-- table      as in all-card-trans.sql, with partition_by='PARTITION BY RANGE (purchase_dt)'
-- logging    full, or unlogged: a crash of the server empties the partitions
\set ON_ERROR_STOP on

WITH root AS MATERIALIZED (
  SELECT :functions.make_partition(:'table', '_months', 'DEFAULT', 'PARTITION BY RANGE (purchase_dt)', :'logging') AS id
),
months AS MATERIALIZED (
  SELECT :functions.make_partition(
    id, to_char(month, '_YYYY_MM'),
    format('FOR VALUES FROM (%L) TO (%L)', month::date, (month + interval '1 month')::date),
    'PARTITION BY RANGE (card_no)', :'logging') AS id
  FROM root, generate_series(timestamp '2007-01-01', timestamp '2010-01-01' - interval '1 month', '1 month') AS month
),
ranges AS MATERIALIZED (
  SELECT :functions.make_partition(id, suffix, bound, '', :'logging') AS id
  FROM months, (VALUES
    ('_low', 'FOR VALUES FROM (MINVALUE) TO (''458'')'),
    ('_high', 'FOR VALUES FROM (''458'') TO (MAXVALUE)')) AS halves (suffix, bound)
)
SELECT count(id), (SELECT :functions.make_partition(id, '_other', 'DEFAULT', '', :'logging') FROM root) FROM ranges;

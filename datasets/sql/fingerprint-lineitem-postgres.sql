-- The fingerprint of a table with the columns of LINEITEM, as one JSON object. PostgreSQL 13 or later.
--
--   psql -At -v table=lineitem -v manifest={} -f fingerprint-lineitem-postgres.sql
--
-- table     the table, as SQL writes its name: all, sales.all or sales."All rows"
-- manifest  the data set's manifest.json, or {}. Where the number of rows and the digest of whole rows equal the
--           manifest's, the columns' digests do too, and are left out. Otherwise they show which column differs.
--
-- h(t) is the first 8 bytes of MD5(t) as a 64-bit number. A column's digest is the sum of h over all rows modulo 2^64;
-- "row" is that of the whole row, with '|' between the fields. The order of the rows does not matter.
-- NULL counts as \N, and a text's backslash at the beginning is doubled. Texts are hashed in UTF-8.
-- PostgreSQL has no unsigned integers: h is summed as a signed number, exactly (the sums are numeric); modulo 2^64
-- the result is the same. In a column with few different values, each value is hashed once and multiplied by the number
-- of its rows: this halves the work and does not change the answer. Each part is a parallel scan.
WITH
whole_rows_sum AS (
  SELECT
    count(*) AS n,
    sum(('x' || md5(convert_to(concat_ws('|',
      l_orderkey,
      l_partkey,
      l_suppkey,
      l_linenumber,
      l_quantity,
      l_extendedprice,
      l_discount,
      l_tax,
      CASE WHEN ascii(l_returnflag) = 92 THEN '\' || l_returnflag ELSE coalesce(l_returnflag, '\N') END,
      CASE WHEN ascii(l_linestatus) = 92 THEN '\' || l_linestatus ELSE coalesce(l_linestatus, '\N') END,
      to_char(l_shipdate, 'YYYY-MM-DD'),
      to_char(l_commitdate, 'YYYY-MM-DD'),
      to_char(l_receiptdate, 'YYYY-MM-DD'),
      CASE WHEN ascii(l_shipinstruct) = 92 THEN '\' || l_shipinstruct ELSE coalesce(l_shipinstruct, '\N') END,
      CASE WHEN ascii(l_shipmode) = 92 THEN '\' || l_shipmode ELSE coalesce(l_shipmode, '\N') END,
      CASE WHEN ascii(l_comment) = 92 THEN '\' || l_comment ELSE coalesce(l_comment, '\N') END
    ), 'UTF8')))::bit(64)::bigint) AS total,
    -- a '|' in a text could make two different rows one text
    bool_or(strpos(concat(
      l_returnflag,
      l_linestatus,
      l_shipinstruct,
      l_shipmode,
      l_comment
    ), '|') > 0) AS ambiguous
  FROM :table
),
row_proof AS (
  SELECT coalesce(
    n = (wanted ->> 'rows')::bigint AND ambiguous IS NOT TRUE
      AND mod(coalesce(total, 0) - ('x' || (wanted ->> 'row'))::bit(64)::bigint, 18446744073709551616) = 0,
    false) AS holds
  FROM whole_rows_sum, LATERAL (SELECT (:'manifest')::json -> 'fingerprint') AS manifest (wanted)
),
single_value_sums AS (
  SELECT
    sum(('x' || md5(convert_to(l_orderkey::text, 'UTF8')))::bit(64)::bigint) AS l_orderkey,
    sum(('x' || md5(convert_to(l_partkey::text, 'UTF8')))::bit(64)::bigint) AS l_partkey,
    sum(('x' || md5(convert_to(l_suppkey::text, 'UTF8')))::bit(64)::bigint) AS l_suppkey,
    sum(('x' || md5(convert_to(l_linenumber::text, 'UTF8')))::bit(64)::bigint) AS l_linenumber,
    sum(('x' || md5(convert_to(l_quantity::text, 'UTF8')))::bit(64)::bigint) AS l_quantity,
    sum(('x' || md5(convert_to(l_extendedprice::text, 'UTF8')))::bit(64)::bigint) AS l_extendedprice,
    sum(('x' || md5(convert_to(l_discount::text, 'UTF8')))::bit(64)::bigint) AS l_discount,
    sum(('x' || md5(convert_to(l_tax::text, 'UTF8')))::bit(64)::bigint) AS l_tax,
    sum(('x' || md5(convert_to(CASE WHEN ascii(l_comment) = 92 THEN '\' || l_comment ELSE coalesce(l_comment, '\N') END, 'UTF8')))::bit(64)::bigint) AS l_comment
  FROM :table
),
column_sums (place, name, total) AS (
  SELECT 1, 'l_orderkey', l_orderkey FROM single_value_sums
  UNION ALL
  SELECT 2, 'l_partkey', l_partkey FROM single_value_sums
  UNION ALL
  SELECT 3, 'l_suppkey', l_suppkey FROM single_value_sums
  UNION ALL
  SELECT 4, 'l_linenumber', l_linenumber FROM single_value_sums
  UNION ALL
  SELECT 5, 'l_quantity', l_quantity FROM single_value_sums
  UNION ALL
  SELECT 6, 'l_extendedprice', l_extendedprice FROM single_value_sums
  UNION ALL
  SELECT 7, 'l_discount', l_discount FROM single_value_sums
  UNION ALL
  SELECT 8, 'l_tax', l_tax FROM single_value_sums
  UNION ALL
  SELECT 9, 'l_returnflag', sum(n * ('x' || md5(convert_to(CASE WHEN ascii(value) = 92 THEN '\' || value ELSE coalesce(value, '\N') END, 'UTF8')))::bit(64)::bigint::numeric)
  FROM (SELECT l_returnflag AS value, count(*) AS n FROM :table GROUP BY 1) AS g
  UNION ALL
  SELECT 10, 'l_linestatus', sum(n * ('x' || md5(convert_to(CASE WHEN ascii(value) = 92 THEN '\' || value ELSE coalesce(value, '\N') END, 'UTF8')))::bit(64)::bigint::numeric)
  FROM (SELECT l_linestatus AS value, count(*) AS n FROM :table GROUP BY 1) AS g
  UNION ALL
  SELECT 11, 'l_shipdate', sum(n * ('x' || md5(convert_to(to_char(value, 'YYYY-MM-DD'), 'UTF8')))::bit(64)::bigint::numeric)
  FROM (SELECT l_shipdate AS value, count(*) AS n FROM :table GROUP BY 1) AS g
  UNION ALL
  SELECT 12, 'l_commitdate', sum(n * ('x' || md5(convert_to(to_char(value, 'YYYY-MM-DD'), 'UTF8')))::bit(64)::bigint::numeric)
  FROM (SELECT l_commitdate AS value, count(*) AS n FROM :table GROUP BY 1) AS g
  UNION ALL
  SELECT 13, 'l_receiptdate', sum(n * ('x' || md5(convert_to(to_char(value, 'YYYY-MM-DD'), 'UTF8')))::bit(64)::bigint::numeric)
  FROM (SELECT l_receiptdate AS value, count(*) AS n FROM :table GROUP BY 1) AS g
  UNION ALL
  SELECT 14, 'l_shipinstruct', sum(n * ('x' || md5(convert_to(CASE WHEN ascii(value) = 92 THEN '\' || value ELSE coalesce(value, '\N') END, 'UTF8')))::bit(64)::bigint::numeric)
  FROM (SELECT l_shipinstruct AS value, count(*) AS n FROM :table GROUP BY 1) AS g
  UNION ALL
  SELECT 15, 'l_shipmode', sum(n * ('x' || md5(convert_to(CASE WHEN ascii(value) = 92 THEN '\' || value ELSE coalesce(value, '\N') END, 'UTF8')))::bit(64)::bigint::numeric)
  FROM (SELECT l_shipmode AS value, count(*) AS n FROM :table GROUP BY 1) AS g
  UNION ALL
  SELECT 16, 'l_comment', l_comment FROM single_value_sums
),
all_sums (place, name, total) AS (
  SELECT 0, 'row', total FROM whole_rows_sum
  UNION ALL
  SELECT place, name, total FROM column_sums WHERE NOT (SELECT holds FROM row_proof)
),
json_digests (place, name, digest) AS (
  -- to_hex takes a bigint: the sum is moved into [-2^63, 2^63), which has the bits of the unsigned sum
  SELECT
    place,
    name,
    to_json(lpad(to_hex((mod(mod(coalesce(total, 0), 18446744073709551616) + 27670116110564327424, 18446744073709551616)
      - 9223372036854775808)::bigint), 16, '0'))
  FROM all_sums
)
SELECT json_strip_nulls(json_build_object(
  'rows', (SELECT n FROM whole_rows_sum),
  'row', (SELECT digest FROM json_digests WHERE place = 0),
  'columns', (SELECT json_object_agg(name, digest ORDER BY place) FROM json_digests WHERE place > 0)
));

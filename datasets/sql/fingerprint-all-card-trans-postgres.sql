-- The fingerprint of a table with the columns of ALL_CARD_TRANS, as one JSON object. PostgreSQL 13 or later.
--
--   psql -At -v table=all_card_trans -v manifest={} -f fingerprint-all-card-trans-postgres.sql
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
      CASE WHEN ascii(card_no) = 92 THEN '\' || card_no ELSE coalesce(card_no, '\N') END,
      CASE WHEN ascii(card_type) = 92 THEN '\' || card_type ELSE coalesce(card_type, '\N') END,
      mcc,
      purchase_amt,
      to_char(purchase_dt, 'YYYY-MM-DD'),
      merchant_code,
      CASE WHEN ascii(merchant_city) = 92 THEN '\' || merchant_city ELSE coalesce(merchant_city, '\N') END,
      CASE WHEN ascii(merchant_state) = 92 THEN '\' || merchant_state ELSE coalesce(merchant_state, '\N') END,
      merchant_zip
    ), 'UTF8')))::bit(64)::bigint) AS total,
    -- a '|' in a text could make two different rows one text
    bool_or(strpos(concat(
      card_no,
      card_type,
      merchant_city,
      merchant_state
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
    sum(('x' || md5(convert_to(CASE WHEN ascii(card_no) = 92 THEN '\' || card_no ELSE coalesce(card_no, '\N') END, 'UTF8')))::bit(64)::bigint) AS card_no,
    sum(('x' || md5(convert_to(merchant_code::text, 'UTF8')))::bit(64)::bigint) AS merchant_code
  FROM :table
),
column_sums (place, name, total) AS (
  SELECT 1, 'card_no', card_no FROM single_value_sums
  UNION ALL
  SELECT 2, 'card_type', sum(n * ('x' || md5(convert_to(CASE WHEN ascii(value) = 92 THEN '\' || value ELSE coalesce(value, '\N') END, 'UTF8')))::bit(64)::bigint::numeric)
  FROM (SELECT card_type AS value, count(*) AS n FROM :table GROUP BY 1) AS g
  UNION ALL
  SELECT 3, 'mcc', sum(n * ('x' || md5(convert_to(value::text, 'UTF8')))::bit(64)::bigint::numeric)
  FROM (SELECT mcc AS value, count(*) AS n FROM :table GROUP BY 1) AS g
  UNION ALL
  SELECT 4, 'purchase_amt', sum(n * ('x' || md5(convert_to(value::text, 'UTF8')))::bit(64)::bigint::numeric)
  FROM (SELECT purchase_amt AS value, count(*) AS n FROM :table GROUP BY 1) AS g
  UNION ALL
  SELECT 5, 'purchase_dt', sum(n * ('x' || md5(convert_to(to_char(value, 'YYYY-MM-DD'), 'UTF8')))::bit(64)::bigint::numeric)
  FROM (SELECT purchase_dt AS value, count(*) AS n FROM :table GROUP BY 1) AS g
  UNION ALL
  SELECT 6, 'merchant_code', merchant_code FROM single_value_sums
  UNION ALL
  SELECT 7, 'merchant_city', sum(n * ('x' || md5(convert_to(CASE WHEN ascii(value) = 92 THEN '\' || value ELSE coalesce(value, '\N') END, 'UTF8')))::bit(64)::bigint::numeric)
  FROM (SELECT merchant_city AS value, count(*) AS n FROM :table GROUP BY 1) AS g
  UNION ALL
  SELECT 8, 'merchant_state', sum(n * ('x' || md5(convert_to(CASE WHEN ascii(value) = 92 THEN '\' || value ELSE coalesce(value, '\N') END, 'UTF8')))::bit(64)::bigint::numeric)
  FROM (SELECT merchant_state AS value, count(*) AS n FROM :table GROUP BY 1) AS g
  UNION ALL
  SELECT 9, 'merchant_zip', sum(n * ('x' || md5(convert_to(value::text, 'UTF8')))::bit(64)::bigint::numeric)
  FROM (SELECT merchant_zip AS value, count(*) AS n FROM :table GROUP BY 1) AS g
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

-- The fingerprint of a table with the columns of LINEITEM, as one JSON object. Runs on Hive 4.0.1.
--
--   hive -S --hivevar table=lineitem -f fingerprint-lineitem-hive.sql
--
-- h(t) is the first 8 bytes of MD5(t) as an unsigned 64-bit number. A column's digest is the sum of h over all rows
-- modulo 2^64; "row" is that of the whole row, with '|' between the fields. The order of the rows does not matter.
-- NULL counts as \N, and a text's backslash at the beginning is doubled. The sums are exact: a DECIMAL holds 38 digits.
-- A DATE may be a STRING in ISO form.
WITH canonical_texts AS (
  SELECT
    COALESCE(CAST(l_orderkey AS STRING), '\\N') AS l_orderkey,
    COALESCE(CAST(l_partkey AS STRING), '\\N') AS l_partkey,
    COALESCE(CAST(l_suppkey AS STRING), '\\N') AS l_suppkey,
    COALESCE(CAST(l_linenumber AS STRING), '\\N') AS l_linenumber,
    COALESCE(CAST(l_quantity AS STRING), '\\N') AS l_quantity,
    COALESCE(CAST(l_extendedprice AS STRING), '\\N') AS l_extendedprice,
    COALESCE(CAST(l_discount AS STRING), '\\N') AS l_discount,
    COALESCE(CAST(l_tax AS STRING), '\\N') AS l_tax,
    COALESCE(IF(SUBSTR(l_returnflag, 1, 1) = '\\', CONCAT('\\', l_returnflag), l_returnflag), '\\N') AS l_returnflag,
    COALESCE(IF(SUBSTR(l_linestatus, 1, 1) = '\\', CONCAT('\\', l_linestatus), l_linestatus), '\\N') AS l_linestatus,
    COALESCE(CAST(l_shipdate AS STRING), '\\N') AS l_shipdate,
    COALESCE(CAST(l_commitdate AS STRING), '\\N') AS l_commitdate,
    COALESCE(CAST(l_receiptdate AS STRING), '\\N') AS l_receiptdate,
    COALESCE(IF(SUBSTR(l_shipinstruct, 1, 1) = '\\', CONCAT('\\', l_shipinstruct), l_shipinstruct), '\\N') AS l_shipinstruct,
    COALESCE(IF(SUBSTR(l_shipmode, 1, 1) = '\\', CONCAT('\\', l_shipmode), l_shipmode), '\\N') AS l_shipmode,
    COALESCE(IF(SUBSTR(l_comment, 1, 1) = '\\', CONCAT('\\', l_comment), l_comment), '\\N') AS l_comment
  FROM ${hivevar:table}
),
canonical_hashes AS (
  SELECT
    CAST(CONV(SUBSTR(MD5(l_orderkey), 1, 16), 16, 10) AS DECIMAL(20, 0)) AS l_orderkey,
    CAST(CONV(SUBSTR(MD5(l_partkey), 1, 16), 16, 10) AS DECIMAL(20, 0)) AS l_partkey,
    CAST(CONV(SUBSTR(MD5(l_suppkey), 1, 16), 16, 10) AS DECIMAL(20, 0)) AS l_suppkey,
    CAST(CONV(SUBSTR(MD5(l_linenumber), 1, 16), 16, 10) AS DECIMAL(20, 0)) AS l_linenumber,
    CAST(CONV(SUBSTR(MD5(l_quantity), 1, 16), 16, 10) AS DECIMAL(20, 0)) AS l_quantity,
    CAST(CONV(SUBSTR(MD5(l_extendedprice), 1, 16), 16, 10) AS DECIMAL(20, 0)) AS l_extendedprice,
    CAST(CONV(SUBSTR(MD5(l_discount), 1, 16), 16, 10) AS DECIMAL(20, 0)) AS l_discount,
    CAST(CONV(SUBSTR(MD5(l_tax), 1, 16), 16, 10) AS DECIMAL(20, 0)) AS l_tax,
    CAST(CONV(SUBSTR(MD5(l_returnflag), 1, 16), 16, 10) AS DECIMAL(20, 0)) AS l_returnflag,
    CAST(CONV(SUBSTR(MD5(l_linestatus), 1, 16), 16, 10) AS DECIMAL(20, 0)) AS l_linestatus,
    CAST(CONV(SUBSTR(MD5(l_shipdate), 1, 16), 16, 10) AS DECIMAL(20, 0)) AS l_shipdate,
    CAST(CONV(SUBSTR(MD5(l_commitdate), 1, 16), 16, 10) AS DECIMAL(20, 0)) AS l_commitdate,
    CAST(CONV(SUBSTR(MD5(l_receiptdate), 1, 16), 16, 10) AS DECIMAL(20, 0)) AS l_receiptdate,
    CAST(CONV(SUBSTR(MD5(l_shipinstruct), 1, 16), 16, 10) AS DECIMAL(20, 0)) AS l_shipinstruct,
    CAST(CONV(SUBSTR(MD5(l_shipmode), 1, 16), 16, 10) AS DECIMAL(20, 0)) AS l_shipmode,
    CAST(CONV(SUBSTR(MD5(l_comment), 1, 16), 16, 10) AS DECIMAL(20, 0)) AS l_comment,
    CAST(CONV(SUBSTR(MD5(CONCAT_WS('|',
      l_orderkey,
      l_partkey,
      l_suppkey,
      l_linenumber,
      l_quantity,
      l_extendedprice,
      l_discount,
      l_tax,
      l_returnflag,
      l_linestatus,
      l_shipdate,
      l_commitdate,
      l_receiptdate,
      l_shipinstruct,
      l_shipmode,
      l_comment)), 1, 16), 16, 10) AS DECIMAL(20, 0)) AS whole_row
  FROM canonical_texts
),
canonical_digests AS (
  SELECT
    LPAD(LOWER(CONV(CAST(COALESCE(SUM(l_orderkey), 0) % 18446744073709551616BD AS STRING), 10, 16)), 16, '0') AS l_orderkey,
    LPAD(LOWER(CONV(CAST(COALESCE(SUM(l_partkey), 0) % 18446744073709551616BD AS STRING), 10, 16)), 16, '0') AS l_partkey,
    LPAD(LOWER(CONV(CAST(COALESCE(SUM(l_suppkey), 0) % 18446744073709551616BD AS STRING), 10, 16)), 16, '0') AS l_suppkey,
    LPAD(LOWER(CONV(CAST(COALESCE(SUM(l_linenumber), 0) % 18446744073709551616BD AS STRING), 10, 16)), 16, '0') AS l_linenumber,
    LPAD(LOWER(CONV(CAST(COALESCE(SUM(l_quantity), 0) % 18446744073709551616BD AS STRING), 10, 16)), 16, '0') AS l_quantity,
    LPAD(LOWER(CONV(CAST(COALESCE(SUM(l_extendedprice), 0) % 18446744073709551616BD AS STRING), 10, 16)), 16, '0') AS l_extendedprice,
    LPAD(LOWER(CONV(CAST(COALESCE(SUM(l_discount), 0) % 18446744073709551616BD AS STRING), 10, 16)), 16, '0') AS l_discount,
    LPAD(LOWER(CONV(CAST(COALESCE(SUM(l_tax), 0) % 18446744073709551616BD AS STRING), 10, 16)), 16, '0') AS l_tax,
    LPAD(LOWER(CONV(CAST(COALESCE(SUM(l_returnflag), 0) % 18446744073709551616BD AS STRING), 10, 16)), 16, '0') AS l_returnflag,
    LPAD(LOWER(CONV(CAST(COALESCE(SUM(l_linestatus), 0) % 18446744073709551616BD AS STRING), 10, 16)), 16, '0') AS l_linestatus,
    LPAD(LOWER(CONV(CAST(COALESCE(SUM(l_shipdate), 0) % 18446744073709551616BD AS STRING), 10, 16)), 16, '0') AS l_shipdate,
    LPAD(LOWER(CONV(CAST(COALESCE(SUM(l_commitdate), 0) % 18446744073709551616BD AS STRING), 10, 16)), 16, '0') AS l_commitdate,
    LPAD(LOWER(CONV(CAST(COALESCE(SUM(l_receiptdate), 0) % 18446744073709551616BD AS STRING), 10, 16)), 16, '0') AS l_receiptdate,
    LPAD(LOWER(CONV(CAST(COALESCE(SUM(l_shipinstruct), 0) % 18446744073709551616BD AS STRING), 10, 16)), 16, '0') AS l_shipinstruct,
    LPAD(LOWER(CONV(CAST(COALESCE(SUM(l_shipmode), 0) % 18446744073709551616BD AS STRING), 10, 16)), 16, '0') AS l_shipmode,
    LPAD(LOWER(CONV(CAST(COALESCE(SUM(l_comment), 0) % 18446744073709551616BD AS STRING), 10, 16)), 16, '0') AS l_comment,
    LPAD(LOWER(CONV(CAST(COALESCE(SUM(whole_row), 0) % 18446744073709551616BD AS STRING), 10, 16)), 16, '0') AS whole_row,
    COUNT(*) AS row_count
  FROM canonical_hashes
)
SELECT CONCAT(
  '{"rows": ', row_count, ', "row": "', whole_row, '", "columns": {',
  '"l_orderkey": "', l_orderkey, '", ',
  '"l_partkey": "', l_partkey, '", ',
  '"l_suppkey": "', l_suppkey, '", ',
  '"l_linenumber": "', l_linenumber, '", ',
  '"l_quantity": "', l_quantity, '", ',
  '"l_extendedprice": "', l_extendedprice, '", ',
  '"l_discount": "', l_discount, '", ',
  '"l_tax": "', l_tax, '", ',
  '"l_returnflag": "', l_returnflag, '", ',
  '"l_linestatus": "', l_linestatus, '", ',
  '"l_shipdate": "', l_shipdate, '", ',
  '"l_commitdate": "', l_commitdate, '", ',
  '"l_receiptdate": "', l_receiptdate, '", ',
  '"l_shipinstruct": "', l_shipinstruct, '", ',
  '"l_shipmode": "', l_shipmode, '", ',
  '"l_comment": "', l_comment, '"',
  '}}'
)
FROM canonical_digests;

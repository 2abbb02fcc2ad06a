-- TPC-H query 1, the pricing summary, in DuckDB straight over the files of LINEITEM. Derived from TPC-H; prints four rows
-- of ten columns.
--
--   duckdb -cmd "SET VARIABLE files = '/data/lineitem/part-*'" -cmd "SET VARIABLE delta = 90" < q1.sql
--
-- files: one file or a glob. delta: 60 to 120 days in the standard, 90 in its example.
-- Settings for speed: one thread per core (DuckDB's default), also several in one file; the format is not guessed; no
-- quotes, no escapes and one kind of line end; rows in any order; only the query's columns are converted. The decimals are
-- as narrow as TPC-H's values, so that they are multiplied as 64-bit integers; a value that does not fit is an error. Sums
-- are exact, averages are rounded half up to two places.
SET preserve_insertion_order = false;

CREATE MACRO mean(total, n) AS (2 * (total * 100)::HUGEINT + n) // (2 * n) * 0.01;

WITH groups AS (
  SELECT
    l_returnflag,
    l_linestatus,
    sum(l_quantity) AS sum_qty,
    sum(l_extendedprice) AS sum_base_price,
    sum(l_extendedprice * (1 - l_discount)) AS sum_disc_price,
    sum(l_extendedprice * (1 - l_discount) * (1 + l_tax)) AS sum_charge,
    sum(l_discount) AS sum_disc,
    count(*) AS count_order
  FROM read_csv(
    getvariable('files'),
    auto_detect = false,
    header = false,
    delim = '|',
    quote = '',
    escape = '',
    new_line = '\n',
    parallel = true,
    columns = {
      'l_orderkey': 'BIGINT',
      'l_partkey': 'BIGINT',
      'l_suppkey': 'BIGINT',
      'l_linenumber': 'INTEGER',
      'l_quantity': 'DECIMAL(4, 2)',
      'l_extendedprice': 'DECIMAL(9, 2)',
      'l_discount': 'DECIMAL(3, 2)',
      'l_tax': 'DECIMAL(3, 2)',
      'l_returnflag': 'VARCHAR',
      'l_linestatus': 'VARCHAR',
      'l_shipdate': 'DATE',
      'l_commitdate': 'DATE',
      'l_receiptdate': 'DATE',
      'l_shipinstruct': 'VARCHAR',
      'l_shipmode': 'VARCHAR',
      'l_comment': 'VARCHAR'
    }
  )
  WHERE l_shipdate <= DATE '1998-12-01' - getvariable('delta')::INTEGER
  GROUP BY l_returnflag, l_linestatus
)
SELECT
  l_returnflag,
  l_linestatus,
  sum_qty,
  sum_base_price,
  sum_disc_price,
  sum_charge,
  mean(sum_qty, count_order) AS avg_qty,
  mean(sum_base_price, count_order) AS avg_price,
  mean(sum_disc, count_order) AS avg_disc,
  count_order
FROM groups
ORDER BY l_returnflag, l_linestatus;

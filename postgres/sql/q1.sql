-- TPC-H query 1, the pricing summary: totals of the rows shipped up to DELTA days before 1998-12-01, by return flag and
-- line status. Derived from TPC-H; prints four rows of ten columns. PostgreSQL 13 or later.
--
--   psql -qAt -v table=lineitem -v delta=90 -v workers=1 -f q1.sql
--
-- table    LINEITEM: the table of tables/lineitem.sql, or one whose children are external tables
-- delta    60 to 120 days in the standard, 90 in its example
-- workers  parallel workers: one less than there are cores; an external table's file is read by one process
--
-- Sums are exact, averages are rounded half up to two places. The settings are for speed: workers cost nothing in the
-- plan, because each returns only four rows, and groups are hashed even without statistics.
\set ON_ERROR_STOP on

SET max_parallel_workers_per_gather TO :workers;
SET parallel_setup_cost TO 0;
SET parallel_tuple_cost TO 0;
SET min_parallel_table_scan_size TO 0;
SET enable_sort TO off;

SELECT
  l_returnflag,
  l_linestatus,
  sum(l_quantity) AS sum_qty,
  sum(l_extendedprice) AS sum_base_price,
  sum(l_extendedprice * (1 - l_discount)) AS sum_disc_price,
  sum(l_extendedprice * (1 - l_discount) * (1 + l_tax)) AS sum_charge,
  round(avg(l_quantity), 2) AS avg_qty,
  round(avg(l_extendedprice), 2) AS avg_price,
  round(avg(l_discount), 2) AS avg_disc,
  count(*) AS count_order
FROM :table
WHERE l_shipdate <= date '1998-12-01' - :delta
GROUP BY l_returnflag, l_linestatus
ORDER BY l_returnflag, l_linestatus;

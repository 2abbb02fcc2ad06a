-- TPC-H query 1, the pricing summary: totals of the rows shipped up to DELTA days before 1998-12-01, by return flag and
-- line status. Derived from TPC-H; prints four rows of ten columns.
--
--   hive -f hive/q1.hql --hivevar delta=90
--
-- delta: 60 to 120 days in the standard, 90 in its example, 112 in the 2012 study.
-- Runs over either table, lineitem.hql or lineitem-double.hql. With decimals, sums and averages are exact; averages are
-- rounded half up to two places, like the standard's. AVG would round to six places first, and turn 0.0049999996 into
-- 0.01. The cast of the date to text lets Hive fold it into a constant of the column's type. The discounted price is
-- written twice, because Hive would inline a subquery and compute it twice anyway.
SELECT
  l_returnflag,
  l_linestatus,
  SUM(l_quantity) AS sum_qty,
  SUM(l_extendedprice) AS sum_base_price,
  SUM(l_extendedprice * (1 - l_discount)) AS sum_disc_price,
  SUM(l_extendedprice * (1 - l_discount) * (1 + l_tax)) AS sum_charge,
  ROUND(SUM(l_quantity) / COUNT(*), 2) AS avg_qty,
  ROUND(SUM(l_extendedprice) / COUNT(*), 2) AS avg_price,
  ROUND(SUM(l_discount) / COUNT(*), 2) AS avg_disc,
  COUNT(*) AS count_order
FROM lineitem
WHERE l_shipdate <= CAST(DATE_SUB('1998-12-01', ${hivevar:delta}) AS STRING)
GROUP BY l_returnflag, l_linestatus
ORDER BY l_returnflag, l_linestatus;

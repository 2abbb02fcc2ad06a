-- TPC-H query 1, the pricing summary, in Pig Latin over the files of LINEITEM. Derived from TPC-H; stores four rows of ten
-- columns, '|' between them.
--
--   pig -f q1.pig -param input=/data/lineitem -param output=/data/q1 -param delta=90
--
-- input: dbgen's text, as a file, a folder or a glob. output: a folder that does not exist yet. delta: 60 to 120 days in the
-- standard, 90 in its example. Sums are exact, averages are rounded half up to two places.
-- A line without a number, a flag or a date fails the job: Pig would load it as null, and leave it out of the sums.
%default delta 90
%declare last_day `date -u -d "1998-12-01 $delta days ago" +%F`

lineitem = LOAD '$input' USING PigStorage('|') AS (
  l_orderkey, l_partkey, l_suppkey, l_linenumber,
  l_quantity: bigdecimal, l_extendedprice: bigdecimal, l_discount: bigdecimal, l_tax: bigdecimal,
  l_returnflag: chararray, l_linestatus: chararray, l_shipdate: chararray);

ASSERT lineitem BY
  l_quantity IS NOT NULL AND l_extendedprice IS NOT NULL AND l_discount IS NOT NULL AND l_tax IS NOT NULL AND
  SIZE(l_returnflag) == 1 AND SIZE(l_linestatus) == 1 AND l_shipdate MATCHES '[0-9]{4}-[0-9]{2}-[0-9]{2}',
  'a line has no l_quantity, l_extendedprice, l_discount, l_tax, l_returnflag, l_linestatus or l_shipdate';

shipped = FILTER lineitem BY l_shipdate <= '$last_day';
priced = FOREACH shipped GENERATE
  l_returnflag, l_linestatus, l_quantity, l_extendedprice, l_discount,
  l_extendedprice * (1BD - l_discount) AS disc_price,
  l_extendedprice * (1BD - l_discount) * (1BD + l_tax) AS charge;

groups = GROUP priced BY (l_returnflag, l_linestatus);
sums = FOREACH groups GENERATE
  FLATTEN(group) AS (l_returnflag, l_linestatus),
  SUM(priced.l_quantity) AS sum_qty,
  SUM(priced.l_extendedprice) AS sum_base_price,
  SUM(priced.disc_price) AS sum_disc_price,
  SUM(priced.charge) AS sum_charge,
  SUM(priced.l_discount) AS sum_disc,
  COUNT(priced) AS count_order;

-- rounds half up in whole hundredths: (2 * 100 * sum + count) / (2 * count)
summary = FOREACH sums GENERATE
  l_returnflag, l_linestatus, sum_qty, sum_base_price, sum_disc_price, sum_charge,
  0.01BD * (bigdecimal)(((biginteger)(200BD * sum_qty) + (biginteger)count_order) / (biginteger)(2 * count_order)) AS avg_qty,
  0.01BD * (bigdecimal)(((biginteger)(200BD * sum_base_price) + (biginteger)count_order) / (biginteger)(2 * count_order)) AS avg_price,
  0.01BD * (bigdecimal)(((biginteger)(200BD * sum_disc) + (biginteger)count_order) / (biginteger)(2 * count_order)) AS avg_disc,
  count_order;

answer = ORDER summary BY l_returnflag, l_linestatus;
STORE answer INTO '$output' USING PigStorage('|');

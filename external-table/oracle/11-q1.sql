-- TPC-H query 1, the pricing summary: totals of the rows shipped up to DELTA days before 1998-12-01, by return flag and
-- line status. Derived from TPC-H; prints four rows of ten columns, '|' between them.
--
--   SQL> CONNECT loader@//dbhost:1521/pdb1
--   SQL> @00-settings.sql
--   SQL> @11-q1.sql
--
-- Uses: owner, lineitem, delta, dop
--
-- lineitem is a table or an external table with TPC-H's column names, decimals as NUMBER(15,2). Sums are exact,
-- averages are rounded half up to two places. Numbers are text, because SQL*Plus rounds more than ten digits.
-- An external table's numbers have a decimal point, whatever the session's language is.
WHENEVER OSERROR EXIT FAILURE ROLLBACK
WHENEVER SQLERROR EXIT FAILURE ROLLBACK
SET VERIFY OFF
SET FEEDBACK OFF
SET HEADING OFF
SET PAGESIZE 0
SET LINESIZE 1000
SET TRIMOUT ON

ALTER SESSION SET NLS_NUMERIC_CHARACTERS = '.,';

SELECT /*+ PARALLEL(l, &dop) */
  l_returnflag || '|' ||
  l_linestatus || '|' ||
  TO_CHAR(SUM(l_quantity), 'FM99999999999999990.00') || '|' ||
  TO_CHAR(SUM(l_extendedprice), 'FM99999999999999990.00') || '|' ||
  TO_CHAR(SUM(l_extendedprice * (1 - l_discount)), 'FM99999999999999990.0000') || '|' ||
  TO_CHAR(SUM(l_extendedprice * (1 - l_discount) * (1 + l_tax)), 'FM99999999999999990.000000') || '|' ||
  TO_CHAR(ROUND(AVG(l_quantity), 2), 'FM99999999999999990.00') || '|' ||
  TO_CHAR(ROUND(AVG(l_extendedprice), 2), 'FM99999999999999990.00') || '|' ||
  TO_CHAR(ROUND(AVG(l_discount), 2), 'FM99999999999999990.00') || '|' ||
  TO_CHAR(COUNT(*)) AS pricing_summary
FROM &owner..&lineitem l
WHERE l_shipdate <= DATE '1998-12-01' - &delta
GROUP BY l_returnflag, l_linestatus
ORDER BY l_returnflag, l_linestatus;

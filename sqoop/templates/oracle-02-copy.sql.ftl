-- Copies OraOop's exported rows to a plain table, without the columns and partitions that it added.
--
--   sqlplus -S user@database @02-copy.sql [=title]_LOADED [=title]
--
-- 1  the table that oracle-export.txt has filled
-- 2  the new table
WHENEVER OSERROR EXIT FAILURE ROLLBACK
WHENEVER SQLERROR EXIT FAILURE ROLLBACK
SET VERIFY OFF

CREATE TABLE &2 NOLOGGING AS
SELECT
[#list oracle.columns as column]
  [=column.name][#sep],[/#sep]
[/#list]
FROM &1;

EXIT SUCCESS

-- Copies OraOop's exported rows to a plain table, without the columns and partitions that it added.
--
--   sqlplus user@database @02-copy.sql [=title]_LOADED [=title]
--
-- 1  the table that ../../options/oracle-export.txt filled, in a job that succeeded
-- 2  the new table
--
-- NOLOGGING: the rows have no redo, so only the next backup holds them.
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

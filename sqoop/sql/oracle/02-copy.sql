-- Copies OraOop's exported rows to a plain table, without the columns and partitions that it added.
--
--   sqlplus user@database @02-copy.sql ALL_CARD_TRANS_LOADED ALL_CARD_TRANS
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
  card_no,
  card_type,
  mcc,
  purchase_amt,
  purchase_dt,
  merchant_code,
  merchant_city,
  merchant_state,
  merchant_zip
FROM &1;

EXIT SUCCESS

-- Loads one file in one transaction. The degree of parallelism is the number of sessions that do it
-- at the same time, one file each:
--
--   for file in part-00000.tbl part-00001.tbl; do
--     psql -v schema=card_load -v file="$file" -f 04-load.sql &
--   done
--   wait
--
-- schema  as in 01-server.sql
-- file    name of the file, which is that of its external table
--
-- A session that fails leaves nothing of its file in the table; the other files' rows stay.
\set ON_ERROR_STOP on

-- the files write dates as mm/dd/yyyy; ISO dates are read all the same
SET datestyle TO 'ISO, MDY';

INSERT INTO :"schema".all_card_trans (
  card_no, card_type, mcc, purchase_amt, purchase_dt,
  merchant_code, merchant_city, merchant_state, merchant_zip
)
SELECT
  card_no, card_type, mcc, purchase_amt, purchase_dt,
  merchant_code, merchant_city, merchant_state, merchant_zip
FROM :"schema".:"file";

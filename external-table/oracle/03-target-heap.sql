-- Makes the table to load: a heap.
--
--   SQL> CONNECT loader@//dbhost:1521/pdb1
--   SQL> @00-settings.sql
--   SQL> @03-target-heap.sql
--
-- Uses: owner, target_table, compression, logging
WHENEVER OSERROR EXIT FAILURE ROLLBACK
WHENEVER SQLERROR EXIT FAILURE ROLLBACK
SET VERIFY OFF

CREATE TABLE &owner..&target_table (
  card_no VARCHAR2(20 CHAR) NOT NULL,
  card_type VARCHAR2(20 CHAR),
  mcc NUMBER(6) NOT NULL,
  purchase_amt NUMBER(6) NOT NULL,
  purchase_dt DATE NOT NULL,
  merchant_code NUMBER(7) NOT NULL,
  merchant_city VARCHAR2(40 CHAR) NOT NULL,
  merchant_state VARCHAR2(3 CHAR) NOT NULL,
  merchant_zip NUMBER(6) NOT NULL
)
PCTFREE 0
&logging
&compression;

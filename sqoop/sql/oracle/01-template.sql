-- Makes an empty ALL_CARD_TRANS: the template of the table that OraOop makes and fills.
--
--   sqlplus user@database @01-template.sql LOADPATH_TEMPLATE
WHENEVER OSERROR EXIT FAILURE ROLLBACK
WHENEVER SQLERROR EXIT FAILURE ROLLBACK
SET VERIFY OFF

CREATE TABLE &1 (
  card_no VARCHAR2(20 CHAR) NOT NULL,
  card_type VARCHAR2(20 CHAR),
  mcc NUMBER(6) NOT NULL,
  purchase_amt NUMBER(6) NOT NULL,
  purchase_dt DATE NOT NULL,
  merchant_code NUMBER(7) NOT NULL,
  merchant_city VARCHAR2(40 CHAR) NOT NULL,
  merchant_state VARCHAR2(3 CHAR) NOT NULL,
  merchant_zip NUMBER(6) NOT NULL
);

EXIT SUCCESS

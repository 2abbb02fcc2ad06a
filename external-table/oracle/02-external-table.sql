-- Makes the external table over the files of ALL_CARD_TRANS.
--
--   SQL> CONNECT loader@//dbhost:1521/pdb1
--   SQL> @00-settings.sql
--   SQL> @02-external-table.sql
--
-- Uses: owner, external_table, data_dir, exec_dir, log_dir, preprocessor, date_mask, locations,
--       missing_fields, io_options, reject_limit, dop
--
-- Reads no file yet: a query of the table is the first to show a wrong location, preprocessor or access
-- parameter.
-- The delimiter after the last field needs no field: the access driver ignores the text after the last
-- field.
-- Fields are not trimmed, and an empty field is NULL. Each parallel process writes a log and a bad file, so
-- their names hold the process and the agent number. Nothing is discarded, because there is no LOAD WHEN. The date cache
-- holds all 1096 days of three years; the default of 1000 would switch itself off when full.
-- TERRITORY makes the point the decimal character, whatever the session's is (Database Utilities, access
-- driver, TERRITORY).
WHENEVER OSERROR EXIT FAILURE ROLLBACK
WHENEVER SQLERROR EXIT FAILURE ROLLBACK
SET VERIFY OFF

CREATE TABLE &owner..&external_table (
  card_no VARCHAR2(20 CHAR),
  card_type VARCHAR2(20 CHAR),
  mcc NUMBER(6),
  purchase_amt NUMBER(6),
  purchase_dt DATE,
  merchant_code NUMBER(7),
  merchant_city VARCHAR2(40 CHAR),
  merchant_state VARCHAR2(3 CHAR),
  merchant_zip NUMBER(6)
)
ORGANIZATION EXTERNAL (
  TYPE ORACLE_LOADER
  DEFAULT DIRECTORY &data_dir
  ACCESS PARAMETERS (
    RECORDS DELIMITED BY NEWLINE
    CHARACTERSET AL32UTF8
    TERRITORY AMERICA
    STRING SIZES ARE IN CHARACTERS &io_options
    PREPROCESSOR &exec_dir:'&preprocessor'
    BADFILE &log_dir:'&external_table._%p_%a.bad'
    DISCARDFILE &log_dir:'&external_table._%p_%a.dsc'
    LOGFILE &log_dir:'&external_table._%p_%a.log'
    DATE_CACHE 2000
    FIELDS TERMINATED BY '|' NOTRIM &missing_fields
    (
      card_no CHAR(20),
      card_type CHAR(20),
      mcc CHAR(7),
      purchase_amt CHAR(7),
      purchase_dt CHAR(10) DATE_FORMAT DATE MASK "&date_mask",
      merchant_code CHAR(8),
      merchant_city CHAR(40),
      merchant_state CHAR(3),
      merchant_zip CHAR(7)
    )
  )
  LOCATION (&locations)
)
REJECT LIMIT &reject_limit
PARALLEL &dop;

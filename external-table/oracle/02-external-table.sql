-- Makes the external table over the files of ALL_CARD_TRANS.
--
--   SQL> CONNECT loader@//dbhost:1521/pdb1
--   SQL> @00-settings.sql
--   SQL> @02-external-table.sql
--
-- Uses: owner, external_table, data_dir, exec_dir, log_dir, preprocessor, date_mask, locations,
--       missing_fields, io_options, reject_limit, dop
--
-- Reads no file yet: a wrong location or preprocessor shows when the table is queried, and so does a
-- mistake in the access parameters.
-- The delimiter that follows the last field needs no field of its own: what is left of a record
-- after the last field is ignored. Fields are not trimmed. Each parallel process writes its own log
-- and bad file, so their names hold the process and the agent number. Nothing is discarded as long as
-- there is no LOAD WHEN. A date is converted once and kept: three years are 1096 days, and a cache of
-- the usual 1000 switches itself off when it is full.
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
    STRING SIZES ARE IN CHARACTERS &io_options
    PREPROCESSOR &exec_dir:'&preprocessor'
    BADFILE &log_dir:'&external_table._%p_%a.bad'
    DISCARDFILE &log_dir:'&external_table._%p_%a.dsc'
    LOGFILE &log_dir:'&external_table._%p_%a.log'
    DATE_CACHE 2000
    FIELDS TERMINATED BY '|' NOTRIM &missing_fields
    (
      card_no CHAR(20),
      card_type CHAR(20) NULLIF card_type = BLANKS,
      mcc CHAR(6),
      purchase_amt CHAR(6),
      purchase_dt CHAR(10) DATE_FORMAT DATE MASK "&date_mask",
      merchant_code CHAR(7),
      merchant_city CHAR(40),
      merchant_state CHAR(3),
      merchant_zip CHAR(6)
    )
  )
  LOCATION (&locations)
)
REJECT LIMIT &reject_limit
PARALLEL &dop;

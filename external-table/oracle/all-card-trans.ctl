-- ALL_CARD_TRANS for SQL*Loader. One session reads one file; for parallel sessions start it once per file.
--
-- SQL*Loader converts numbers and texts by the client's settings:
--   export NLS_LANG=AMERICAN_AMERICA.AL32UTF8
-- Direct path: blocks go above the table's high water mark, past the buffer cache. Parallel sessions also need
-- parallel=true, which some editions lack (07-options.sql).
--   sqlldr loader@cards parfile=sqlldr-direct.par data=part-00000.tbl log=0.log bad=0.bad
-- Conventional path: INSERT with arrays of rows.
--   sqlldr loader@cards parfile=sqlldr-conventional.par data=part-00000.tbl log=0.log bad=0.bad
-- A gzip file goes through a named pipe; look at the exit codes of both programs:
--   mkfifo pipe.tbl
--   ../preprocessor/inflate-gzip.sh part-00000.tbl.gz >pipe.tbl &
--   sqlldr loader@cards parfile=sqlldr-direct.par data=pipe.tbl log=0.log bad=0.bad
--   wait $!
-- SQL*Loader asks for the password: never write it on the command line. A script may send it to the
-- standard input; a wallet (sqlldr /@cards) needs none.
--
-- The first rejected row ends the load (errors=0) and is in the bad file. Rows loaded before it stay in
-- the table, and so do the rows of the other sessions. A row with too few fields is rejected.
-- Make the table with 03-target.sql: NOLOGGING there holds for direct path only.
-- SQL*Loader knows no variables: if target_table of 00-settings.sql is another table, write its name after INTO TABLE.
LOAD DATA
CHARACTERSET AL32UTF8 LENGTH SEMANTICS CHARACTER
APPEND
INTO TABLE all_card_trans
FIELDS TERMINATED BY '|'
(
  card_no CHAR(20),
  card_type CHAR(20),
  mcc CHAR(7),
  purchase_amt CHAR(7),
  purchase_dt DATE(10) "MM/DD/YYYY",
  merchant_code CHAR(8),
  merchant_city CHAR(40),
  merchant_state CHAR(3),
  merchant_zip CHAR(7)
)

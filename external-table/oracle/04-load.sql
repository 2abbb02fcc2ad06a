-- Loads the files into the target: one parallel direct-path insert, one transaction.
--
--   SQL> CONNECT loader@//dbhost:1521/pdb1
--   SQL> @00-settings.sql
--   SQL> @04-load.sql
--
-- Uses: owner, external_table, target_table, dop
--
-- All or nothing: a preprocessor that fails (KUP-04095), one rejected row more than reject_limit
-- (ORA-30653) or a missing file rolls the whole load back. The blocks go above the table's high
-- water mark, past the buffer cache; up to 21c, even this session cannot read the table until the commit.
--
-- Where a rule forbids parallelism, direct path or NOLOGGING, Oracle drops it without an error (VLDB and
-- Partitioning Guide, Additional Considerations for Parallel DML). 06-statistics.sql, run before and
-- after, shows this.
--
-- NO_GATHER_OPTIMIZER_STATISTICS: since 12.1 a direct-path insert into an empty table gathers optimizer
-- statistics, too (SQL Tuning Guide, Online Statistics Gathering for Bulk Loads). SQL*Loader does not, except
-- perhaps on an Autonomous Database. This load does not either, so that their CPU times compare.
--
-- PQ_DISTRIBUTE(t NONE): each process loads the rows that it reads into all partitions. Without it, the
-- optimizer may send the rows to a second set of processes (SQL Language Reference, PQ_DISTRIBUTE Hint).
-- Each process takes memory for each partition.
--
-- PARALLEL_FORCE_LOCAL: on RAC all processes run on this session's node; the others may not have the files
-- (Database Reference, PARALLEL_FORCE_LOCAL). NLS_NUMERIC_CHARACTERS: TO_NUMBER takes a point in numbers.
WHENEVER OSERROR EXIT FAILURE ROLLBACK
WHENEVER SQLERROR EXIT FAILURE ROLLBACK
SET VERIFY OFF

ALTER SESSION SET NLS_NUMERIC_CHARACTERS = '.,';
ALTER SESSION SET PARALLEL_FORCE_LOCAL = TRUE;
ALTER SESSION ENABLE PARALLEL DML;

INSERT /*+ APPEND PARALLEL(t, &dop) PQ_DISTRIBUTE(t NONE) NO_GATHER_OPTIMIZER_STATISTICS */ INTO &owner..&target_table t (
  card_no,
  card_type,
  mcc,
  purchase_amt,
  purchase_dt,
  merchant_code,
  merchant_city,
  merchant_state,
  merchant_zip
)
SELECT /*+ PARALLEL(f, &dop) */
  f.card_no,
  f.card_type,
  f.mcc,
  f.purchase_amt,
  f.purchase_dt,
  f.merchant_code,
  f.merchant_city,
  f.merchant_state,
  f.merchant_zip
FROM &owner..&external_table f;

COMMIT;

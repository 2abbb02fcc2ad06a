-- Makes the table to load: partitioned by quarter, subpartitioned by ranges of a text.
--
--   SQL> CONNECT loader@//dbhost:1521/pdb1
--   SQL> @00-settings.sql
--   SQL> @03-target-partitioned.sql
--
-- Uses: owner, target_table, compression, logging
--
-- Needs the Partitioning option. The bounds are those of the table's description. A row outside of them
-- fails the load (ORA-14400).
-- Each parallel process may begin an extent (8 MB by default) in each of the 48
-- subpartitions: small data takes more space than in a heap.
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
&compression
PARTITION BY RANGE (purchase_dt)
SUBPARTITION BY RANGE (card_no)
SUBPARTITION TEMPLATE (
  SUBPARTITION range_1 VALUES LESS THAN ('42'),
  SUBPARTITION range_2 VALUES LESS THAN ('458'),
  SUBPARTITION range_3 VALUES LESS THAN ('49'),
  SUBPARTITION range_4 VALUES LESS THAN (MAXVALUE)
)
(
  PARTITION q2007_1 VALUES LESS THAN (DATE '2007-04-01'),
  PARTITION q2007_2 VALUES LESS THAN (DATE '2007-07-01'),
  PARTITION q2007_3 VALUES LESS THAN (DATE '2007-10-01'),
  PARTITION q2007_4 VALUES LESS THAN (DATE '2008-01-01'),
  PARTITION q2008_1 VALUES LESS THAN (DATE '2008-04-01'),
  PARTITION q2008_2 VALUES LESS THAN (DATE '2008-07-01'),
  PARTITION q2008_3 VALUES LESS THAN (DATE '2008-10-01'),
  PARTITION q2008_4 VALUES LESS THAN (DATE '2009-01-01'),
  PARTITION q2009_1 VALUES LESS THAN (DATE '2009-04-01'),
  PARTITION q2009_2 VALUES LESS THAN (DATE '2009-07-01'),
  PARTITION q2009_3 VALUES LESS THAN (DATE '2009-10-01'),
  PARTITION q2009_4 VALUES LESS THAN (DATE '2010-01-01')
);

[#import "fields.ftl" as fields]
[#import "quarters.ftl" as quarters]
-- Makes the table to load: partitioned by quarter[#if keys.bucketColumn??], subpartitioned by ranges of a text[/#if].
--
--   SQL> CONNECT loader@//dbhost:1521/pdb1
--   SQL> @00-settings.sql
--   SQL> @03-target-partitioned.sql
--
-- Uses: owner, target_table, compression, logging
--
-- Needs the Partitioning option. The bounds are those of the table's description. A row outside of them
-- fails the load (ORA-14400).
[#if keys.bucketColumn??]
-- Each parallel process may begin an extent (8 MB by default) in each of the [=quarters.ends?size * (keys.bounds?size + 1)]
-- subpartitions: small data takes more space than in a heap.
[/#if]
[#if fields.has_long_text]
-- A VARCHAR2 ends at 4,000 bytes, whatever its length in characters, unless MAX_STRING_SIZE is EXTENDED. In
-- AL32UTF8 a character takes up to four bytes: a text of more bytes is refused. Describe such a column as text
-- without a length, which is a CLOB.
[/#if]
WHENEVER OSERROR EXIT FAILURE ROLLBACK
WHENEVER SQLERROR EXIT FAILURE ROLLBACK
SET VERIFY OFF

CREATE TABLE &owner..&target_table (
[#list oracle.columns() as column]
  [=column.name] [=column.type][=fields.constraint(column)][#if column.required] NOT NULL[/#if][#sep],[/#sep]
[/#list]
)
PCTFREE 0
&logging
&compression
PARTITION BY RANGE ([=oracle.name(keys.column)])
[#if keys.bucketColumn??]
SUBPARTITION BY RANGE ([=oracle.name(keys.bucketColumn)])
SUBPARTITION TEMPLATE (
[#list keys.bounds as bound]
  SUBPARTITION range_[=bound?counter] VALUES LESS THAN ([=oracle.literal(bound)]),
[/#list]
  SUBPARTITION range_[=keys.bounds?size + 1] VALUES LESS THAN (MAXVALUE)
)
[/#if]
(
[#list quarters.ends as end]
  PARTITION q[=quarters.name(end)] VALUES LESS THAN ([=quarters.literal(end)])[#sep],[/#sep]
[/#list]
);

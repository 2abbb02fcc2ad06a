[#import "fields.ftl" as fields]
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
[#list oracle.columns() as column]
  [=column.name] [=column.type][=fields.constraint(column)][#if column.required] NOT NULL[/#if][#sep],[/#sep]
[/#list]
)
PCTFREE 0
&logging
&compression;

[#import "fields.ftl" as fields]
-- Makes the table to load: a heap.
--
--   SQL> CONNECT loader@//dbhost:1521/pdb1
--   SQL> @00-settings.sql
--   SQL> @03-target-heap.sql
--
-- Uses: owner, target_table, compression, logging
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
&compression;

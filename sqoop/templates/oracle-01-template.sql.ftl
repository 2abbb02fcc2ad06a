-- Makes an empty [=title]: the template of the table that OraOop makes and fills.
--
--   sqlplus user@database @01-template.sql LOADPATH_TEMPLATE
WHENEVER OSERROR EXIT FAILURE ROLLBACK
WHENEVER SQLERROR EXIT FAILURE ROLLBACK
SET VERIFY OFF

CREATE TABLE &1 (
[#list oracle.columns as column]
  [=column.name] [=column.type][#if column.required] NOT NULL[/#if][#sep],[/#sep]
[/#list]
);

EXIT SUCCESS

[#import "fields.ftl" as fields]
-- Makes the external table over the files of [=title].
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
[#if format.delimiterAfterLast]
-- The delimiter after the last field needs no field: the access driver ignores the text after the last
-- field.
[/#if]
-- Fields are not trimmed, and an empty field is NULL. Each parallel process writes a log and a bad file, so
-- their names hold the process and the agent number. Nothing is discarded, because there is no LOAD WHEN. The date cache
-- holds all 1096 days of three years; the default of 1000 would switch itself off when full.
-- TERRITORY makes the point the decimal character, whatever the session's is (Database Utilities, access
-- driver, TERRITORY).
[#if format.header]
-- The preprocessor removes the header line of each file.
[/#if]
[#if fields.has_clob]
-- READSIZE is the longest record in bytes; its default is 524288.
[/#if]
WHENEVER OSERROR EXIT FAILURE ROLLBACK
WHENEVER SQLERROR EXIT FAILURE ROLLBACK
SET VERIFY OFF

CREATE TABLE &owner..&external_table (
[#list oracle.columns() as column]
  [=column.name] [=fields.read_as_text(column)?then("VARCHAR2([=fields.length(column)])", column.type)][#sep],[/#sep]
[/#list]
)
ORGANIZATION EXTERNAL (
  TYPE ORACLE_LOADER
  DEFAULT DIRECTORY &data_dir
  ACCESS PARAMETERS (
    RECORDS DELIMITED BY [=fields.crlf?then("0X'0D0A'", "NEWLINE")]
    CHARACTERSET [=fields.character_set]
    TERRITORY AMERICA
    STRING SIZES ARE IN CHARACTERS &io_options
[#if fields.has_clob]
    READSIZE [=fields.read_size]
[/#if]
    PREPROCESSOR &exec_dir:'&preprocessor'
    BADFILE &log_dir:'&external_table._%p_%a.bad'
    DISCARDFILE &log_dir:'&external_table._%p_%a.dsc'
    LOGFILE &log_dir:'&external_table._%p_%a.log'
    DATE_CACHE 2000
    FIELDS [=fields.csv][=fields.delimiters('0X')] NOTRIM &missing_fields
    (
[#list oracle.columns() as column]
      [=fields.field_name(column)] CHAR([=fields.length(column)])[#if column.kind == "date"] DATE_FORMAT DATE MASK "&date_mask"[/#if][=fields.null_if(fields.field_name(column), " = ", "0X")][#sep],[/#sep]
[/#list]
    )
  )
  LOCATION (&locations)
)
REJECT LIMIT &reject_limit
PARALLEL &dop;

[#import "fields.ftl" as fields]
-- [=title] for SQL*Loader. One session reads one file; for parallel sessions start it once per file.
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
[#if fields.has_check]
-- EVALUATE CHECK_CONSTRAINTS: without it, direct path switches the CHECK of truth values off, and parallel
-- sessions may leave it off (Database Utilities, Integrity Constraints).
[/#if]
LOAD DATA
CHARACTERSET [=fields.character_set] LENGTH SEMANTICS CHARACTER
APPEND
[#if format.quote??]
PRESERVE BLANKS
[/#if]
INTO TABLE [=table.sqlName()]
[#if fields.has_check]
EVALUATE CHECK_CONSTRAINTS
[/#if]
FIELDS [=fields.csv][=fields.delimiters('X')]
(
[#list oracle.columns() as column]
  [=fields.control_name(column)] [=(column.kind == "date")?then("DATE", "CHAR")]([=fields.length(column)])[#if column.kind == "date"] "[=fields.day_mask]"[/#if][#if !column?has_next && fields.crlf && !format.delimiterAfterLast] [=fields.last_delimiters][/#if][=fields.null_if(fields.control_name(column), "=", "X")][#if fields.read_as_text(column)] [=fields.expression(column)][/#if][#sep],[/#sep]
[/#list]
)

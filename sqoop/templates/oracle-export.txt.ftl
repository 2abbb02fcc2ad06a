# Exports the files of [=title] to Oracle with OraOop, Sqoop's Data Connector for Oracle and Hadoop: into a new
# table, by [#if sqoop.hasNullableExportStrings]conventional[#else]direct[/#if] path, one subpartition for each mapper.
#
#   sqoop --options-file oracle-export.txt \
#     --connect jdbc:oracle:thin:@//HOST:1521/SERVICE --username USER --password-file file:///PATH/OF/PASSWORD \
#     --table [=title]_LOADED --export-dir 'DIR/part-*' --num-mappers 2
#
# Needs Oracle's driver ojdbc in Sqoop's lib folder, the privileges of ../sql/oracle/00-privileges.sql, the empty table
# LOADPATH_TEMPLATE of ../sql/oracle/01-template.sql, and a database with partitioning.
# When the whole job has succeeded, ../sql/oracle/02-copy.sql copies the rows to [=title], without OraOop's columns.
# Write names in capitals: Oracle stores them in capitals, and OraOop compares them exactly.
# If OraOop cannot take a job, Sqoop falls back to plain JDBC. Only its log shows this: look for the line
# "Using Data Connector for Oracle and Hadoop".
# Sqoop divides one big file, or many small ones, evenly, but not two files between two mappers: it cuts the larger one,
# and one mapper gets three quarters of the rows. A compressed file is never cut.
# The password file holds only the password, without a line end, and only its owner may read it (mode 400 or 600).
# Sqoop takes the first of two equal options, so the command line cannot override this file.
export

# Lets OraOop take jobs with one mapper, too; by default it needs two.
-Doraoop.min.export.mappers=1

# The mappers use --connect unchanged. On RAC, OraOop would make an address for each instance by its SID, which
# leads to the root of a container database (OraOopManagerFactory.generateJdbcConnectionUrlsByActiveInstance).
-Doraoop.jdbc.url.verbatim=true

# OraOop makes --table with the template's columns. The table must not exist; oraoop.drop.table=true would drop it.
-Doraoop.template.table=LOADPATH_TEMPLATE

# … partitioned by job and subpartitioned by mapper. Each mapper fills its own table and exchanges it for its
# subpartition. Only this mapper writes to that table, so it can insert by direct path (APPEND_VALUES).
# A mapper that runs again fills its table again and exchanges it for the same subpartition, so its rows are there once.
# Use --table only after the whole job has succeeded. A mapper that fails leaves rows there: every batch is a commit,
# and the writer exchanges its table in a finally block, also after an error (AsyncSqlRecordWriter.close,
# OraOopDBRecordWriterInsert.closeConnection of Sqoop 1.4.7). Only a mapper that is killed leaves none, but its table
# ORAOOP_... stays. The exchange is WITHOUT VALIDATION.
# The table gets three more columns: ORAOOP_EXPORT_SYSDATE, ORAOOP_MAPPER_ID, ORAOOP_MAPPER_ROW.
-Doraoop.partitioned=true

# No redo for the rows of the whole table, so only the next backup holds them. The mappers' tables are
# always NOLOGGING. The user guide calls this property oraoop.nologging, but Sqoop reads only this name.
-Doraoop.no.logging=true

[#if sqoop.hasNullableExportStrings]
# Conventional path, with redo, because a column that is sent as text (see --map-column-java) may be NULL: Sqoop binds
# NULL by the column's own type (JdbcWritableBridge.writeString), so Oracle's driver sends a batch in two statements. With
# APPEND_VALUES, the second one is ORA-12838, up to 21c.
-Doraoop.oracle.append.values.hint.usage=OFF

[#else]
# Direct path always. AUTO would ask for Oracle 11.2 or later, and OraOop 1.4.7 cannot read the version of 18c and later:
# it reads the row 'TNS%' of V$VERSION, which is missing since 18c (OraOopOracleQueries.getOracleVersion; Oracle
# Database Reference, V$VERSION). ON is safe where each mapper has its own table; mappers that share a table would wait
# for each other. The log then shows "insert /*+APPEND_VALUES*/": look for it.
# ON needs NOT NULL where a value is sent as text (see --map-column-java): Sqoop binds NULL by the column's own type
# (JdbcWritableBridge.writeString), so Oracle's driver sends a batch in two statements, and up to 21c the second one is
# ORA-12838.
-Doraoop.oracle.append.values.hint.usage=ON

# Rows in a batch (default 5000). Each direct-path batch is one commit and starts a new block.
-Doraoop.min.append.values.batch.size=20000

[/#if]
# Dates are not in OraOop's form, yyyy-mm-dd hh24:mi:ss (see --map-column-java) …
-Doraoop.timestamp.string=false

# … so each session gets their form, [=format.dateForm.text]. The mappers run in parallel, so the server adds no parallelism.
-Doraoop.oracle.session.initialization.statements=alter session disable parallel query;\
alter session set nls_date_format = '[=format.dateForm.text?upper_case]'[#if sqoop.hasTimestamps];\
alter session set nls_timestamp_format = '[=sqoop.oracleTimestamp]';\
alter session set nls_timestamp_tz_format = '[=sqoop.oracleTimestamp]TZH:TZM'[/#if]

--direct

[#if sqoop.oracleExportStrings??]
# Sent as text; the session converts it.
--map-column-java
[=sqoop.option(sqoop.oracleExportStrings)]

[/#if]
[#include "export-format.ftl"]

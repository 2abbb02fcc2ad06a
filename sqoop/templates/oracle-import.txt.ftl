# Imports [=title] from Oracle with OraOop, Sqoop's Data Connector for Oracle and Hadoop, as text files.
#
#   sqoop --options-file oracle-import.txt \
#     --connect jdbc:oracle:thin:@//HOST:1521/SERVICE --username USER --password-file file:///PATH/OF/PASSWORD \
#     --table [=title] --target-dir DIR --num-mappers 2
#
# Needs Oracle's driver ojdbc in Sqoop's lib folder, and the privileges of ../sql/oracle/00-privileges.sql.
# Write names in capitals: Oracle stores them in capitals, and OraOop compares them exactly.
# If OraOop cannot take a job (an index-organized table, --query, --incremental, too few mappers), Sqoop falls back to
# plain JDBC. Only its log shows this: look for the line "Using Data Connector for Oracle and Hadoop".
# The password file holds only the password, without a line end, and only its owner may read it (mode 400 or 600).
# Sqoop takes the first of two equal options, so the command line cannot override this file.
import

# Lets OraOop take jobs with one mapper, too; by default it needs two.
-Doraoop.min.import.mappers=1

# The mappers use --connect unchanged. On RAC, OraOop would make an address for each instance by its SID, which
# leads to the root of a container database (OraOopManagerFactory.generateJdbcConnectionUrlsByActiveInstance).
-Doraoop.jdbc.url.verbatim=true

# Each mapper reads ranges of ROWIDs, that is blocks of the table's files: no key, no index, and each block once.
# PARTITION would give each mapper whole partitions, the only way to read an index-organized table.
-Doraoop.chunk.method=ROWID

# The mappers get ranges in turn, so each gets an even share of every file.
# SEQUENTIAL gives each mapper neighbouring ranges, RANDOM shuffles them.
-Doraoop.block.allocation=ROUNDROBIN

# All mappers read the table at one moment (AS OF SCN). Needs undo that reaches back to the job's start.
-Doraoop.import.consistent.read=true

# Executed by each mapper's session. The mappers run in parallel, so the server adds no parallelism; blocks are read past
# the buffer cache. From Sqoop's own oraoop-site-template.xml, which Sqoop reads only in its conf folder.
-Doraoop.oracle.session.initialization.statements=alter session disable parallel query;\
alter session set "_serial_direct_read"=true

--direct

# Rows per round trip. Sqoop's default of 1000 also overrides oracle.row.fetch.size (5000).
--fetch-size
10000

# Names the columns, without those that OraOop may have added to the table (see oracle-export.txt).
--columns
[=sqoop.option(sqoop.oracleNames)]

[#if sqoop.oracleImportDates??]
# Oracle's DATE has a time of day, and OraOop would write 2009-09-14 00:00:00.0. As a date it is 2009-09-14.
--map-column-java
[=sqoop.option(sqoop.oracleImportDates)]

[/#if]
[#include "import-format.ftl"]

# Exports the files of [=title] to PostgreSQL through JDBC, in batches of INSERT.
#
#   sqoop --options-file postgres-export.txt \
#     --connect 'jdbc:postgresql://HOST:5432/DATABASE?stringtype=unspecified&reWriteBatchedInserts=true' \
#     --username USER --password-file file:///PATH/OF/PASSWORD \
#     --table [=table.sqlName] --export-dir 'DIR/part-*' --num-mappers 2
#
# stringtype=unspecified        the server, not the driver, decides the type of a text, so dates can be sent as text
# reWriteBatchedInserts=true    the driver sends a batch as INSERTs of many rows, not as many INSERTs of one row
#
[#include "dates.ftl"]
# The table must exist. A delimiter after the last field does no harm.
# Sqoop divides one big file, or many small ones, evenly, but not two files between two mappers: it cuts the larger one,
# and one mapper gets three quarters of the rows. A compressed file is never cut.
# If the application master dies, YARN starts another one, which runs all mappers again. The rows of mappers that had
# ended arrive twice, and the exit code is 0. The line -Dmapreduce.am.max-attempts=1 below "export" makes such a job fail.
# postgres-export-connector.txt needs no such line.
# The password file holds only the password, without a line end, and only its owner may read it (mode 400 or 600).
# Sqoop takes the first of two equal options, so the command line cannot override this file.
export

# One transaction for each mapper (default: a commit every 100 statements). A mapper that fails may still leave a part of
# its rows, and other mappers' rows stay. For all or nothing add --staging-table, which costs a second pass in the database.
-Dsqoop.export.statements.per.transaction=-1

# Rows in a batch (default 100).
-Dsqoop.export.records.per.statement=1000

--batch

[#if sqoop.exportStrings??]
# Sent as text; the server converts it.
--map-column-java
[=sqoop.option(sqoop.exportStrings)]

[/#if]
[#include "export-format.ftl"]

# Exports the files of [=title] to PostgreSQL through JDBC and a staging table: all rows or none.
#
#   sqoop --options-file postgres-export-staged.txt \
#     --connect 'jdbc:postgresql://HOST:5432/DATABASE?stringtype=unspecified&reWriteBatchedInserts=true' \
#     --username USER --password-file file:///PATH/OF/PASSWORD \
#     --table [=table.sqlName] --export-dir 'DIR/part-*' --num-mappers 2
#
# Needs an empty table [=table.sqlName]_loadpath_staging with the same columns: CREATE TABLE [=table.sqlName]_loadpath_staging (LIKE [=table.sqlName]).
# postgres-export.txt explains the URL's parameters. When all mappers have ended, Sqoop moves the rows in one transaction,
# so they are written twice. A mapper that runs again after its commit doubles its rows in the staging table, and so in
# the target: the two lines with attempts below prevent this. postgres-export-connector.txt needs neither.
# The password file holds only the password, without a line end, and only its owner may read it (mode 400 or 600).
# Sqoop takes the first of two equal options, so the command line cannot override this file.
export

# One transaction for each mapper (default: a commit every 100 statements).
-Dsqoop.export.statements.per.transaction=-1

# Rows in a batch (default 100).
-Dsqoop.export.records.per.statement=1000

# A mapper that fails ends the job: another attempt would add the rows that the first one has committed.
-Dmapreduce.map.maxattempts=1

# If the application master dies, the job ends: the next one would run all mappers again, and add the rows of ended
# mappers a second time, with exit code 0.
-Dmapreduce.am.max-attempts=1

--batch

# The mappers fill this table; it must not be the target.
--staging-table
[=table.sqlName]_loadpath_staging

# Removes rows that a dead job left in it.
--clear-staging-table

[#if sqoop.exportStrings??]
# Sent as text; the server converts it.
--map-column-java
[=sqoop.option(sqoop.exportStrings)]

[/#if]
[#include "export-format.ftl"]

# Imports [=title] from PostgreSQL through JDBC, as text files.
#
#   sqoop --options-file postgres-import.txt \
#     --connect jdbc:postgresql://HOST:5432/DATABASE --username USER --password-file file:///PATH/OF/PASSWORD \
#     --table [=table.sqlName] --target-dir DIR --num-mappers 2
#
# ../imported.yaml describes the files that it writes. The password file holds only the password, without a line end, and
# only its owner may read it (mode 400 or 600).
# Sqoop takes the first of two equal options, so the command line cannot override this file.
import

[#if sqoop.splitColumn??]
# [=sqoop.splitColumn] is a number and never NULL. If its values are spread evenly, equal ranges hold about equally many
# rows. Sqoop queries its least and greatest value (or runs --boundary-query) and gives each mapper one range.
# Each mapper runs a separate query, so rows that change meanwhile can be missed or doubled.
--split-by
[=sqoop.option(sqoop.splitColumn)]
[#else]
# No column is a number and never NULL, so Sqoop has nothing to divide the rows by: one mapper reads them all.
--num-mappers
1
[/#if]

# Rows per fetch; without a limit, the driver would hold a mapper's whole result in memory.
--fetch-size
10000

[#if sqoop.importStrings??]
# As text, dates and times have the database's form, such as 2009-09-14, in every time zone of the client.
--map-column-java
[=sqoop.option(sqoop.importStrings)]

[/#if]
[#include "import-format.ftl"]

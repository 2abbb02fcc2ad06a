# Exports the files of [=title] to PostgreSQL with COPY … FROM STDIN, one for each mapper.
#
#   sqoop --options-file postgres-export-direct.txt \
#     --connect jdbc:postgresql://HOST:5432/DATABASE --username USER --password-file file:///PATH/OF/PASSWORD \
#     --table [=table.sqlName]_lines --export-dir 'DIR/part-*' --num-mappers 2
#
# The lines go to the server unchanged, as CSV, so the table must have the files' fields in their order.
[#if format.delimiterAfterLast]
# A delimiter after the last field makes one more, empty field: such files need a table with one more column, as
# ../sql/postgres/02-lines.sql makes it.
[/#if]
# An empty field is NULL (--input-null-string has no effect).
[#include "dates.ftl"]
# Each mapper is one transaction: a mapper that fails leaves no rows, but other mappers' rows stay.
# If the application master dies, YARN starts another one, which runs a mapper again unless it knows that the mapper had
# ended. Rows that a mapper committed just before then arrive twice, and the exit code is 0. The line
# -Dmapreduce.am.max-attempts=1 below "export" makes such a job fail. postgres-export-connector.txt needs no such line.
# Sqoop divides one big file, or many small ones, evenly, but not two files between two mappers: it cuts the larger one,
# and one mapper gets three quarters of the rows. A compressed file is never cut.
# The password file holds only the password, without a line end, and only its owner may read it (mode 400 or 600).
export
--direct

--input-fields-terminated-by
[=sqoop.delimiter]

[#if format.quote??]
# Fields may be in quotes.
--input-optionally-enclosed-by
[=sqoop.character(format.quote)]
[#if format.escape?? && format.escape != format.quote]

# Before a quote inside of them.
--input-escaped-by
[=sqoop.character(format.escape)]
[/#if]
[#else]
# The files have no quotes, but CSV does: a field that begins with a double quote would swallow the rest. So the quote is
# the character DEL, which text does not hold. (Most control characters break Hadoop's job file, which is XML.)
--input-enclosed-by
'\0177'
[/#if]

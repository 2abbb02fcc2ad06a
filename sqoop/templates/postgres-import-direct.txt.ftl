# Imports [=title] from PostgreSQL with one COPY … TO STDOUT, read through the program psql.
#
#   sqoop --options-file postgres-import-direct.txt \
#     --connect jdbc:postgresql://HOST:5432/DATABASE --username USER --password-file file:///PATH/OF/PASSWORD \
#     --table [=table.sqlName] --target-dir DIR
#
# Needs psql on the PATH of the machine that runs sqoop (Debian: apt-get install postgresql-client). One psql writes one
# file on that machine, whatever --num-mappers says; --where selects rows. It writes only text files, which
# ../imported-direct.yaml describes.
# The password file holds only the password, without a line end, and only its owner may read it (mode 400 or 600).
# Sqoop decodes psql's output by the JVM's default. In a locale without UTF-8, or with a database in another encoding, set
# HADOOP_OPTS=-Dfile.encoding=UTF-8 and PGCLIENTENCODING=UTF8.
import
--direct

--fields-terminated-by
[=sqoop.delimiter]

# NULL is an empty field. COPY has one text for NULL, so both must be the same.
--null-string
''
--null-non-string
''

[#if sqoop.plain]
# COPY writes CSV, and would quote a value that holds a double quote. With DEL as the quote, which text does not hold,
# every value stays unchanged.
--optionally-enclosed-by
'\0177'
[#else]
# COPY writes CSV: a value that holds a delimiter, a quote or a line end is in quotes, and so is an empty text. A quote
# inside is doubled. Sqoop turns a CR inside a value into LF.
--optionally-enclosed-by
'"'
[/#if]

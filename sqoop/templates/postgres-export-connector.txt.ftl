# Exports files to PostgreSQL with Loadpath's connector: each mapper checks its rows and turns them into binary COPY. The
# rows of all mappers arrive together, or none.
#
#   sqoop --options-file postgres-export-connector.txt \
#     --connect jdbc:postgresql://HOST:5432/DATABASE --username USER --password-file file:///PATH/OF/PASSWORD \
#     --table [=table.sqlName] --export-dir 'DIR/part-*' --num-mappers 2
#
# Needs loadpath-sqoop-….jar in Sqoop's lib folder, and the right to create tables in the target's schema.
# The files' bytes are divided evenly between the mappers, however many files there are. A compressed file (.gz, .bz2,
# .zst, .deflate) is never divided, and one that is truncated or has 0 bytes ends the export. Files of Hadoop's snappy, lz4 and
# LZO are refused: they have no end mark, so a truncated one looks complete. Files of zstd --long, zstd --ultra and pzstd need
# Hadoop's native library.
# A killed, failed or repeated export neither doubles nor loses a row: the next export into the same table finishes or
# undoes a dead one. To do only that, add the line -Dloadpath.export.recover-only=true to a copy of this file, after the
# other lines with -D. If rows were committed but the client died, the next export of the same files brings nothing. If
# the table was emptied, rewritten or made again since, that export is an error instead, and
# -Dloadpath.export.again=true exports the files. -Dloadpath.export.id=NAME names a load, such as the day of its rows: it
# is exported once into the table, even if its files are made again.
# The tables loadpath_exports and loadpath_export_tasks, next to the target, hold all decisions. All exports into a schema
# must come from one role, or from members of the role that owns these tables. Members finish each other's dead exports if
# the owner may read the target, and by two-phase if it has no triggers. A publication of all tables, or of all tables of
# the schema, is refused: it would publish these tables.
# A session waits 10 s for a lock (-Dloadpath.session.statements='SET lock_timeout = …' changes that). By two-phase,
# mappers that are done block TRUNCATE, ALTER TABLE and CREATE INDEX of the table until the job ends.
# The password file holds only the password, without a line end, and only its owner may read it (mode 400 or 600).
# Instead of the file, -Dhadoop.security.credential.provider.path=jceks://hdfs/PATH/passwords.jceks (a line with -D below) and
# --password-alias ALIAS take it from a store, which 'hadoop credential create ALIAS -provider jceks://…' fills.
# TLS with a check of the server, for all sessions: ?sslmode=verify-full&sslrootcert=/PATH/OF/CA.crt after the database's name,
# in quotes. Each node needs the certificate's file.
# Sqoop takes the first of two equal options, so the command line cannot override this file.
export

# The connector takes jobs with --direct on PostgreSQL. The other two are Sqoop's own, for all other jobs.
-Dsqoop.connection.factories=io.loadpath.sqoop.PostgresManagerFactory,\
org.apache.sqoop.manager.oracle.OraOopManagerFactory,\
org.apache.sqoop.manager.DefaultManagerFactory

# The commit method (default: auto, which is two-phase if possible, otherwise insert):
#   two-phase  each mapper prepares its transaction, and all are committed within milliseconds; needs
#              max_prepared_transactions on the server, and a table without unique indexes and without unlogged or foreign
#              parts
#   insert     the mappers' tables are inserted in one transaction: the rows are written twice
# The log names the way and the reason.
-Dloadpath.export.commit=auto

# Maximum number of malformed rows that are left out, over all mappers (default: 0). The log names the first 10 of
# each mapper by file and byte.
-Dloadpath.export.reject-limit=0

[#if format.header]
# The number of lines at the start of each file that are not rows (default: 0).
-Dloadpath.export.skip.header.lines=1

[/#if]
[#if sqoop.hasBytes()]
# Bytes are bare hexadecimal digits (default: false, with \x before them).
-Dloadpath.export.hex-bytes=true

[/#if]
--direct

[#include "export-format.ftl"]

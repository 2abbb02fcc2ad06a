# Exports files to PostgreSQL with Loadpath's connector: each mapper checks its rows, turns them into binary COPY, and all
# mappers' rows arrive together, or none.
#
#   sqoop --options-file postgres-export-connector.txt \
#     --connect jdbc:postgresql://HOST:5432/DATABASE --username USER --password-file file:///PATH/OF/PASSWORD \
#     --table [=table.sqlName] --export-dir 'DIR/part-*' --num-mappers 2
#
# Needs loadpath-sqoop-….jar in Sqoop's lib folder, and the right to create tables in the target's schema.
# The files' bytes are divided evenly between the mappers, however many files there are. A compressed file (.gz, .bz2,
# .zst, .deflate) is never divided, and one that is truncated or has 0 bytes ends the export. Files of Hadoop's snappy, lz4 and
# LZO are refused: they have no end mark, so a truncated one looks whole. Files of zstd --long, zstd --ultra and pzstd need
# Hadoop's native library.
# A killed, failed or repeated export neither doubles nor loses a row: the next export into the same table finishes or
# undoes one that has died. Add the line -Dloadpath.export.recover-only=true to a copy of this file, after the other lines
# with -D, to do that alone. If files were committed but their client died, the next export of the same files brings
# nothing. If the table has been emptied, rewritten or made again since, that export is an error instead, and
# -Dloadpath.export.again=true exports them. -Dloadpath.export.id=NAME names a load, such as the day of its rows: it is
# exported once into the table, also if its files are made again.
# What is decided stands in the tables loadpath_exports and loadpath_export_tasks beside the target. All exports into a
# schema must come from one role, or from members of the role that owns these tables, which finish each other's dead
# exports if the owner may read the target, and by two-phase if it has no triggers. A publication of all tables, or of the
# schema's, is refused: it would publish these tables.
# A session waits 10 s for a lock (-Dloadpath.session.statements='SET lock_timeout = …' changes that). By two-phase, the
# mappers that are done keep the table from TRUNCATE, ALTER TABLE and CREATE INDEX until the job ends.
# The password file holds the password alone, without a line end, and only its owner may read it (mode 400 or 600).
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

# How the mappers' rows reach the table, all together (default: auto: two-phase if it is possible, else insert):
#   two-phase  each mapper prepares its transaction, and all are committed within milliseconds of each other; needs
#              max_prepared_transactions on the server, and a table without unique indexes and without unlogged or foreign
#              parts
#   insert     the mappers' tables are inserted in one transaction: the rows are written twice
# The log names the way and the reason.
-Dloadpath.export.commit=auto

# Malformed rows that may be left out, over all mappers (default: 0). The log names the first 10 of
# each mapper by file and byte.
-Dloadpath.export.reject-limit=0

[#if sqoop.hasBytes()]
# Bytes are hexadecimal digits alone (default: false: behind \x).
-Dloadpath.export.hex-bytes=true

[/#if]
--direct

[#include "export-format.ftl"]

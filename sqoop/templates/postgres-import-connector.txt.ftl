# Imports a table from PostgreSQL with Loadpath's connector: each mapper streams COPY … TO STDOUT into its file. All
# mappers read one snapshot, whatever other sessions write meanwhile.
#
#   sqoop --options-file postgres-import-connector.txt \
#     --connect jdbc:postgresql://HOST:5432/DATABASE --username USER --password-file file:///PATH/OF/PASSWORD \
#     --table [=table.sqlName] --target-dir DIR --num-mappers 2
#
# Needs loadpath-sqoop-….jar in Sqoop's lib folder. ../imported.yaml describes the files that it writes.
# The table's blocks are divided evenly between the mappers: no key, no skew. A partitioned table is divided by the blocks
# of its leaves. A view, a foreign table and --query have no blocks: one mapper reads them, or several with --split-by.
# The connector takes --columns, --where, --query, --split-by, --boundary-query, --append, --compress and the delimiters, as
# Sqoop does. Avro, Parquet, sequence files, HBase and --merge-key need Sqoop's record class: they go through JDBC, and the
# log says so.
# --compress writes gzip files. --compression-codec zstd writes text as zstd files, even if Hadoop has no native library.
# With the library, the codec is Hadoop's, and so is its level (io.compression.codec.zstd.level). Files of the codecs
# snappy and lz4 have no end mark, so a truncated one looks complete: the connector's export and Loadpath's Q1 refuse them.
# Until the job ends, its session protects the table: TRUNCATE and ALTER TABLE wait, and so does VACUUM's cleaning.
# Each mapper locks the tables that it reads, too. Only that session can lock queries and views: if it is lost, the import fails.
# The files of a failed import never reach DIR: mapreduce.fileoutputcommitter.algorithm.version is always 1.
# The password file holds only the password, without a line end, and only its owner may read it (mode 400 or 600).
# Instead of the file, -Dhadoop.security.credential.provider.path=jceks://hdfs/PATH/passwords.jceks (a line with -D below) and
# --password-alias ALIAS take it from a store, which 'hadoop credential create ALIAS -provider jceks://…' fills.
# TLS with a check of the server, for all sessions: ?sslmode=verify-full&sslrootcert=/PATH/OF/CA.crt after the database's name,
# in quotes. Each node needs the certificate's file.
#
# Values have PostgreSQL's form, except truth values. Imports without the connector (JDBC) write some types in another form:
#   type                    connector                    JDBC
#   double precision, real  1                            1.0
#   timestamp               2020-01-01 00:00:00          2020-01-01 00:00:00.0
#   timestamptz             2020-01-01 00:00:00+01       2020-01-01 00:00:00.0
#   time                    12:00:00.25                  12:00:00
#   bytea                   \xdead                       de ad
#   boolean                 true                         true; t with --map-column-java COLUMN=String
#
# Sqoop takes the first of two equal options, so the command line cannot override this file.
import

# The connector takes jobs with --direct on PostgreSQL. The other two are Sqoop's own, for all other jobs.
-Dsqoop.connection.factories=io.loadpath.sqoop.PostgresManagerFactory,\
org.apache.sqoop.manager.oracle.OraOopManagerFactory,\
org.apache.sqoop.manager.DefaultManagerFactory

--direct

[#include "import-format.ftl"]

#!/bin/bash
# Preprocessor for files in HDFS: writes the text of all files that a location file names to stdout, inflated by the
# ending of their names (.gz, .zst, .lz4, .bz2; other files are plain).
#
#   read-webhdfs.sh LOCATION-FILE
#   read-webhdfs.sh --skip-header LOCATION-FILE    without the first line of each file
#
# It speaks WebHDFS: the NameNode redirects each file's OPEN to a DataNode. The location file must name the DataNodes.
# A DataNode that dies is replaced: the next OPEN goes on after the last byte, up to five times. The NameNode is asked for
# length and modification time before the first byte and after the last one.
# With login=kerberos, curl logs in by SPNEGO with the ticket of the database's user. The environment is empty, so the
# ticket must be in the default cache (/tmp/krb5cc_UID, unless /etc/krb5.conf names another).
# read-http.sh says the rest, which is the same for both.

exec -c /bin/bash -- "${0%"${0##*/}"}send-locations.sh" webhdfs swebhdfs -- "$@"

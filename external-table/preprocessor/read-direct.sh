#!/bin/bash
# Preprocessor for plain data files: writes one file to stdout, read with direct I/O. The inflate-*.sh
# scripts do the same and inflate what was read. read-http.sh and read-webhdfs.sh fetch files of other machines.
#
#   read-direct.sh FILE
#   read-direct.sh --skip-header FILE              without the first line; for skip-header.sh
#   read-direct.sh --rate BYTES-PER-SECOND FILE    for measurements; limit-rate.sh explains it
#
# Only data goes to stdout. A failure of any stage prints one line on stderr that names file and
# stage, and gives exit code 1 (2: wrong call; 141: the reader closed the pipe).
# A tool that prints anything on stderr has failed, whatever its exit code. A file that grows, is
# replaced or vanishes while it is read is a failure, and so is one that ends before its size: half a
# file must not pass for a complete one.
# (An uncompressed file whose writer pauses looks complete: write files under another name and rename
# them.)
# The tools come from /usr/bin or /bin and run with an empty environment, as under Oracle.
#
# Direct I/O bypasses the page cache: a load does not push other data out of memory, and a
# second load reads the disk again. Where the file system refuses it (tmpfs, some overlays),
# the file is read through the cache instead.
#
# Install for Oracle, as root, in a folder that holds nothing else. Neither the oracle user nor anyone who
# may log in to the database may write to it:
#   install -d -o root -g oinstall -m 750 /opt/loadpath/preprocessor
#   install -o root -g oinstall -m 750 read-*.sh send-*.sh from-*.sh by-ending.sh skip-header.sh inflate-*.sh \
#     /opt/loadpath/preprocessor
# then name the folder in oracle/01-directories.sql, which grants only EXECUTE on it.
# For PostgreSQL's file_fdw the same folder serves, readable by the server's user.

exec -c /bin/bash -- "${0%"${0##*/}"}send-file.sh" -- "$@"

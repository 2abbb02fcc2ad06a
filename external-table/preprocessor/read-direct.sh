#!/bin/bash
# Preprocessor for plain data files: writes one file to stdout, read with direct I/O.
# The inflate-*.sh scripts beside it call it too, with the inflater to send the file through.
#
#   read-direct.sh FILE                  plain text
#   read-direct.sh FILE TOOL [OPTION...] through TOOL, looked up in /usr/bin and /bin
#
# Only data goes to stdout. Whatever fails, in whichever stage, ends in one line on stderr that
# names file and stage, and in exit code 1 (2: wrong call; 141: the reader closed the pipe).
# A tool that says anything on stderr has failed, whatever its exit code. So has the load of a file
# that grows, is replaced or goes away while it is read: half a file must not pass for a whole one.
# (A file that is half there and rests meanwhile cannot be told from a whole one, unless it is
# compressed: let files arrive under another name, and rename them.)
# Nothing is taken from the environment, which is almost empty under Oracle.
#
# Direct I/O bypasses the page cache: a load does not push other data out of memory, and a
# second load reads the disk again. Where the file system refuses it (tmpfs, some overlays),
# the file is read through the cache instead.
#
# Install for Oracle, as root, in a folder that holds nothing else and that neither the oracle
# user nor anyone who may log in to the database can write:
#   install -d -o root -g oinstall -m 750 /opt/loadpath/preprocessor
#   install -o root -g oinstall -m 750 read-direct.sh send-file.sh inflate-*.sh /opt/loadpath/preprocessor
# then name the folder in oracle/01-directories.sql, which grants EXECUTE on it and no more.
# For PostgreSQL's file_fdw the same folder serves, readable by the server's user.

read_file() {
  "$dd_path" ${direct:+"$direct"} bs=1M status=none <"$file"
}

# shellcheck source-path=SCRIPTDIR source=send-file.sh
source "${BASH_SOURCE[0]%/*}/send-file.sh"

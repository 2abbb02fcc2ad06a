#!/bin/bash
# Preprocessor for files whose first line names the columns: writes one file without that line to stdout,
# inflated by the ending of its name (.gz, .zst, .lz4, .bz2; other files are plain).
#
#   skip-header.sh FILE
#
# For a database that takes only the name of a program. Oracle's manuals spell the access driver's own
# clause for header lines in two ways (FIELD NAMES ALL IGNORE, FIELD NAMES ALL FILES IGNORE).
# The header must be one line. It costs one more program and pipe.
# Needs the other scripts in the same folder. The header of read-direct.sh describes them, and how to
# install them.

case ${1-} in
*.gz) script=inflate-gzip.sh ;;
*.zst) script=inflate-zstd.sh ;;
*.lz4) script=inflate-lz4.sh ;;
*.bz2) script=inflate-bzip2.sh ;;
*) script=read-direct.sh ;;
esac
exec -c /bin/bash -- "${0%"${0##*/}"}$script" --skip-header "$@"

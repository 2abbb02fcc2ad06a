#!/bin/bash
# Preprocessor for files whose first line names the columns: writes one file without that line to stdout,
# inflated by the ending of its name (.gz, .zst, .lz4, .bz2; other files are plain).
#
#   skip-header.sh FILE
#   skip-header.sh FILE.locations    all files of a location file, each without its first line; see read-http.sh
#
# For a database that takes only the name of a program. Oracle's manuals spell the access driver's own
# clause for header lines in two ways (FIELD NAMES ALL IGNORE, FIELD NAMES ALL FILES IGNORE).
# The header must be one line. It costs one more program and pipe.
# Needs the other scripts in the same folder. The header of read-direct.sh describes them, and how to
# install them.

if [[ ${1-} == *.locations ]]; then
  exec -c /bin/bash -- "${0%"${0##*/}"}send-locations.sh" http https webhdfs swebhdfs -- --skip-header "$@"
fi
exec -c /bin/bash -- "${0%"${0##*/}"}by-ending.sh" "${1-}" --skip-header "$@"

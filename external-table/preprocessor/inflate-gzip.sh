#!/bin/bash
# Preprocessor for gzip files: writes one file, inflated, to stdout. Inflates with igzip (2.30 or
# later; Debian: isal), which takes less CPU, where it is installed, otherwise with gzip.
# inflate-gnu-gzip.sh always uses gzip.
#
#   inflate-gzip.sh FILE
#
# Several members are one file. A truncated or damaged file is a failure, and so are
# bytes that follow the last member, which igzip alone would ignore. Zero bytes at the end (the padding
# of a tape) are a failure with igzip, but not with gzip.
# Needs send-file.sh in the same folder. The header of read-direct.sh describes both, and how to install
# them.

tool=gzip
if [[ -x /usr/bin/igzip || -x /bin/igzip ]]; then tool=igzip; fi
exec -c /bin/bash -- "${0%"${0##*/}"}send-file.sh" "$tool" -dc -- "$@"

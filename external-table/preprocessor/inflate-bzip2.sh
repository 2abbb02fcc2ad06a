#!/bin/bash
# Preprocessor for bzip2 files: writes one file, inflated, to stdout.
#
#   inflate-bzip2.sh FILE
#
# Several streams are one file. A truncated or damaged file, and bytes that follow
# the last stream, are failures.
# Needs send-file.sh in the same folder. The header of read-direct.sh describes both, and how to install
# them.

exec -c /bin/bash -- "${0%"${0##*/}"}send-file.sh" bzip2 -dc -- "$@"

#!/bin/bash
# Preprocessor for gzip files: writes one file, inflated, to stdout. Inflates with gzip even where igzip
# is installed.
#
#   inflate-gnu-gzip.sh FILE
#
# Several members are one file. A truncated or damaged file, and bytes that follow
# the last member, are failures; zero bytes at the end (the padding of a tape) are not.
# Needs send-file.sh in the same folder. The header of read-direct.sh describes both, and how to install
# them.

exec -c /bin/bash -- "${0%"${0##*/}"}send-file.sh" gzip -dc -- "$@"

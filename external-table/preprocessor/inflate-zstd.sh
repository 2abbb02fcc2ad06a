#!/bin/bash
# Preprocessor for zstd files: writes one file, inflated, to stdout.
#
#   inflate-zstd.sh FILE
#
# Several frames are one file. A truncated or damaged file, and bytes that follow
# the last frame, are failures.
# Needs send-file.sh in the same folder. The header of read-direct.sh describes both, and how to install
# them.

exec -c /bin/bash -- "${0%"${0##*/}"}send-file.sh" zstd -dcq -- "$@"

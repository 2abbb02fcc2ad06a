#!/bin/bash
# Preprocessor for bzip2 files: writes one file, inflated, to stdout.
#
#   inflate-bzip2.sh FILE
#
# Streams one after the other are one file. A truncated or damaged file, and bytes that follow
# the last stream, are failures.
# Needs read-direct.sh and send-file.sh in its own folder; read-direct.sh's header says what they
# promise and how to install them.

exec "${BASH_SOURCE[0]%/*}/read-direct.sh" "${1-}" bzip2 -dc

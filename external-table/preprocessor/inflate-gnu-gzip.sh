#!/bin/bash
# Preprocessor for gzip files: writes one file, inflated, to stdout. Inflates with gzip even where igzip
# is installed.
#
#   inflate-gnu-gzip.sh FILE
#
# Members one after the other are one file. A truncated or damaged file, and bytes that follow
# the last member, are failures; zero bytes at the end (the padding of a tape) are not.
# Needs read-direct.sh and send-file.sh in its own folder; read-direct.sh's header says what they
# promise and how to install them.

exec "${BASH_SOURCE[0]%/*}/read-direct.sh" "${1-}" gzip -dc

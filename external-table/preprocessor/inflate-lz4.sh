#!/bin/bash
# Preprocessor for lz4 files: writes one file, inflated, to stdout.
#
#   inflate-lz4.sh FILE
#
# Frames one after the other are one file. A truncated or damaged file, and bytes that follow
# the last frame, are failures.
# Needs read-direct.sh and send-file.sh in its own folder; read-direct.sh's header says what they
# promise and how to install them.

exec "${BASH_SOURCE[0]%/*}/read-direct.sh" "${1-}" lz4 -dcq

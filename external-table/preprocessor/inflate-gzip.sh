#!/bin/bash
# Preprocessor for gzip files: writes one file, inflated, to stdout.
#
#   inflate-gzip.sh FILE
#
# Members one after the other are one file. A truncated or damaged file, and bytes that follow
# the last member, are failures. Needs read-direct.sh in its own folder; that script's header
# says what it promises and how to install both.

exec "${BASH_SOURCE[0]%/*}/read-direct.sh" "${1-}" gzip -dc

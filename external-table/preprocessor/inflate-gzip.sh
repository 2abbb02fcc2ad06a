#!/bin/bash
# Preprocessor for gzip files: writes one file, inflated, to stdout. Inflates with igzip (2.30 or
# later; Debian: isal), which takes a third of gzip's CPU, where it is installed, otherwise with
# gzip. inflate-gnu-gzip.sh takes gzip always.
#
#   inflate-gzip.sh FILE
#
# Members one after the other are one file. A truncated or damaged file is a failure, and so are
# bytes that follow the last member, which igzip by itself would ignore; but gzip ignores zero bytes
# at the end (the padding of a tape), while this script with igzip refuses them too.
# Needs send-file.sh in the same folder; the header of read-direct.sh says what both promise and how
# to install them.

tool=gzip
if [[ -x /usr/bin/igzip || -x /bin/igzip ]]; then tool=igzip; fi
exec -c /bin/bash -- "${0%"${0##*/}"}send-file.sh" "$tool" -dc -- "$@"

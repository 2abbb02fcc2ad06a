#!/bin/bash
# Calls the preprocessor that inflates files by the ending of a name: .gz, .zst, .lz4, .bz2; other files are plain.
# skip-header.sh and send-locations.sh call it:
#
#   by-ending.sh NAME ARGUMENT...

case $1 in
*.gz) script=inflate-gzip.sh ;;
*.zst) script=inflate-zstd.sh ;;
*.lz4) script=inflate-lz4.sh ;;
*.bz2) script=inflate-bzip2.sh ;;
*) script=read-direct.sh ;;
esac
exec -c /bin/bash -- "${0%"${0##*/}"}$script" "${@:2}"

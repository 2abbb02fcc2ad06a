#!/bin/bash
# Preprocessor for files on HTTP servers: writes the text of all files that a location file names to stdout, inflated by
# the ending of their names (.gz, .zst, .lz4, .bz2; other files are plain).
#
#   read-http.sh LOCATION-FILE
#   read-http.sh --skip-header LOCATION-FILE    without the first line of each file
#
# 'bin/loadpath locations' writes location files; send-locations.sh describes them. Only they name URIs.
# A lost connection is resumed by a range, up to five times. A short answer, a file that has changed since the location
# file was written, an error of the server, or a redirect to a host that is not in the location file is a failure.
# A server's user and password are in .netrc next to the location file, mode 600, a line for each host:
#   machine files.example login etl password SECRET
# Proxies of the environment are not used.
# Needs curl 7.42 or later, the other scripts in the same folder, and the tools of the inflaters. The header of
# read-direct.sh describes them, and how to install them.

exec -c /bin/bash -- "${0%"${0##*/}"}send-locations.sh" http https -- "$@"

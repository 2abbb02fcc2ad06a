#!/bin/bash
# Stands in the place of a preprocessor while a run is measured: runs it, and notes the CPU time
# that it and its children used.

here=${BASH_SOURCE[0]%/*}
"$here/uncounted/${BASH_SOURCE[0]##*/}" "$@"
code=$?
times >>"$here/cpu-times/$$"
exit "$code"

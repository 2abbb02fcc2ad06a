# Functions shared by the two MapReduce paths for Q1; each step calls the function of its name.
# shellcheck shell=bash
set -euo pipefail
# shellcheck source=engines/hadoop/places.sh
. "${BASH_SOURCE[0]%/*}/../../engines/hadoop/places.sh"

answer=${LOADPATH_WORK:?}/answer

# Checks that the job's jar is built, removes the answer of a killed run, and copies the data to the cluster, if there is one.
q1_setup() {
  local jars=("$LOADPATH_ROOT"/mapreduce/target/loadpath-mapreduce-*.jar)
  if [ ! -f "${jars[0]}" ] || [ "${#jars[@]}" -ne 1 ]; then
    echo "setup: $LOADPATH_ROOT needs exactly one mapreduce/target/loadpath-mapreduce-*.jar: run 'mvn -q -DskipTests package' there" >&2
    exit 1
  fi
  remove answer
  stage_data
}

# q1_run PROGRAM [OPTION…]: runs the program over all parts of LINEITEM.
q1_run() {
  # Hadoop would read some characters of a folder's name as glob patterns.
  local data
  data=$(printf '%s' "$LOADPATH_DATA_URI" | sed 's/[][{}*?\\]/\\&/g')
  exec "$LOADPATH_ROOT/engines/bin/hadoop" jar "$LOADPATH_ROOT"/mapreduce/target/loadpath-mapreduce-*.jar "$@" \
    "$data/part-*" "$LOADPATH_WORK_URI/answer"
}

# Prints the answer as JSON, one array of strings per row of the output files, and the job's counts.
q1_verify() {
  fetch answer
  if [ ! -f "$answer/_counts.json" ]; then
    echo "verify: $answer holds no finished answer: look at the log of run" >&2
    exit 1
  fi
  local counts
  counts=$(<"$answer/_counts.json")
  if [[ $counts =~ ,\ \"cpuMilliseconds\":\ ([0-9]+) ]]; then
    counts=${counts/"${BASH_REMATCH[0]}"/"$(cluster_cpu "${BASH_REMATCH[1]}")"}
  fi
  awk -F '|' -v counts="$counts" '
    BEGIN { printf "{\"answer\": [" }
    {
      printf "%s[", (NR > 1 ? ", " : "")
      for (i = 1; i <= NF; i++) {
        gsub(/["\\]/, "\\\\&", $i)
        printf "%s\"%s\"", (i > 1 ? ", " : ""), $i
      }
      printf "]"
    }
    END { print "], " substr(counts, 2) }
  ' "$answer"/part-r-*
}

# Removes the answer.
q1_teardown() {
  remove answer
}

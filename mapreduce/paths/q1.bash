# Shared by the paths that answer Q1 with a MapReduce job: each folder's steps call the function of their name.
# shellcheck shell=bash
set -euo pipefail

answer=$LOADPATH_WORK/answer
said=$LOADPATH_WORK/said

# Looks that the job's jar is built and clears what a killed run may have left.
q1_setup() {
  local jars=("$LOADPATH_ROOT"/mapreduce/target/loadpath-mapreduce-*.jar)
  if [ ! -f "${jars[0]}" ] || [ "${#jars[@]}" -ne 1 ]; then
    echo "setup: one mapreduce/target/loadpath-mapreduce-*.jar is needed in $LOADPATH_ROOT: run 'mvn -q -DskipTests package' there" >&2
    exit 1
  fi
  rm -rf "$answer" "$said"
  "$LOADPATH_ROOT/bin/hadoop" version >/dev/null # the first command makes the class archive: not inside run
}

# q1_run PROGRAM [OPTION…]: runs the program over all parts of LINEITEM; what it prints goes to the file said.
q1_run() {
  # A folder's own name may hold what a glob gives a meaning to.
  local data
  data=$(printf '%s' "$LOADPATH_DATA" | sed 's/[][{}*?\\]/\\&/g')
  exec "$LOADPATH_ROOT/bin/hadoop" jar "$LOADPATH_ROOT"/mapreduce/target/loadpath-mapreduce-*.jar "$@" \
    "file://$data/part-*" "file://$answer" >"$said"
}

# Prints the answer as JSON, one array of strings per row of the output files, and what the job said of its tasks.
q1_verify() {
  if [ ! -f "$answer/_SUCCESS" ]; then
    echo "verify: $answer holds no finished answer: look at the log of run" >&2
    exit 1
  fi
  local counters
  counters=$(sed -n 's/^.*: \([0-9]*\) tasks, \([0-9]*\) bytes shuffled$/, "tasks": \1, "shuffledBytes": \2/p' "$said")
  awk -F '|' -v counters="$counters" '
    BEGIN { printf "{\"answer\": [" }
    {
      printf "%s[", (NR > 1 ? ", " : "")
      for (i = 1; i <= NF; i++) {
        gsub(/["\\]/, "\\\\&", $i)
        printf "%s\"%s\"", (i > 1 ? ", " : ""), $i
      }
      printf "]"
    }
    END { print "], \"jobs\": 1" counters "}" }
  ' "$answer"/part-r-*
}

# Removes the answer.
q1_teardown() {
  rm -rf "$answer" "$said"
}

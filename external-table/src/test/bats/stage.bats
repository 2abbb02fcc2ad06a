#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2164 # each test runs in its own shell, with errexit
#
# Which program stage-preprocessor prints for a path's setup.

setup() {
  cd "$BATS_TEST_TMPDIR"
  mkdir "server dir"
  export LOADPATH_ROOT=$BATS_TEST_DIRNAME/../../../.. LOADPATH_SERVER_DIR="$PWD/server dir"
  export LOADPATH_PARAM_CODEC=gzip-3 LOADPATH_PARAM_FILES=2
  unset LOADPATH_COUNT_CPU LOADPATH_PARAM_INFLATER LOADPATH_PARAM_INGEST
  seq 100000 >text
  gzip -c <text >file
}

stage() {
  "$LOADPATH_ROOT/external-table/stage-preprocessor" "$@"
}

# Runs a command that must fail.
refused() { # COMMAND [ARGUMENT...]
  if "$@"; then
    echo "succeeded: $*"
    return 1
  fi
}

@test "it is the codec's preprocessor" {
  program=$(stage)
  [[ $program == "$LOADPATH_SERVER_DIR/inflate-gzip.sh" ]]
  env -i "$program" "$PWD/file" >out
  cmp out text
  [[ $(LOADPATH_PARAM_INFLATER=gzip stage --name) == inflate-gnu-gzip.sh ]]
  [[ $(LOADPATH_PARAM_CODEC=none stage --name) == read-direct.sh ]]
}

@test "to count or to limit, it is a script that says so" {
  printf '#!/bin/bash\nprintf "%%s\\n" "$@" >>'"'$PWD/counted'"'\nexec "$@"\n' >"count it"
  chmod +x "count it"
  export LOADPATH_COUNT_CPU="$PWD/count it" LOADPATH_PARAM_INGEST=40MB/s
  program=$(stage)
  [[ $program == "$LOADPATH_SERVER_DIR/measured-inflate-gzip.sh" ]]
  env -i "$program" "$PWD/file" >out
  cmp out text
  cmp counted <(printf '%s\n' "$LOADPATH_SERVER_DIR/inflate-gzip.sh" --rate 20000000 "$PWD/file")
}

@test "an unknown codec or ingest is refused" {
  LOADPATH_PARAM_CODEC=xz-6 refused stage 2>err
  [[ $(cat err) == "stage-preprocessor: no preprocessor inflate-xz.sh for the codec xz-6" ]]
  LOADPATH_PARAM_INGEST=40 refused stage 2>err
  [[ $(cat err) == *"ingest is 40, but must be unlimited or a rate such as 40MB/s" ]]
}

@test "without the header, it is a script that says so" {
  program=$(stage --skip-header)
  [[ $program == "$LOADPATH_SERVER_DIR/measured-inflate-gzip.sh" ]]
  env -i "$program" "$PWD/file" >out
  cmp out <(tail -n +2 text)
  export LOADPATH_PARAM_INGEST=40MB/s
  stage --skip-header
  [[ $(tail -n 1 "$program") == *"inflate-gzip.sh --rate 20000000 --skip-header "* ]]
  env -i "$program" "$PWD/file" >out
  cmp out <(tail -n +2 text)
}

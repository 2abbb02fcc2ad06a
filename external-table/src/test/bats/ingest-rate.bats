#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2164 # each test is a shell of its own, with errexit
#
# How read-limited.sh keeps the rate. read-limited.bats has what it promises besides.

setup() {
  cd "$BATS_TEST_TMPDIR"
  cp "$BATS_TEST_DIRNAME"/../../../preprocessor/*.sh .
  head -c 600000 /dev/urandom >text
}

# Prints how long a command took, in milliseconds.
millis() { # COMMAND [ARGUMENT...]
  local begun uptime
  read -r begun _ </proc/uptime
  "$@"
  read -r uptime _ </proc/uptime
  echo $((10 * (10#${uptime/./} - 10#${begun/./})))
}

read_text() {
  env -i "$PWD/read-limited.sh" "$PWD/text" >out
}

# Runs a command that must fail.
refused() { # COMMAND [ARGUMENT...]
  if "$@"; then
    echo "succeeded: $*"
    return 1
  fi
}

@test "bytes come no faster than the rate" {
  echo 1000000 >ingest-rate
  (($(millis read_text) >= 590))
  cmp out text
}

@test "installed in the place of read-direct.sh it limits the inflaters, by the file's bytes" {
  mv read-limited.sh read-direct.sh
  seq 1000000 >text
  gzip -c <text >file
  echo $(($(wc -c <file) * 2)) >ingest-rate
  inflate() { env -i "$PWD/inflate-gzip.sh" "$PWD/file" >out; }
  (($(millis inflate) >= 490))
  cmp out text
}

@test "a rate that is missing or no number fails" {
  for rate in missing "" 0 -1 1.5 20MB 1e6 " " 12345678901234567890; do
    echo "$rate" >ingest-rate
    if [[ $rate == missing ]]; then rm ingest-rate; fi
    refused env -i "$PWD/read-limited.sh" "$PWD/text" >out 2>err
    [[ $(cat err) == "preprocessor: $PWD/text: read: exit code 2: "*"ingest-rate must hold"* ]]
    [[ ! -s out ]]
  done
}

#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2164 # each test runs in its own shell, with errexit
#
# How --rate keeps the rate. read-direct-at-rate.bats tests all other promises.

scripts=$BATS_TEST_DIRNAME/../../../preprocessor

setup() {
  cd "$BATS_TEST_TMPDIR"
  head -c 600000 /dev/urandom >text
}

# Prints how long a command took, in milliseconds.
millis() { # COMMAND [ARGUMENT...]
  local begun uptime
  read -r begun _ </proc/uptime
  "$@" >out
  read -r uptime _ </proc/uptime
  echo $((10 * (10#${uptime/./} - 10#${begun/./})))
}

# Runs a command that must fail.
refused() { # COMMAND [ARGUMENT...]
  if "$@"; then
    echo "succeeded: $*"
    return 1
  fi
}

@test "bytes come no faster than the rate" {
  (($(millis env -i "$scripts/read-direct.sh" --rate 1000000 "$PWD/text") >= 590))
  cmp out text
}

@test "the rate counts the bytes of the file, not of the inflated text" {
  seq 1000000 >text
  gzip -c <text >file
  (($(millis env -i "$scripts/inflate-gzip.sh" --rate $(($(wc -c <file) * 2)) "$PWD/file") >= 490))
  cmp out text
}

@test "a rate that is not a number is refused" {
  for rate in "" 0 -1 1.5 20MB 1e6 " " 12345678901234567890; do
    refused env -i "$scripts/read-direct.sh" --rate "$rate" "$PWD/text" >out 2>err
    [[ $(cat err) == "usage: "* ]]
    [[ ! -s out ]]
  done
}

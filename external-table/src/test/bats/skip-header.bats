#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2164 # each test runs in its own shell, with errexit
#
# The script that leaves out the first line of any file. inflate-gzip-skip-header.bats and
# read-direct-skip-header.bats test all other promises.

scripts=$BATS_TEST_DIRNAME/../../../preprocessor

setup() {
  cd "$BATS_TEST_TMPDIR"
  printf 'id;"Order No"\r\n1;a\r\n2;"b\nc"\r\n' >text
  printf '1;a\r\n2;"b\nc"\r\n' >rows
}

# Runs a command that must fail.
refused() { # COMMAND [ARGUMENT...]
  if "$@"; then
    echo "succeeded: $*"
    return 1
  fi
}

@test "each file is inflated by the ending of its name" {
  while read -r ending tool; do
    [[ -x /usr/bin/$tool || -x /bin/$tool ]] || continue
    "$tool" -c <text >"sales 1.csv$ending"
    env -i "$scripts/skip-header.sh" "$PWD/sales 1.csv$ending" >out
    cmp out rows
  done < <(printf '%s\n' '.gz gzip' '.zst zstd' '.lz4 lz4' '.bz2 bzip2')
  cp text sales.csv
  env -i "$scripts/skip-header.sh" "$PWD/sales.csv" >out
  cmp out rows
}

@test "a file of a header alone has no rows" {
  printf 'id;name\n' >file
  env -i "$scripts/skip-header.sh" "$PWD/file" >out 2>err
  [[ ! -s out && ! -s err ]]
  printf 'id;name' >file
  env -i "$scripts/skip-header.sh" "$PWD/file" >out 2>err
  [[ ! -s out && ! -s err ]]
}

@test "the byte order mark goes with the header" {
  printf '\xef\xbb\xbfid;name\n1;a\n' >file
  env -i "$scripts/skip-header.sh" "$PWD/file" >out
  cmp out <(printf '1;a\n')
}

@test "a damaged file fails" {
  seq 1000000 | gzip -c | head -c 100000 >file.gz
  refused env -i "$scripts/skip-header.sh" "$PWD/file.gz" >out 2>err
  [[ $(cat err) == "preprocessor: $PWD/file.gz: "*"zip: exit code"* ]]
  [[ $(wc -l <err) == 1 ]]
}

@test "a call without a file, or with more than one, is refused" {
  for files in "" "a b"; do
    code=0
    # shellcheck disable=SC2086 # no word or two
    env -i "$scripts/skip-header.sh" $files >out 2>err || code=$?
    [[ $code == 2 ]]
    [[ $(cat err) == "usage: "* ]]
  done
}

@test "a program that fails to leave the header out is named" {
  seq 1000000 >file
  unshare --user --map-root-user --mount true 2>/dev/null ||
    skip "this user may not make namespaces, in which a tool can be hidden"
  printf '#!/bin/bash\necho "tail: broken" >&2\nexit 1\n' >broken-tail
  chmod +x broken-tail
  refused unshare --user --map-root-user --mount /bin/bash -c '
    for tool in /usr/bin/tail /bin/tail; do
      [[ ! -x $tool ]] || mount --bind "$1" "$tool"
    done
    exec "${@:2}"' - broken-tail env -i "$scripts/skip-header.sh" "$PWD/file" >out 2>err
  [[ $(cat err) == "preprocessor: $PWD/file: header: exit code 1: tail: broken" ]]
}

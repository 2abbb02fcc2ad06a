#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2164 # each test runs in its own shell, with errexit
#
# The preprocessors when a tool or one of the scripts is missing or broken.

scripts=$BATS_TEST_DIRNAME/../../../preprocessor

setup() {
  cd "$BATS_TEST_TMPDIR"
  seq 100000 >text
}

# Runs a command where a tool does not exist, or skips the test.
without() { # TOOL COMMAND [ARGUMENT...]
  with_tool "$1" /dev/null "${@:2}"
}

# Runs a command where a tool is another file, or skips the test.
with_tool() { # TOOL FILE COMMAND [ARGUMENT...]
  unshare --user --map-root-user --mount true 2>/dev/null ||
    skip "this user may not make namespaces, in which a tool can be hidden"
  unshare --user --map-root-user --mount /bin/bash -c '
    for tool in "/usr/bin/$1" "/bin/$1"; do
      [[ ! -x $tool ]] || mount --bind "$2" "$tool"
    done
    exec "${@:3}"' - "$@"
}

# Runs a command that must fail.
refused() { # COMMAND [ARGUMENT...]
  if "$@"; then
    echo "succeeded: $*"
    return 1
  fi
}

@test "gzip files are inflated by gzip where igzip is missing" {
  gzip -c text >file
  without igzip env -i "$scripts/inflate-gzip.sh" "$PWD/file" >out
  cmp out text
  echo garbage >>file
  refused without igzip env -i "$scripts/inflate-gzip.sh" "$PWD/file" >out 2>err
  [[ $(cat err) == *": gzip: "*"trailing garbage"* ]]
}

@test "igzip is used if it is installed, but not by inflate-gnu-gzip" {
  [[ -x /usr/bin/igzip || -x /bin/igzip ]] || skip "igzip is not installed in /usr/bin or /bin"
  refused env -i "$scripts/inflate-gzip.sh" "$PWD/text" 2>err
  [[ $(cat err) == *": igzip: exit code"* ]]
  refused env -i "$scripts/inflate-gnu-gzip.sh" "$PWD/text" 2>err
  [[ $(cat err) == *": gzip: exit code"* ]]
}

@test "a missing tool is named" {
  for tool in gzip zstd lz4 bzip2; do
    script=inflate-$tool.sh
    if [[ $tool == gzip ]]; then script=inflate-gnu-gzip.sh; fi
    refused without "$tool" env -i "$scripts/$script" "$PWD/text" >out 2>err
    [[ $(cat err) == "preprocessor: $PWD/text: $tool: not found in /usr/bin or /bin;"* ]]
    [[ ! -s out ]]
  done
}

@test "a missing curl is named" {
  printf 'loadpath-locations 1 hosts=files.invalid\nhttp://files.invalid/a 1 1764150000000 -\nend 1 1\n' >locations
  refused without curl env -i "$scripts/read-http.sh" "$PWD/locations" >out 2>err
  [[ $(cat err) == "preprocessor: http://files.invalid/a: curl: not found in /usr/bin or /bin;"* ]]
  [[ ! -s out ]]
}

@test "a missing part of the scripts is named" {
  cp "$scripts"/*.sh .
  rm limit-rate.sh
  refused env -i ./read-direct.sh --rate 1000 "$PWD/text" >out 2>err
  [[ $(cat err) == *": rate: limit-rate.sh is missing"* ]]
  rm from-file.sh
  refused env -i ./read-direct.sh "$PWD/text" >>out 2>err
  [[ $(cat err) == *": open: from-file.sh is missing"* ]]
  rm send-file.sh
  refused env -i ./inflate-gzip.sh "$PWD/text" >>out 2>err
  [[ $(cat err) == *"send-file.sh: No such file"* ]]
  [[ ! -s out ]]
}

@test "a reader that ends early without an error fails" {
  printf '#!/bin/bash\nexec head -c 1000\n' >short-dd
  chmod +x short-dd
  with_tool dd short-dd true
  for compressor in cat gzip; do
    "$compressor" <text >file
    script=read-direct.sh
    if [[ $compressor == gzip ]]; then
      script=inflate-gnu-gzip.sh
      head -c 1000 text | gzip -c >file # whole for its inflater
      head -c 1000 <(cat file /dev/zero) >padded
      cat padded text >file
    fi
    refused with_tool dd short-dd env -i "$scripts/$script" "$PWD/file" >out 2>err
    [[ $(cat err) == *": read: ended after 1000 of $(wc -c <file) bytes;"* ]]
  done
}

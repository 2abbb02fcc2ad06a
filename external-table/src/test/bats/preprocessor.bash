#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2030,SC2031,SC2094,SC2164 # each test runs in its own shell, with errexit
#
# What every preprocessor promises. One link per script leads here, such as inflate-zstd.bats; the link's
# name is the script to test:
#
#   bats external-table/src/test/bats
#
# `mvn verify` runs it too, without bats if need be. A script is called like a database calls it: one
# argument, no environment. Tests of a tool that is not installed are skipped.

scripts=$BATS_TEST_DIRNAME/../../../preprocessor
block=1048576

setup() {
  script=$(basename "$BATS_TEST_FILENAME" .bats)
  folder=$BATS_TEST_TMPDIR
  options=()
  if [[ $script == *-at-rate ]]; then
    script=${script%-at-rate}
    options=(--rate 100000000000)
  elif [[ $script == *-skip-header ]]; then
    script=${script%-skip-header}
    options=(--skip-header)
  fi
  case $script in
  inflate-*gzip) compressor=(gzip -3 -c) ;;
  inflate-zstd) compressor=(zstd -3 -q -c) ;;
  inflate-lz4) compressor=(lz4 -1 -q -c) ;;
  inflate-bzip2) compressor=(bzip2 -9 -c) ;;
  read-*) compressor=(cat) ;;
  esac
  needs "${compressor[0]}"
  cd "$folder"
}

needs() { # TOOL
  [[ -x /usr/bin/$1 || -x /bin/$1 ]] || skip "$1 is not installed in /usr/bin or /bin"
}

is_compressed() {
  [[ ${compressor[0]} != cat ]] || skip "plain text has no end that could be missing"
}

# Lines of digits: about 4:1 at gzip -3.
text() { # BYTES
  seq 1000000007 1999999999 | head -c "$1"
}

compress() {
  "${compressor[@]}"
}

# Sets code, and leaves what was written in the files out and err.
preprocess() { # FILE [COMMAND...]: the command calls the script, env -i if not given
  local call=("${@:2}")
  ((${#call[@]})) || call=(env -i)
  file=$1
  code=0
  "${call[@]}" "$scripts/$script.sh" "${options[@]}" "$1" >"$folder/out" 2>"$folder/err" || code=$?
}

sends() { # TEXT-FILE
  [[ ! -s $folder/err ]] || { cat "$folder/err" && false; }
  [[ $code == 0 ]]
  cmp "$folder/out" <(expected <"$1")
}

# What becomes of a text.
expected() {
  if [[ ${options[*]} == --skip-header ]]; then tail -n +2; else cat; fi
}

fails() { # STAGE MESSAGE
  local message
  message=$(cat "$folder/err" && printf .)
  echo "exit code $code: ${message%.}"
  [[ $code == 1 ]]
  [[ $message == "preprocessor: $(LC_ALL=C && printf %q "$file"): $1: "*"$2"* ]]
  [[ $(wc -l <"$folder/err") == 1 ]]
}

# Calls the script and does something when it has begun to write and cannot end yet.
while_it_writes() { # FILE COMMAND [ARGUMENT...]
  file=$1
  env -i "$scripts/$script.sh" "${options[@]}" "$1" 2>"$folder/err" |
    { head -c 1 && "${@:2}" && cat; } >"$folder/out"
  code=${PIPESTATUS[0]}
}

@test "every byte once, whatever the size" {
  local bytes
  text $((4 * block + 4097)) >all
  for bytes in 1 511 4096 $((block - 1)) $block $((block + 1)) $((4 * block + 4097)); do
    head -c "$bytes" all >text
    compress <text >file
    preprocess "$folder/file"
    sends text
  done
}

@test "members one after the other are one file" {
  text $((3 * block)) >text
  for bytes in 1 100000 70001 4097 $block 1 1 $((2 * block - 174202)); do
    head -c "$bytes" | compress
  done <text >file
  head -c $((1 + 100000 + 70001 + 4097 + block + 2 + 2 * block - 174202)) text >whole
  preprocess "$folder/file"
  sends whole
}

@test "a truncated file fails" {
  is_compressed
  text $((3 * block)) | compress >whole
  local bytes
  bytes=$(wc -c <whole)
  for cut in 1 4 7 9 100 $((bytes / 2)) $((bytes - 5)); do
    head -c $((bytes - cut)) whole >file
    preprocess "$folder/file"
    fails "$(stage)" "exit code"
  done
  for cut in 1 9 $((bytes / 2)); do
    (cat whole && head -c $((bytes - cut)) whole) >file
    preprocess "$folder/file"
    fails "$(stage)" "exit code"
  done
}

@test "bytes that follow the last member fail" {
  is_compressed
  text $block | compress >whole
  for garbage in x garbage $'\x1f' $'\x1f\x8b' "$(text $((3 * block)))"; do
    (cat whole && printf %s "$garbage") >file
    preprocess "$folder/file"
    fails "$(stage)" ""
    (cat whole && printf %s "$garbage" && cat whole) >file
    preprocess "$folder/file"
    fails "$(stage)" ""
  done
}

@test "zero bytes between members fail" {
  is_compressed
  text $block | compress >whole
  (cat whole && head -c 512 /dev/zero && cat whole) >file
  preprocess "$folder/file"
  fails "$(stage)" ""
}

@test "a damaged file fails" {
  is_compressed
  text $((3 * block)) | compress >file
  printf 'U%.0s' {1..64} |
    dd of=file bs=1 seek=$(($(wc -c <file) / 2)) conv=notrunc status=none
  preprocess "$folder/file"
  fails "$(stage)" ""
}

@test "plain text in place of compressed fails" {
  is_compressed
  text $((4 * block)) >file # so long that the reader is still at work when the inflater gives up
  preprocess "$folder/file"
  fails "$(stage)" ""
  [[ ! -s out ]]
}

@test "what is not a readable file fails" {
  : >empty
  preprocess "$folder/empty"
  fails open "is empty"
  preprocess "$folder/missing"
  fails open "no such file"
  preprocess "$folder"
  fails open "is a folder"
  preprocess /dev/zero
  fails open "is not a regular file"
}

@test "a file that its user may not read fails" {
  text 1000 | compress >file
  chmod 0 file
  local as_user=()
  if ((EUID == 0)); then
    needs setpriv
    as_user=(setpriv --reuid=65534 --regid=65534 --clear-groups --)
    mkdir scripts
    cp "$scripts"/*.sh scripts
    scripts=$folder/scripts
    above=$folder # the folders of bats are for their owner alone
    while [[ $above == "$BATS_RUN_TMPDIR"* ]]; do
      chmod a+x "$above"
      above=${above%/*}
    done
    chmod -R a+rX "$scripts"
    "${as_user[@]}" test -x "$scripts/$script.sh" || skip "user 65534 may not enter $folder"
  fi
  preprocess "$folder/file" env -i "${as_user[@]}"
  fails open "may not read it"
}

@test "any file name is taken as it is" {
  text 70000 >text
  mkdir names
  cd names
  for name in "two words.tbl" "it's \"quoted\".tbl" 'back\slash.tbl' -n --help \
    '$(touch injected) `touch injected`; touch injected & | > < * ? [a] {b,c} ~ ! #.tbl' \
    "if=x of=injected" $'new\nline.tbl' "Zürich-北京.tbl"; do
    compress <../text >"./$name"
    if [[ $name == -* || $name == if=* ]]; then
      preprocess "$name" # a relative name shows its beginning to the script
      sends ../text
    fi
    preprocess "$PWD/$name"
    sends ../text
  done
  [[ ! -e injected ]]
}

@test "a file that grows while it is read fails" {
  text $((4 * block)) >text
  compress <text >file
  grow() { compress <text >>file; }
  while_it_writes "$folder/file" grow
  fails read "changed while it was read"
  [[ $(cat err) == *" bytes before, $(wc -c <file) after)"* ]]
}

@test "a file that is written, replaced or deleted while it is read fails" {
  text $((4 * block)) | compress >file
  while_it_writes "$folder/file" touch file
  fails read "changed while it was read"
  cp file new
  while_it_writes "$folder/file" mv new file
  fails read "changed while it was read"
  while_it_writes "$folder/file" rm file
  fails read "vanished while it was read"
}

@test "a reader that closes the pipe early gets no message" {
  text $((4 * block)) >text
  compress <text >file
  for ignored in '' "trap '' PIPE;"; do
    (bash -c "$ignored "'exec env -i "$@"' - "$scripts/$script.sh" "${options[@]}" "$folder/file" 2>err ||
      echo $? >code) | head -c 100 >out
    cmp out <(expected <text | head -c 100)
    [[ ! -s err ]]
    [[ $(cat code) == 141 ]]
  done
}

@test "damage is told also where SIGPIPE is ignored" {
  is_compressed
  text $((4 * block)) >file
  (trap '' PIPE && preprocess "$folder/file" && echo "$code" >code)
  file=$folder/file
  code=$(cat code)
  fails "$(stage)" ""
}

@test "an inflater that is killed fails" {
  is_compressed
  text $((4 * block)) | compress >file
  kill_inflater() {
    local pid
    for pid in $(children "$(cat pid)"); do
      if [[ $(cat "/proc/$pid/comm") == "$(stage)" ]]; then kill -9 "$pid"; fi
    done
  }
  file=$folder/file
  (bash -c 'echo $$ >pid; exec env -i "$@"' - "$scripts/$script.sh" "${options[@]}" "$file" 2>err || echo $? >code) |
    { head -c 1 && kill_inflater && cat; } >out
  code=$(cat code)
  fails "$(stage)" "exit code 137"
}

@test "no tool comes from the PATH" {
  text 1000 >text
  compress <text >file
  mkdir tools
  for tool in dd gzip igzip zstd lz4 bzip2 cat stat tr bash; do
    printf '#!/bin/sh\necho fake\n' >"tools/$tool"
    chmod +x "tools/$tool"
  done
  preprocess "$folder/file" env -i PATH="$folder/tools"
  sends text
}

@test "where direct I/O is refused the file is read through the cache" {
  [[ -w /dev/shm ]] || skip "no /dev/shm: a file system in memory is needed"
  text $((2 * block + 77)) >text
  memory=$(mktemp /dev/shm/loadpath-XXXXXX)
  compress <text >"$memory"
  preprocess "$memory"
  rm "$memory"
  sends text
}

@test "the caller's environment changes nothing" {
  text 70000 >text
  compress <text >file
  preprocess "$folder/file" env POSIXLY_CORRECT=1 GZIP=-9 GZIP_OPT=-x BZIP=-9 BZIP2=-x ZSTD_CLEVEL=x ZSTD_NBTHREADS=x \
    LZ4_CLEVEL=x LZ4_NBWORKERS=x timeout 20
  sends text
}

@test "a data file is never executed" {
  mkdir name=value
  cp "$scripts"/*.sh name=value
  printf '#!/bin/sh\ntouch executed\n' >text
  compress <text >file
  chmod +x text file
  (trap '' PIPE && scripts=$folder/name=value && preprocess "$folder/file" env -i bash && echo "$code" >code)
  code=$(cat code)
  sends text
  [[ ! -e executed ]]
}

@test "bash runs it from the scripts' folder" {
  text 1000 >text
  compress <text >file
  file=$folder/file
  code=0
  cd "$scripts"
  bash "$script.sh" "${options[@]}" "$file" >"$folder/out" 2>"$folder/err" || code=$?
  cd "$folder"
  sends text
}

@test "a call without a file, or with more than one, is refused" {
  for files in "" "a b"; do
    code=0
    # shellcheck disable=SC2086 # no word or two
    env -i "$scripts/$script.sh" "${options[@]}" $files >out 2>err || code=$?
    [[ $code == 2 ]]
    [[ $(cat err) == "usage: "* ]]
    [[ ! -s out ]]
  done
}

# The tool that inflates: the stage that a failure names.
stage() {
  if [[ $script == inflate-gzip && (-x /usr/bin/igzip || -x /bin/igzip) ]]; then
    echo igzip
  else
    echo "${compressor[0]}"
  fi
}

children() { # PID: it, and all below it
  local child below
  echo "$1"
  read -r -a below 2>/dev/null <"/proc/$1/task/$1/children"
  for child in "${below[@]}"; do children "$child"; done
}

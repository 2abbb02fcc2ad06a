# shellcheck shell=bash disable=SC2034 # the tests use the variables
# Sourced by the tests of the preprocessors that fetch files: a server that misbehaves as told (FileServer.java), files and
# location files.

scripts=$BATS_TEST_DIRNAME/../../../preprocessor

setup() {
  [[ -x /usr/bin/curl || -x /bin/curl ]] || skip "curl is not installed in /usr/bin or /bin"
  cd "$BATS_TEST_TMPDIR"
  folder=${BATS_TEST_TMPDIR#"$BATS_RUN_TMPDIR"/}
  start_server
  host=127.0.0.1:$(<"$BATS_RUN_TMPDIR/port")
  login=
  # the same scripts, without their waits for a lost server
  mkdir quick
  cp "$scripts"/*.sh quick
  sed -i 's/^pauses=.*/pauses=(0 0 0 0 0)/; s/^silence=.*/silence=2/' quick/from-web.sh
}

# Starts a server for all tests of a run. It ends when the folder of the run is gone.
start_server() {
  [[ ! -e $BATS_RUN_TMPDIR/port ]] || return 0
  "${JAVA:-java}" -XX:TieredStopAtLevel=1 "$BATS_TEST_DIRNAME/FileServer.java" "$BATS_RUN_TMPDIR" \
    >"$BATS_RUN_TMPDIR/server.log" 2>&1 3>&- &
  local server=$!
  exec 6<> <(:)
  until [[ -e $BATS_RUN_TMPDIR/port ]]; do
    kill -0 "$server" || { cat "$BATS_RUN_TMPDIR/server.log" && false; }
    read -r -t 0.1 -u 6 || true
  done
}

# Makes a file of lines with so many bytes, compressed by the ending of its name, and the text in FILE.text.
make() { # FILE BYTES
  { echo "$1" && seq 1000000007 1999999999; } | head -c $(($2 - 1)) >"$1.text"
  echo >>"$1.text"
  case $1 in
  *.gz) gzip -c <"$1.text" >"$1" ;;
  *.zst) zstd -q -c <"$1.text" >"$1" ;;
  *.lz4) lz4 -q -c <"$1.text" >"$1" ;;
  *.bz2) bzip2 -c <"$1.text" >"$1" ;;
  *) cp "$1.text" "$1" ;;
  esac
  touch -d @1764150000 "$1"
}

rules() { # FILE RULE...
  printf '%s\n' "${@:2}" >"$1.rules"
}

# Writes the location file 'locations'.
locate() { # SCHEME FILE...
  local file bytes=0
  {
    printf 'loadpath-locations 1 hosts=%s%s\n' "$host" "$login"
    for file in "${@:2}"; do
      printf '%s://%s/%s/%s %d 1764150000000 %s\n' "$1" "$host" "$folder" "$file" "$(wc -c <"$file")" "${checksum:--}"
      bytes=$((bytes + $(wc -c <"$file")))
    done
    printf 'end %d %d\n' $(($# - 1)) "$bytes"
  } >locations
}

sha256() { # FILE
  read -r checksum _ < <(sha256sum "$1")
  checksum=sha256:$checksum
}

# Reads the location file as a database does. Sets code.
fetch() { # SCHEME [OPTION...]
  code=0
  env -i http_proxy=http://127.0.0.1:9 "$BATS_TEST_TMPDIR/quick/read-$1.sh" "${@:2}" "$PWD/locations" >out 2>err || code=$?
}

sends() { # TEXT-FILE...
  cat err
  [[ $code == 0 && ! -s err ]]
  cmp out <(cat "$@")
}

# The last file of the location file fails, or if named its line, or itself.
fails() { # STAGE MESSAGE
  echo "exit code $code: $(<err)"
  [[ $code == 1 ]]
  [[ $(<err) == "preprocessor: "*": $1: "*"$2"* ]]
  [[ $(wc -l <err) == 1 ]]
}

# Lets the preprocessors call a curl that notes its command line and its standard input.
note_calls() {
  printf '%s\n' '#!/bin/bash' "printf '%s ' \"\$0\" \"\$@\" >>calls" 'tee -a inputs | curl "$@"' >curl
  chmod +x curl
  sed -i "s,^open_source() {,&\n  trap 'curl_path=$PWD/curl; cd $PWD' RETURN," quick/from-web.sh
}

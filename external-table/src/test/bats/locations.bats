#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2030,SC2031,SC2164 # each test runs in its own shell, with errexit
#
# The preprocessors that fetch files, against a server that misbehaves as told (FileServer.java).

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

@test "all files of a location file are sent, inflated by their endings" {
  local scheme files
  make a.tbl 300000
  make b.gz 3000000
  files=(a.tbl b.gz)
  for tool in zstd:zst lz4:lz4 bzip2:bz2; do
    [[ -x /usr/bin/${tool%:*} || -x /bin/${tool%:*} ]] || continue
    make "c.${tool#*:}" 200000
    files+=("c.${tool#*:}")
  done
  for scheme in http webhdfs; do
    locate $scheme "${files[@]}"
    fetch $scheme
    sends "${files[@]/%/.text}"
  done
}

@test "files without a last line end stay apart" {
  for file in a.gz b c.gz; do
    printf 'first of %s\nlast of %s' $file $file >$file.text
    case $file in *.gz) gzip -c $file.text >$file ;; *) cp $file.text $file ;; esac
    touch -d @1764150000 $file
  done
  locate http a.gz b c.gz
  fetch http
  [[ $code == 0 ]]
  cmp out <(printf 'first of a.gz\nlast of a.gz\nfirst of b\nlast of b\nfirst of c.gz\nlast of c.gz')
}

@test "the first line of each file is left out" {
  make a.gz 200000
  make b 100000
  locate webhdfs a.gz b
  fetch webhdfs --skip-header
  tail -n +2 a.gz.text >rows
  tail -n +2 b.text >>rows
  sends rows
  mv locations part-00000.locations
  env -i quick/skip-header.sh "$PWD/part-00000.locations" >out
  sends rows
}

@test "a checksum of the bytes is checked" {
  make a.gz 3000000
  sha256 a.gz
  for scheme in http webhdfs; do
    locate $scheme a.gz
    fetch $scheme
    sends a.gz.text
  done
  make b 3000000
  sha256 b
  printf x | dd of=b bs=1 seek=2000000 conv=notrunc status=none
  touch -d @1764150000 b
  for scheme in http webhdfs; do
    locate $scheme b
    fetch $scheme
    fails read "the bytes have another checksum"
  done
}

@test "the cluster's own checksum is checked" {
  make a.gz 200000
  rules a.gz checksum=00ff
  checksum=hdfs:MD5-of-0MD5-of-512CRC32C:00ff locate webhdfs a.gz
  fetch webhdfs
  sends a.gz.text
  for other in hdfs:MD5-of-0MD5-of-512CRC32C:00fe hdfs:COMPOSITE-CRC32C:00ff; do
    checksum=$other locate webhdfs a.gz
    fetch webhdfs
    fails read "has changed since the location file was written: it has another checksum"
    [[ ! -s out ]]
  done
}

@test "a transfer goes on after each lost connection" {
  make a 3000000
  make b.gz 3000000
  rules a cut=900000 times=3
  rules b.gz cut=100000 times=5
  for file in a b.gz; do
    sha256 $file
    locate http $file
    fetch http
    sends $file.text
  done
  [[ $(cut -d ' ' -f 1,4 a.requests) == $'GET -\nGET bytes=900000-\nGET bytes=1800000-\nGET bytes=2700000-\nHEAD -' ]]
  make c 3000000
  rules c cut=1100000 times=2
  sha256 c
  locate webhdfs c
  fetch webhdfs
  sends c.text
  grep -q 'offset=1100000 ' c.requests
  grep -q 'offset=2200000 ' c.requests
}

@test "a connection lost before the first byte is resumed, and so is an overloaded server" {
  make a 200000
  rules a "status=503 Service Unavailable" times=2
  for scheme in http webhdfs; do
    rm -f a.requests
    locate $scheme a
    fetch $scheme
    sends a.text
  done
}

@test "a silent connection is resumed" {
  make a 200000
  rules a hang=150000 times=1
  locate http a
  fetch http
  sends a.text
}

@test "more than five resumptions fail" {
  for scheme in http webhdfs; do
    make a-$scheme 3000000
    rules a-$scheme cut=300000
    locate $scheme a-$scheme
    fetch $scheme
    fails read "the connection was lost 6 times, at last after 1800000 of 3000000 bytes"
  done
}

@test "a server that ignores ranges cannot resume" {
  make a 3000000
  rules a cut=900000 times=1 ignore-range=yes
  locate http a
  fetch http
  fails read "the connection was lost after byte 900000, and the server cannot begin there: it ignores ranges"
}

@test "a short or long answer fails" {
  make a 300000
  for scheme in http webhdfs; do
    locate $scheme a
    rules a length=299999 # announced
    fetch $scheme
    fails read "it has 299999 bytes from byte 0 on, not 300000"
    [[ ! -s out ]]
    rules a chunked=299999
    fetch $scheme
    fails read "ended after 299999 of 300000 bytes"
    rules a chunked=300001
    fetch $scheme
    fails read "longer than the 300000 bytes"
    rules a chunked=300000
    fetch $scheme
    sends a.text
  done
}

@test "a changed file fails before a byte is sent" {
  make a 300000
  for scheme in http webhdfs; do
    locate $scheme a
    touch -d @1764150001 a
    fetch $scheme
    fails read "has changed since the location file was written: it has the modification time"
    [[ ! -s out ]]
    printf 'one more line\n' >>a
    touch -d @1764150000 a
    fetch $scheme
    fails read "has changed since the location file was written: it has 300014 bytes"
    [[ ! -s out ]]
    make a 300000
  done
}

@test "a file that changes while it is read fails" {
  for scheme in http webhdfs; do
    for after in touch append; do
      make a-$scheme-$after 300000
      rules a-$scheme-$after after=$after
      locate $scheme a-$scheme-$after
      fetch $scheme
      fails read "has changed since the location file was written"
      [[ -s out ]]
    done
  done
}

@test "a file that changes between two connections fails" {
  make a 3000000
  rules a cut=900000 times=1 after=append
  locate http a
  fetch http
  fails read "not 'bytes 900000-"
}

@test "an ETag stands for a modification time" {
  make a 300000
  rules a 'etag=W/"12-ab"' time=no
  locate http a
  sed -i 's,1764150000000,etag:W/"12-ab",' locations
  fetch http
  sends a.text
  rules a 'etag="12-ab"' time=no
  fetch http
  fails read 'it has the ETag "12-ab", not W/"12-ab"'
  locate http a
  fetch http
  fails read "it has the modification time none, not Wed, 26 Nov 2025"
}

@test "a missing file fails" {
  make a 300000
  for scheme in http webhdfs; do
    locate $scheme a
    mv a b
    fetch $scheme
    fails read "the server answers 404: File does not exist: a"
    [[ ! -s out ]]
    mv b a
  done
}

@test "no file after the one that failed is sent" {
  make a 300000
  make b 300000
  make c 300000
  locate http a b c
  rm b
  fetch http
  fails read "the server answers 404"
  cmp out a.text
}

@test "redirects are followed to the hosts of the location file only" {
  make a 300000
  make b 300000
  locate http a
  rules a "redirect=http://$host/$folder/b"
  rules b ''
  fetch http
  sends b.text # has the same state
  rules a "redirect=/$folder/b"
  fetch http
  sends b.text
  for other in "localhost:${host#*:}" 127.0.0.1 "127.0.0.1:1" "127.0.0.1.example:${host#*:}"; do
    rules a "redirect=http://$other/$folder/b"
    fetch http
    fails read "redirected to $other, which is not among the hosts of the location file"
    [[ ! -s out ]]
  done
  for target in "file:///etc/passwd" "ftp://$host/b" "http://me@$host/b" "//$host/b" "http://$host/\"b" b; do
    rules a "redirect=$target"
    fetch http
    fails read "redirected to '$target', which is not"
  done
  rules a "redirect=http://$host/$folder/a"
  fetch http
  fails read "more than 5 redirects"
}

@test "a DataNode must be among the hosts" {
  make a 300000
  rules a "datanode=localhost:${host#*:}"
  locate webhdfs a
  fetch webhdfs
  fails read "redirected to localhost:${host#*:}, which is not among the hosts of the location file; if it belongs"
  [[ ! -s out ]]
  for entry in "localhost:${host#*:}" localhost; do
    locate webhdfs a
    sed -i "1s/hosts=/hosts=$entry,/" locations
    fetch webhdfs
    sends a.text
  done
}

@test "a pattern of hosts matches whole labels" {
  make a 300000
  locate webhdfs a
  sed -i "1s/hosts=/hosts=*.nodes.example,*.other:9864,/" locations
  for node in nodes.example:9864 evilnodes.example:9864 x.other:9865 other:9864; do
    rules a "datanode=$node"
    fetch webhdfs
    fails read "redirected to $node, which is not among"
  done
  for node in x.nodes.example:1 x.other:9864; do # allowed, and not there
    rules a "datanode=$node"
    fetch webhdfs
    fails read "Could not resolve host"
  done
}

@test "a server that was never there fails at once" {
  make a 300000
  host=127.0.0.1:1 locate http a
  fetch http
  fails read "(7) Failed to connect"
  [[ $(<err) != *"was lost"* ]]
  [[ ! -s out ]]
}

@test "the user of WebHDFS is named" {
  make a 300000
  login=" login=user:etl" locate webhdfs a
  fetch webhdfs
  sends a.text
  [[ $(grep -c 'user.name=etl ' a.requests) == 3 ]] # state, OPEN, state
}

@test "a user and password come from a private file" {
  make a 300000
  locate http a
  printf 'machine 127.0.0.1 login etl password "pass word"\n' >.netrc
  chmod 600 .netrc
  fetch http
  sends a.text
  grep -q " Basic:$(printf 'etl:pass word' | base64)" a.requests
  for mode in 640 604; do
    chmod $mode .netrc
    fetch http
    fails netrc "mode 600"
    [[ ! -s out ]]
  done
}

# Lets the preprocessors call a curl that notes its command line and its standard input.
note_calls() {
  printf '%s\n' '#!/bin/bash' "printf '%s ' \"\$0\" \"\$@\" >>calls" 'tee -a inputs | curl "$@"' >curl
  chmod +x curl
  sed -i "s,^open_source() {,&\n  trap 'curl_path=$PWD/curl; cd $PWD' RETURN," quick/from-web.sh
}

@test "a Kerberos ticket is for the NameNode only" {
  make a 300000
  rules a "datanode=localhost:${host#*:}"
  login=" login=kerberos" locate webhdfs a
  sed -i '1s/hosts=/hosts=localhost,/' locations
  note_calls
  fetch webhdfs
  sends a.text
  grep -E '^(url|negotiate)' inputs | sed 's/?.*//' >asked
  [[ $(grep -c -A 1 '^url = "http://127.0.0.1:.*/webhdfs/v1/' asked) == 3 ]]
  [[ $(grep -A 1 '^url = "http://127.0.0.1:' asked | grep -c '^negotiate') == 3 ]]
  [[ $(grep -c '^url = "http://localhost:' asked) == 1 && $(grep -c '^negotiate' asked) == 3 ]]
  ! grep -q user.name inputs || return 1
}

@test "no address and no password is on a command line" {
  make a 300000
  printf 'machine 127.0.0.1 login etl password secret\n' >.netrc
  chmod 600 .netrc
  locate http a
  note_calls
  fetch http
  sends a.text
  [[ $(<calls) == *"-q --config - "* ]]
  [[ $(<calls) != *"$host"* && $(<calls) != *secret* && $(<calls) != *etl* ]]
}

@test "a damaged location file fails before a byte is asked for" {
  make a 300000
  make b 300000
  locate http a b
  cp locations good
  damage() { # MESSAGE SED...
    sed "${@:2}" good >locations
    if cmp -s locations good; then return 1; fi
    fetch http
    fails locations "$1"
    [[ ! -s out && ! -e a.requests ]]
  }
  damage "was cut off" '$d'
  damage "was cut off" '2,$d'
  damage "was cut off or changed" 2d
  damage "was cut off or changed" 's/^end 2 600000/end 2 600001/'
  damage "was cut off or changed" 's/ 300000 / 300001 /'
  damage "is not a location file" 1d
  damage "is not a location file" '1s/^/x/'
  damage "has another version than 1" '1s/ 1 / 2 /'
  damage "line 1 is damaged" '1s/hosts=[^ ]*//'
  damage "line 1 is damaged" '1s/$/ login=root/'
  damage "line 1 is damaged" '1s/hosts=/hosts=*,/'
  damage "line 1 is damaged" 's/$/\r/'
  damage "line 3: names a file that an earlier line names" '3s,/b ,/a ,'
  damage "line 2: the length" '2s/ 300000 / 0 /'
  damage "line 2: the length" '2s/ 300000 / -300000 /'
  damage "line 2: the length" '2s/ 300000 / a[$(touch injected)] /'
  damage "line 2: the modification time" '2s/ 1764150000000 / yesterday /'
  damage "line 2: the checksum" '2s/ -$/ sha256:00/'
  damage "line 2: has more than four fields" '2s/$/ x/'
  damage "line 2: has no modification time and no checksum" '2s/ 1764150000000 / - /'
  damage "line 2: the checksum" '2s/ -$//'
  damage "line 2: the URI must begin with http:// https:// " '2s/^.*$//'
  damage "is not among the hosts of line 1" '2s,//127.0.0.1:,//files.example:,'
  : >locations
  fetch http
  fails open "is empty"
  [[ ! -e injected ]]
}

@test "a location file that is missing or a folder fails" {
  fetch http
  fails open "no such file"
  mkdir locations
  fetch webhdfs
  fails open "is a folder"
}

@test "only URIs of plain characters and the right scheme are taken" {
  make a 300000
  for uri in file:///etc/passwd ftp://127.0.0.1/a scp://127.0.0.1/a /etc/passwd a --output=injected -K@injected \
    webhdfs://127.0.0.1/a http:/a HTTP://127.0.0.1/a; do
    locate http a
    sed -i "2s,^[^ ]*,$uri," locations
    fetch http
    fails locations "line 2: the URI must begin with http:// https://"
    [[ ! -s out ]]
  done
  for path in '$(touch injected)' '`touch injected`' 'a;touch' 'a|touch' 'a>injected' 'a*' 'a?b' 'a"b' "a'b" 'a\b' 'a{b,c}' \
    'a[1]' 'a#b' 'a!b' 'a%0ab' 'a%b' 'Zürich' '' 'a//b' a/; do
    locate http a
    AT="http://$host/$path" awk 'NR == 2 { $1 = ENVIRON["AT"] } { print }' locations >changed
    mv changed locations
    fetch http
    fails locations "line 2: "
    [[ ! -s out ]]
  done
  locate http a
  sed -i "2s,//,//etl:secret@," locations
  fetch http
  fails locations "line 2: a URI may hold no user and no password"
  [[ $(<err) != *secret* ]]
  locate webhdfs a
  fetch http
  fails locations "line 2: the URI must begin with http:// https://"
  [[ ! -e injected && ! -e a.requests ]]
}

@test "percent signs stand for other characters" {
  make "a b&c" 300000
  locate http "a b&c"
  sed -i 's/a b&c/a b%26c/; s/a b/a%20b/' locations
  code=0
  fetch http
  fails read "the server answers 404" # the server's name has the percent signs
  cp -p "a b&c" "a%20b%26c"
  fetch http
  sends "a b&c.text"
}

@test "a damaged gzip file fails, and the database that closes the pipe gets no message" {
  make a.gz 3000000
  head -c 200000 a.gz >b.gz
  touch -d @1764150000 b.gz
  locate http b.gz
  fetch http
  [[ $code == 1 && $(<err) == *"zip: exit code"* ]]
  make a 3000000
  make c 3000000
  for options in a "a c"; do
    # shellcheck disable=SC2086 # one or two files
    locate webhdfs $options
    (env -i quick/read-webhdfs.sh "$PWD/locations" 2>err || echo $? >code) | head -c 100 >out
    cmp out <(head -c 100 a.text)
    [[ ! -s err ]]
    [[ $(<code) == 141 ]]
  done
}

@test "a call without a file, or with more than one, is refused" {
  for files in "" "a b"; do
    code=0
    # shellcheck disable=SC2086 # no word or two
    env -i quick/read-http.sh $files >out 2>err || code=$?
    [[ $code == 2 && ! -s out ]]
    [[ $(<err) == "usage: "* ]]
  done
}

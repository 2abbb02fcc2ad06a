#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2030,SC2031,SC2154,SC2164 # each test runs in its own shell, with errexit
#
# Which hosts, users and lines of a location file the preprocessors that fetch files accept.

# shellcheck source=locations.bash source-path=SCRIPTDIR
source "$BATS_TEST_DIRNAME/locations.bash"

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
  damage "line 2: needs one blank between two fields" '2s/^/ /'
  damage "line 2: needs one blank between two fields" '2s/ /\t/'
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

@test "a call without a file, or with more than one, is refused" {
  for files in "" "a b"; do
    code=0
    # shellcheck disable=SC2086 # no word or two
    env -i quick/read-http.sh $files >out 2>err || code=$?
    [[ $code == 2 && ! -s out ]]
    [[ $(<err) == "usage: "* ]]
  done
}

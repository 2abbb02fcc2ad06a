#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2030,SC2031,SC2154,SC2164 # each test runs in its own shell, with errexit
#
# What the preprocessors that fetch files send, and what they make of a server that fails.

# shellcheck source=locations.bash source-path=SCRIPTDIR
source "$BATS_TEST_DIRNAME/locations.bash"

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

@test "a connection lost before the first byte or in the headers is resumed, and so is an overloaded server" {
  local rule
  make a 200000
  for rule in "status=503 Service Unavailable" cut-head=yes; do
    rules a "$rule" times=2
    for scheme in http webhdfs; do
      rm -f a.requests
      locate $scheme a
      fetch $scheme
      sends a.text
    done
  done
}

@test "a connection lost after a few bytes is resumed, wherever curl says so" {
  local try
  make a 3000000
  rules a cut=20000 times=3
  for try in 1 2 3 4 5; do
    rm -f a.requests
    locate http a
    fetch http
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

@test "a server that was never there fails at once" {
  make a 300000
  host=127.0.0.1:1 locate http a
  fetch http
  fails read "(7) Failed to connect"
  [[ $(<err) != *"was lost"* ]]
  [[ ! -s out ]]
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

[#noparse]
fail() {
  printf '%s: %s\n' "${0##*/}" "$1" >&2
  exit 1
}

folder=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd -P)
loadpath=${LOADPATH_ROOT:-$project}
client=$loadpath/engines/bin/postgres
[ -x "$client" ] || fail "there is no $client: set LOADPATH_ROOT to Loadpath's folder"
[[ $table == *.* ]] || fail "TABLE=$table names no schema: write public.$table"
files=("$@")
if [ $# -eq 0 ]; then
  mapfile -t files <"$folder/files.txt"
  [ ${#files[@]} -gt 0 ] || fail "files.txt names no file: run $0 FILE..."
fi

[/#noparse]

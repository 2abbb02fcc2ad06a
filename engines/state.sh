# shellcheck shell=bash
# Sourced by engines/java.sh: the state folder, for all files that Loadpath keeps. It is LOADPATH_STATE, by default
# .loadpath in the project. Loadpath marks the folder, and refuses one to which another user can write.

STATE_MARKER=.loadpath-state

# use_state: makes, checks and marks the folder, and exports its real path as LOADPATH_STATE. From then on, others cannot
# write to new files: programs are run from there.
use_state() {
  local folder=$LOADPATH_ROOT/.loadpath mode=700 access
  umask g-w,o-w
  # Root's database server, and an Oracle, run as another user and read files of known names.
  if [ "$EUID" -eq 0 ] || [ -n "${ORACLE_URL:-}" ]; then mode=711; fi
  if [ -n "${LOADPATH_STATE:-}" ]; then
    folder=${LOADPATH_STATE%/}
    [[ $folder == /* ]] || folder=$PWD/$folder
  elif [ ! -d "$folder" ]; then
    place_state
  fi
  if [ ! -e "$folder" ]; then
    (umask 022 && mkdir -p -m "$mode" "$folder") ||
      fail "cannot make the state folder $folder: free some space there, or set LOADPATH_STATE to another folder"
  fi
  [ -d "$folder" ] || fail "the state folder $folder is not a folder: move it away, or set LOADPATH_STATE to another"
  if [ -L "$folder" ] && [[ ! $(stat -c %u "$folder") =~ ^(0|$EUID)$ ]]; then
    refuse_others "$folder"
  fi
  # Its real path is used from here on, because a link may change meanwhile.
  LOADPATH_STATE=$(cd -P "$folder" 2>/dev/null && pwd) ||
    fail "cannot enter the state folder $folder: set LOADPATH_STATE to another folder"
  export LOADPATH_STATE
  check_state "$LOADPATH_STATE"
  [ -f "$LOADPATH_STATE/$STATE_MARKER" ] || mark_state "$LOADPATH_STATE"
  # Older versions opened the folder to all.
  if [[ $access == ????r* || $access == ???????r* || ($mode == 711 && $access != *[xt]) ]]; then
    chmod "$mode" "$LOADPATH_STATE"
  fi
}

# Moves the folder to /var/tmp if the project is read-only, or if root's database server, which runs as another user,
# cannot enter the project.
place_state() {
  local shared reason='' root
  root=$(cd -P "$LOADPATH_ROOT" && pwd)
  shared=/var/tmp/loadpath-$EUID-$(printf %s "$root" | sha256sum | cut -c1-12)
  if [ -L "$folder" ]; then
    [ "$(readlink "$folder")" = "$shared" ] ||
      fail "$folder points to $(readlink "$folder"), which is not a folder: make it, or delete the link"
  elif [ -e "$folder" ]; then
    fail "$folder is not a folder: move it away, or set LOADPATH_STATE to another folder"
  elif [ ! -w "$root" ]; then
    reason="$root is read-only"
  elif [ "$EUID" -eq 0 ] && ! others_may_enter "$root"; then
    reason="the database server's user cannot enter $root"
  else
    return 0
  fi
  if [ -n "$reason" ] && { ln -s "$shared" "$folder" 2>/dev/null || [ ! -e "$shared" ]; }; then
    printf 'loadpath: %s: state is kept in %s\n' "$reason" "$shared" >&2
  fi
  folder=$shared
}

# others_may_enter FOLDER: whether any user may enter it and all folders above it.
others_may_enter() {
  local path=$1 all=()
  while [ -n "$path" ]; do
    all+=("$path")
    path=${path%/*}
  done
  ! [[ $(stat -c %A "${all[@]}") =~ [^xt]($'\n'|$) ]]
}

refuse_others() {
  fail "the state folder $1 belongs to another user: set LOADPATH_STATE to your own folder"
}

# check_state FOLDER: fails if another user could have put files into the folder, which Loadpath would read and run. Sets
# access to its mode.
check_state() {
  [ -O "$1" ] || refuse_others "$1"
  access=$(stat -c %A "$1")
  if [[ $access == ?????w* || $access == ????????w* ]]; then
    fail "other users can write to the state folder $1: run 'chmod go-w $1' if you trust what is in it, or set LOADPATH_STATE to another folder"
  fi
  [ -w "$1" ] || fail "cannot write to the state folder $1: set LOADPATH_STATE to another folder"
}

# mark_state FOLDER: marks an empty folder.
mark_state() {
  local entry
  for entry in "$1"/* "$1"/.[!.]*; do
    if [ -e "$entry" ] || [ -L "$entry" ]; then refuse_state "$1"; fi
  done
  # The id distinguishes its services from those of another folder at the same path. An existing marker stays, with its id.
  (set -o noclobber && printf 'Loadpath keeps its files in this folder, and deletes here only files that it made.\n%s\n' \
    "$(</proc/sys/kernel/random/uuid)" >"$1/$STATE_MARKER") 2>/dev/null || [ -s "$1/$STATE_MARKER" ] ||
    fail "cannot write to the state folder $1: free some space there, or set LOADPATH_STATE to another folder"
}

refuse_state() {
  [ ! -f "$1/$STATE_MARKER" ] || return 0 # another command marked it at the same time
  fail "the state folder $1 is not empty, and Loadpath did not make it: set LOADPATH_STATE to a new or empty folder; if Loadpath did make it, run 'touch $1/$STATE_MARKER'"
}

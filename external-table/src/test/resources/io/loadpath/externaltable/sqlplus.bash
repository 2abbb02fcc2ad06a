#!/bin/bash
# Stands in for SQL*Plus in what concerns scripts that call scripts. Reads commands, finds the scripts as
# SQL*Plus does, and prints the path of each. Ends with SP2-0310 and exit code 1 where it finds none. Runs no
# SQL.
#
# A bare name after @@ is a file next to the calling script. Any other relative name is one in the folder in
# which SQL*Plus was started: a name after @, and a name after @@ that begins with a point.
# A variable of DEFINE holds at most 240 characters.

declare -A values=()

fail() {
  printf '%s\n' "$1"
  exit 1
}

define() { # NAME VALUE
  local value=$2
  if [[ $value =~ ^\'(.*)\'$ || $value =~ ^\"(.*)\"$ ]]; then value=${BASH_REMATCH[1]}; fi
  ((${#value} <= 240)) || fail "the value of $1 has ${#value} characters"
  values[$1]=$value
}

call() { # FOLDER COMMAND
  local command=$2 name
  while [[ $command =~ ^([^&]*)\&([a-z_]+)\.?(.*)$ ]]; do
    name=${BASH_REMATCH[2]}
    [[ -v values[$name] ]] || fail "Enter value for $name:"
    command=${BASH_REMATCH[1]}${values[$name]}${BASH_REMATCH[3]}
  done
  name=${command#@}
  name=${name#@}
  if [[ $name == \"* ]]; then
    name=${name#\"}
    name=${name%%\"*}
  else
    name=${name%% *}
  fi
  if [[ $command == @@* && $name != */* ]]; then
    name=$1/$name
  elif [[ $name != /* ]]; then
    name=$PWD/$name
  fi
  [[ -f $name ]] || fail "SP2-0310: unable to open file \"$name\""
  realpath "$name"
  run "${name%/*}" <"$name"
}

run() { # FOLDER of the script on standard input
  local line
  while IFS= read -r line; do
    if [[ $line =~ ^DEFINE\ ([a-z_]+)\ =\ (.*)$ ]]; then
      define "${BASH_REMATCH[@]:1:2}"
    elif [[ $line == @* ]]; then
      call "$1" "$line"
    elif [[ $line == EXIT* ]]; then
      exit 0
    fi
  done
}

run "$PWD"

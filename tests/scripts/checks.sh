# Sourced by the tests beside it, whose first argument is the project's folder.
set -euo pipefail
project=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# run STATUS command...: runs it with stdout and stderr in $work/out and $work/err.
run() {
  local expected=$1 status=0
  shift
  "$@" >"$work/out" 2>"$work/err" </dev/null || status=$?
  [[ $status == "$expected" ]] || die "exit status $status, expected $expected: $*"
}

says() { grep -qF -- "$2" "$work/$1" || die "$1 lacks: $2"; }
silent() { [[ ! -s $work/$1 ]] || die "$1 should be empty"; }

die() {
  echo "FAILED: $1"
  head -n 50 "$work/out" "$work/err" 2>/dev/null
  exit 1
}

# fake NAME: a program in $work/bin whose text is read from stdin. It comes first in $PATH where a
# test says PATH=$work/bin:...
fake() {
  mkdir -p "$work/bin"
  { echo '#!/bin/bash'; cat; } >"$work/bin/$1"
  chmod +x "$work/bin/$1"
}

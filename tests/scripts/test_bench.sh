#!/usr/bin/env bash
# scripts/bench: passes its options on, keeps the caller's folder, shows a failed build.
source "$(dirname "$0")/checks.sh" "$1"

mkdir -p "$work/project/build" "$work/elsewhere"
cp -r "$project/scripts" "$work/project"
bench=$work/project/scripts/bench
echo 'echo setup called' >"$work/project/scripts/setup"
fake cmake <<<'echo "$PWD: $*" >>"$CMAKE_LOG"; echo "[1/1] looking up the version"'
export CMAKE_LOG=$work/cmake.log
export PATH=$work/bin:$PATH
cat >"$work/project/build/resnet_bench" <<'END'
#!/bin/bash
echo "in $PWD"
printf '<%s>' "$@"
exit 7
END
chmod +x "$work/project/build/resnet_bench"

cd "$work/elsewhere"
run 7 "$bench" run --model resnet50 --label "note=two words" ""
says out "setup called"
says out "in $work/elsewhere"
says out "<run><--model><resnet50><--label><note=two words><>"
silent err
grep -qF "$work/project: --preset release" "$CMAKE_LOG" || die "the release preset was not configured"
grep -qF "$work/project: --build --preset release" "$CMAKE_LOG" || die "it was not built"

# Nothing given: nothing passed on.
run 7 "$bench"
says out "<>"

# A build that fails.
fake cmake <<<'[[ $1 == --preset ]] || { echo "[1/2] Building CXX object a.o"; echo "a.cpp:1: error: no"; exit 1; }'
run 2 "$bench" list
says err "building release (log: build/release.log)"
says err "a.cpp:1: error: no"
says err "building 'release' failed"

# A set-up that stops.
echo 'exit 2' >"$work/project/scripts/setup"
run 2 "$bench"
silent out

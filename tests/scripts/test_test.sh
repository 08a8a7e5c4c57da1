#!/usr/bin/env bash
# scripts/test: which builds it tests with which labels, and what it answers when one fails.
source "$(dirname "$0")/checks.sh" "$1"

mkdir "$work/project"
cp -r "$project/scripts" "$work/project"
test=$work/project/scripts/test
echo 'echo /some/python' >"$work/project/scripts/setup"
fake cmake <<<'echo "cmake $*"'
fake ctest <<<'echo "ctest $*"; [[ "$*" != *"${FAILS:-nothing}"* ]]'
export PATH=$work/bin:$PATH

run 0 "$test"
says out "ctest --preset ci --no-tests=error"
says out "ctest --preset ci-plain --no-tests=error"
says out "--label-exclude ^(slow)\$"
[[ $(grep -c ctest "$work/out") == 2 ]] || die "more than two builds are tested"
grep -q "RESNET_BENCH_PYTHON=/some/python" "$work/project/build/ci.log" || die "the Python was not passed on"

run 0 "$test" --all
says out "ctest --preset asan --no-tests=error"
[[ $(grep -c -- --label-exclude "$work/out") == 1 ]] || die "--all leaves tests out"
says out "--label-exclude ^(full|parity|program|scripts)\$"

run 0 "$test" --sanitize
[[ $(grep -c ctest "$work/out") == 1 ]] || die "--sanitize runs more than the sanitizers' part"
says out "--label-exclude ^(slow|full|parity|program|scripts)\$"

# One that fails does not hide the others, and is named.
FAILS="--preset ci " run 1 "$test"
says out "ctest --preset ci-plain"
says err "failed: ci"

run 2 "$test" --quick
says err "unknown option '--quick'"

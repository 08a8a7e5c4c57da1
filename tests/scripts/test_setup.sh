#!/usr/bin/env bash
# scripts/setup: what it asks for, when it stops, and that it is silent when nothing is missing.
source "$(dirname "$0")/checks.sh" "$1"

# A copy, so that its probe folder is its own.
mkdir "$work/project"
cp -r "$project/scripts" "$project/cmake" "$work/project"
setup=$work/project/scripts/setup

# A machine with the shell's own tools and nothing else.
bare=$work/bare
mkdir "$bare"
for tool in bash basename cat dirname env id mkdir sed true; do
  ln -s "$(type -P $tool)" "$bare"
done

# No apt-get: everything is listed, nothing is tried.
run 2 env -u CC -u CXX PATH="$bare" "$setup"
says err "please install: cmake g++ gcc ninja-build libc6-dev libsqlite3-dev"
says err libopenblas-dev
! grep -q libgtest-dev "$work/err" || die "GoogleTest is asked for without --tests"
silent out
run 2 env -u CC -u CXX PATH="$bare" "$setup" --tests
says err "ninja-build sqlite3 python3 libc6-dev"
says err libgtest-dev

# apt-get, but no right to use it.
fake apt-get <<<'echo "$@" >>"$APT_LOG"'
fake id <<<'echo 1000'
export APT_LOG=$work/apt.log
run 2 env PATH="$work/bin:$bare" "$setup"
says err "apt-get cannot be used here"
[[ ! -e $APT_LOG ]] || die "apt-get was called without the right to"

# sudo that needs no password is used.
fake sudo <<<'[[ $1 != -n ]] || shift; exec "$@"'
run 2 env PATH="$work/bin:$bare" "$setup"
grep -q 'install .*cmake g++ gcc ninja-build' "$APT_LOG" || die "sudo apt-get was not asked for cmake"
rm "$work/bin/sudo" "$work/bin/id"

# From here on, this machine with its compiler and libraries, on which these tests were built.
# Nothing is missing: silent, and apt-get is left alone.
rm "$APT_LOG"
run 0 env PATH="$work/bin:$PATH" "$setup"
silent out
silent err
[[ ! -e $APT_LOG ]] || die "apt-get was called though nothing is missing"

# One library that CMake does not find: exactly that one is asked for.
fake id <<<'echo 0'
fake cmake <<<"exec $(command -v cmake) -D CMAKE_DISABLE_FIND_PACKAGE_spdlog=ON \"\$@\""
run 2 env PATH="$work/bin:$PATH" "$setup"
says err "installing: libspdlog-dev"
says err "installed, but CMake still does not find: libspdlog-dev"
grep -q 'recommends libspdlog-dev$' "$APT_LOG" || die "apt-get was not asked for libspdlog-dev alone"
rm "$work/bin/cmake"

# One that the build can do without: installed where apt-get has it, else left.
rm "$APT_LOG"
fake cmake <<<"exec $(command -v cmake) -D CMAKE_DISABLE_FIND_PACKAGE_spdlog=OFF \
  -D CMAKE_DISABLE_FIND_PACKAGE_oneDNN=ON \"\$@\""
fake apt-cache <<<'echo "  Candidate: 2.6.3-1"'
run 0 env PATH="$work/bin:$PATH" "$setup"
says err "installing: libdnnl-dev"
grep -q 'recommends libdnnl-dev$' "$APT_LOG" || die "apt-get was not asked for libdnnl-dev alone"
rm "$APT_LOG"
fake apt-cache <<<'echo "  Candidate: (none)"'
run 0 env PATH="$work/bin:$PATH" "$setup"
silent err
[[ ! -e $APT_LOG ]] || die "apt-get was asked for what it has not got"
rm "$work/bin/cmake" "$work/bin/apt-cache"

# apt-get that fails.
fake apt-get <<<'[[ "$*" != *install* ]]'
fake cmake <<<"exec $(command -v cmake) -D CMAKE_DISABLE_FIND_PACKAGE_spdlog=ON \"\$@\""
run 2 env PATH="$work/bin:$PATH" "$setup"
says err "apt-get could not install: libspdlog-dev"

# A compiler that does not work: CMake's words are shown.
fake cmake <<<'echo "CMake Error: broken on purpose" >&2; exit 1'
run 2 env PATH="$work/bin:$PATH" "$setup"
says err "broken on purpose"

run 2 "$setup" --test
says err "unknown option '--test'; allowed: --tests"

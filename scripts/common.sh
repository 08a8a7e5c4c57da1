# Sourced by the scripts beside it, which have set $project.

script=scripts/$(basename "$0")
say() { echo "$script: $*" >&2; }
fail() { say "$*"; exit 2; }
have() { command -v "$1" >/dev/null; }

# Ninja, unless the caller names another generator. A folder once configured keeps its own.
prefer_ninja() { ! have ninja || export CMAKE_GENERATOR="${CMAKE_GENERATOR:-Ninja}"; }

# build PRESET [cmake option...]: configures and builds one of CMakePresets.json. Silent when there
# is nothing to do; else one line that moves (at a terminal) or one line; on failure, the errors.
build() (
  preset=$1
  shift
  cd "$project"
  prefer_ninja
  mkdir -p build
  log=$project/build/$preset.log
  if cmake --preset "$preset" "$@" >"$log" 2>&1 \
      && cmake --build --preset "$preset" --parallel "$(nproc)" 2>&1 | tee -a "$log" | progress "$preset"; then
    return
  fi
  tail -n 40 "$log" >&2
  fail "building '$preset' failed; the end of build/$preset.log is above"
)

# Shows jobs, which Ninja and make both print as "[...] Building ..."; the program's version is
# looked up in every build and is no news.
progress() {
  local terminal=0
  [[ ! -t 2 ]] || terminal=1
  awk -v terminal=$terminal -v preset="$1" '
    !/^\[.*(Building|Linking)/ { next }
    terminal { printf "\r\033[K%.*s", 100, $0; fflush() }
    !terminal && !said { print "building " preset " (log: build/" preset ".log)" }
    { said = 1 }
    END { if (terminal && said) printf "\r\033[K" }' >&2
}

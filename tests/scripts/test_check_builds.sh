#!/usr/bin/env bash
# scripts/check_builds with programs that only say what it asks of them: its verdicts and statuses,
# and that both take turns.
source "$(dirname "$0")/checks.sh" "$1"

program() { # NAME LAYER_TIMING
  fake "$1" <<EOF
case \$1 in
  --version) echo "0.1, LAYER_TIMING=$2" ;;
  compare)
    echo "\$*" >"$work/compared"
    echo header
    sed 's/ /\\t/g' "$work/answer"
    exit "\$(cat "$work/status")" ;;
  *)
    echo "$1" >>"$work/runs"
    printf '[\\n  {\\n    "run": %d,\\n' "\$(wc -l <"$work/runs")" ;;
esac
EOF
}
program timed 1
program plain 0

check() { # STATUS_OF_COMPARE ROW EXPECTED_STATUS WORDS
  echo "$2" >"$work/answer"
  echo "$1" >"$work/status"
  : >"$work/runs"
  run "$3" "$project/scripts/check_builds" --rounds 3 --timed "$work/bin/timed" \
    --plain "$work/bin/plain" --model x
  says out "$4"
}
row="- - 10 10 1.0010 0.9980 1.0040 0.5"
check 0 "$row same 0.004 0" 0 "1.0010 (95 %: 0.9980 to 1.0040): equivalent within 0.5 %"
check 4 "$row undecided 0.004 0" 4 "not shown to be within 0.5 %: resolved to 0.40 % here"
check 3 "- - 10 10 1.0210 1.0180 1.0240 0 different 0.004 0" 3 "resolved to 2.40 % here"
check 0 "- - 10 10 0.9800 0.9780 0.9820 0 different 0.004 0" 4 "not shown"

[[ $(sort "$work/runs" | uniq -c | tr -s ' \n' ' ') == " 3 plain 3 timed " ]] || die "not 3 rounds"
[[ $(cat "$work/compared") == "compare "[1-6],[1-6],[1-6]" "[1-6],[1-6],[1-6]" --paired --margin 0.5"* ]] \
  || die "compares $(cat "$work/compared")"

for wrong in "--rounds 1" "--rounds x" "--timed $work/bin/plain --plain $work/bin/plain" \
  "--timed $work/bin/timed"; do
  # shellcheck disable=SC2086
  run 2 "$project/scripts/check_builds" $wrong
  [[ $(wc -l <"$work/err") == 1 ]] || die "not one line: $wrong"
done

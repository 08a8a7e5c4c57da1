#!/usr/bin/env bash
# scripts/gpu_check in a pack whose programs only answer as on a machine with a GPU or without: its
# rows and statuses, that it goes on after a failure, and that it ends in time.
source "$(dirname "$0")/checks.sh" "$1"

mkdir -p "$work/pack"
cp "$project/scripts/gpu_check" "$project/scripts/gpu_check_torch.py" "$work/pack"

fake resnet_bench <<EOF
case " \$* " in
  *" --version "*) echo "0.1.0 fake" ;;
  *" list devices "*) cat "$work/devices" ;;
  *"--device cuda"*"--precision fp16"*) echo "resnet_bench: --precision fp16 is unknown" >&2; exit 2 ;;
  *"--device cuda"*"--precision bf16"*) echo "resnet_bench: net/conv Fwd: out of luck" >&2; exit 1 ;;
  *"--device cuda --model resnet18"*) echo "resnet_bench: --device cuda: no driver" >&2; exit 2 ;;
  *"--timing sync"*) sleep 30 ;;
  *) printf '  throughput    43.09 images/s: 288\n  plain         185.6 ms an\n  layered       181.0 ms an\n' ;;
esac
EOF
fake check_on_gpu <<EOF
[[ -e $work/gpu ]] || { echo "[  SKIPPED ] no driver"; exit; }
[[ " \$* " != *Networks* ]] || { echo "one.cpp:1: Failure"; exit 1; }
echo "fp32: largest error 1e-6"
EOF
mv "$work/bin" "$work/pack/bin"
export GPU_CHECK_PYTHON=false

row() { grep -qE -- "^$1 +$2 " "$work/results/table.txt" || die "no row '$1 $2'"; }
cd "$work"

echo "cuda absent no driver" >"$work/devices"
run 3 pack/gpu_check --results "$work/results"
row gpu "not run"
row refusal passed
row "auto goes on" passed
row "all else" "not run"
says out "2 passed, 0 failed, 2 not run"
says out "no GPU that we can use here: cuda absent no driver"

echo "cuda available Fake of a GPU" >"$work/devices"
touch "$work/gpu"
run 1 pack/gpu_check --results "$work/results" --seconds 6
row gpu passed
row "against double" FAILED
row "train bf16 b256" FAILED
says out "status 1: resnet_bench: net/conv Fwd: out of luck"
row "train fp16 b256" "not run"
says out "resnet_bench: --precision fp16 is unknown"
row "train tf32 b256" passed
says out "43.09 images/s, plain 185.6 ms, layered 181.0 ms"
row "timing sync" FAILED
says out "not done after"
row "PyTorch" "not run"
[[ -s $work/results/train_bf16_b256.log ]] || die "no log of a check"

for wrong in "--bogus" "--seconds 0" "--seconds x" "--results" "--pack"; do
  # shellcheck disable=SC2086
  run 2 pack/gpu_check $wrong
  [[ $(wc -l <"$work/err") == 1 ]] || die "not one line: $wrong"
done

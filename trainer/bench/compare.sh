#!/usr/bin/env bash
# Our trainers beside XGBoost, LightGBM and scikit-learn, whichever Python finds,
# interleaved. Each run is a line of JSON; the table at the end has medians and
# the ratio of CPU time, ours to theirs. Task acc-NAME compares accuracy on a set.
#
#   DATA=folder of .npy files  PYTHON=python3  PEERS="xgboost ..."  REPEAT=3  THREADS=1  TASKS="higgs ..."
set -euo pipefail
cd "$(dirname "$0")/../.."
DATA=${DATA:-$(mktemp -d)}
PYTHON=${PYTHON:-python3}
REPEAT=${REPEAT:-3}
THREADS=${THREADS:-1}
TASKS=${TASKS:-higgs digits rf-ijcnn rf-covtype small-bcw small-diabetes predict}
PEERS=${PEERS:-xgboost lightgbm sklearn}
export OMP_WAIT_POLICY=PASSIVE

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
go build -o "$work/bench" ./trainer/bench
"$PYTHON" trainer/bench/peers.py "$DATA" generate
peers=()
for peer in $PEERS; do
  if "$PYTHON" -c "import $peer" 2>/dev/null; then peers+=("$peer"); else echo "no $peer here" >&2; fi
done
for seed in $(seq "$REPEAT"); do
  for task in $TASKS; do
    "$work/bench" -data "$DATA" -task "$task" -threads "$THREADS" -seed "$seed" 2>"$work/error" || { echo "$task left out: $(cat "$work/error")" >&2; continue; }
    for peer in "${peers[@]}"; do
      "$PYTHON" trainer/bench/peers.py "$DATA" "$peer" "$task" threads="$THREADS" seed="$seed" || echo "$peer failed at $task" >&2
    done
  done
done | tee "$work/runs"
"$PYTHON" - "$work/runs" <<'PYTHON'
import json, statistics, sys
runs = {}
for line in open(sys.argv[1]):
    r = json.loads(line)
    runs.setdefault(r["task"], {}).setdefault(r["lib"], []).append(r)
print(f"\n{'task':15} {'library':9} {'CPU s':>9} {'wall s':>9} {'ours/CPU':>9} {'MiB':>5} {'error':>7} {'AUC':>7}")
for task, libs in runs.items():
    kind = "predict" if task == "predict" else "total"
    median = lambda lib, key: statistics.median(r[key] for r in libs[lib])
    for lib in libs:
        cpu = median(lib, kind + "_cpu")
        auc = f"{median(lib, 'auc'):7.4f}" if "auc" in libs[lib][0] else "      -"
        print(f"{task:15} {lib:9} {cpu:9.4f} {median(lib, kind + '_wall'):9.4f} {median('hardwood', kind + '_cpu') / cpu:9.2f}"
              f" {median(lib, 'memory_mib'):5.0f} {median(lib, 'error'):7.4f} {auc}")
PYTHON

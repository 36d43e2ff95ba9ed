#!/bin/bash
# generate_jax_cases.sh PYTHON JAX_CASES DIR KIND: fills DIR unless it is complete already. KIND: 32, 64, parallel.
set -euo pipefail
python=$1 program=$2 directory=$3 kind=$4
[[ -f $directory/index.json ]] && exit 0
mkdir -p "$directory"
"$program" --operations >"$directory/operations.txt"
options=()
[[ $kind == 64 ]] && options=(--x64)
[[ $kind == parallel ]] && options=(--parallel)
exec "$python" "$(dirname "$0")/jax_cases.py" --operations "$directory/operations.txt" --output "$directory" "${options[@]}"

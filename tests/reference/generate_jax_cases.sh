#!/bin/bash
# generate_jax_cases.sh PYTHON JAX_CASES DIR BITS: fills DIR unless it is complete already.
set -euo pipefail
python=$1 program=$2 directory=$3 bits=$4
[[ -f $directory/index.json ]] && exit 0
mkdir -p "$directory"
"$program" --operations >"$directory/operations.txt"
x64=()
[[ $bits == 64 ]] && x64=(--x64)
exec "$python" "$(dirname "$0")/jax_cases.py" --operations "$directory/operations.txt" --output "$directory" "${x64[@]}"

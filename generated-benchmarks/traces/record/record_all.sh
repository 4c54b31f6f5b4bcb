#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Records all traces again: PYTHON=.venv/bin/python record/record_all.sh [arguments of every recording]
#
# Needs a Python with requirements.txt installed (PYTHON, default python3), and a machine that does nothing else.
set -euo pipefail

python=${PYTHON:-python3}
record=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
traces=$(dirname "$record")
fixtures=$(cd "$traces/../../generator" && pwd)/src/test/resources/traces

# By default glibc hands freed memory back to the system between operators and takes it again page by page, which makes
# a step up to three times slower and no two steps alike (README.md has the figures). These settings keep it; they are
# noted in each origin.json. PLAIN_ALLOCATOR=1 leaves glibc as it is.
if [[ -z ${PLAIN_ALLOCATOR:-} ]]; then
  export MALLOC_MMAP_THRESHOLD_=${MALLOC_MMAP_THRESHOLD_:-33554432}
  export MALLOC_TRIM_THRESHOLD_=${MALLOC_TRIM_THRESHOLD_:-4294967296}
fi

"$python" "$record/mlp.py" --out "$fixtures" "$@"
for model in resnet50 gpt bert dlrm vit speech decode moe operator_overhead; do
  "$python" "$record/$model.py" --out "$traces" "$@"
done

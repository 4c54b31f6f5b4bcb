#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Records ladders of batch sizes of CARAML's workloads:
#
#   PYTHON=.venv/bin/python record/record_caraml.sh WHICH BATCH... [-- argument of every recording...]
#   PYTHON=.venv/bin/python record/record_caraml.sh
#
# WHICH is resnet50, or what caraml_llm.py takes as --model: 117M, 800M, 13B-layer, 175B-shard or small. A size that does
# not fit into memory is skipped with a line that says so, and the ladder goes on. The first size that fits keeps its
# timeline. OUT is the folder to write to (default: caraml beside record). Without arguments, all ladders that lie there
# and beside it are recorded again.
#
#   record/record_caraml.sh resnet50 16 32 64 128 256 -- --device cuda
#   record/record_caraml.sh 800M 4 8 16 -- --dtype bfloat16 --gas 4 --device cuda
set -euo pipefail

python=${PYTHON:-python3}
record=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
traces=$(dirname "$record")
out=${OUT:-$traces/caraml}
readonly does_not_fit=3 killed=137

# As in record_all.sh, which says why.
if [[ -z ${PLAIN_ALLOCATOR:-} ]]; then
  export MALLOC_MMAP_THRESHOLD_=${MALLOC_MMAP_THRESHOLD_:-33554432}
  export MALLOC_TRIM_THRESHOLD_=${MALLOC_TRIM_THRESHOLD_:-4294967296}
fi

ladder() {
  local which=$1 sizes=() timeline=() script status
  shift
  while (($#)) && [[ $1 != -- ]]; do
    sizes+=("$1")
    shift
  done
  if ((!${#sizes[@]})); then
    echo "record_caraml: name the batch sizes of $which, such as 1 2 4 8" >&2
    exit 2
  fi
  script=("$record/caraml_llm.py" --model "$which")
  if [[ $which == resnet50 ]]; then
    script=("$record/caraml_resnet50.py")
  fi
  for size in "${sizes[@]}"; do
    status=0
    "$python" "${script[@]}" --batch "$size" --out "$out" "${timeline[@]}" "${@:2}" || status=$?
    case $status in
      0) timeline=(--no-timeline) ;;
      "$does_not_fit") echo "record_caraml: $which with a batch of $size skipped" >&2 ;;
      "$killed") echo "record_caraml: $which with a batch of $size skipped: the system ended it for its memory" >&2 ;;
      *) exit "$status" ;;
    esac
  done
}

if (($#)); then
  ladder "$@"
  exit
fi

# Small enough to be benchmarks of every build.
out=$traces
ladder resnet50 1 2 4 8 16 32 -- --image 64
ladder small 1 2 4 8 16 32
ladder small 4 -- --gas 4
# Of full size.
out=$traces/caraml
ladder resnet50 1 2 4 8 16 32 -- --steps 3 --warmup 1
ladder 117M 1 2 -- --steps 3 --warmup 1
ladder 800M 1 -- --dtype bfloat16 --steps 2 --warmup 1
ladder 13B-layer 1 -- --dtype bfloat16 --steps 2 --warmup 1
ladder 175B-shard 1 -- --dtype bfloat16 --steps 2 --warmup 1

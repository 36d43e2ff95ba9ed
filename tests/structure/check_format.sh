#!/usr/bin/env bash
# Fails, naming each place, where a source file is not as clang-format-19 would write it.
set -euo pipefail
cd "$1"
find include src tools examples benchmarks tests -name '*.h' -o -name '*.cpp' | sort |
  xargs clang-format-19 --dry-run -Werror

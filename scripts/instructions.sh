#!/bin/sh
# npm run instructions: installs and builds if needed, then counts instructions. Arguments go to it; see
# --help.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$root/scripts/prepare.sh"
"$root/node_modules/.bin/tsc" -p "$root/bench/tsconfig.json" || fail 'the benchmark does not compile; the messages are above'
TOLLGATE_EXPECTED_INSTRUCTIONS=$root/bench/instructions/expected.json exec node "$root/dist/bench/instructions/main.js" "$@"

#!/bin/sh
# npm run bench: installs and builds where needed, then runs a benchmark: the first argument names it
# (`simulation`), none is the read path. Further arguments go to it.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$root/scripts/prepare.sh"
"$root/node_modules/.bin/tsc" -p "$root/bench/tsconfig.json" || fail 'the benchmark does not compile; the messages are above'
case ${1:-} in
  simulation) shift; exec node --max-semi-space-size=64 "$root/dist/bench/simulation.js" "$@" ;;
  *) exec node "$root/dist/bench/main.js" "$@" ;;
esac

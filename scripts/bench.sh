#!/bin/sh
# npm run bench: installs and builds where needed, then measures. Arguments name sections and options; see --list.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$root/scripts/prepare.sh"
"$root/node_modules/.bin/tsc" -p "$root/bench/tsconfig.json" || fail 'the benchmark does not compile; the messages are above'
exec node "$root/dist/bench/main.js" "$@"

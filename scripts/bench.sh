#!/bin/sh
# npm run bench: installs and builds if needed, then measures. Arguments go to it; see --help.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$root/scripts/prepare.sh"

# The servers that it compares with have packages of their own, which are no part of the product. A package
# that cannot be installed is left out.
compared=$root/bench/node_modules/.tollgate-installed
if [ ! -f "$compared" ] || [ -n "$(find "$root/bench/package.json" "$root/bench/package-lock.json" "$root/bench/.npmrc" -newer "$compared")" ]; then
  echo 'tollgate: installing what the bench compares with (this once)' >&2
  if (cd "$root/bench" && npm install --no-audit --no-fund --loglevel=error) >&2; then
    touch "$compared"
  else
    echo 'tollgate: npm install failed in bench; packages that are missing are left out of the comparison' >&2
  fi
fi

"$root/node_modules/.bin/tsc" -p "$root/bench/tsconfig.json" || fail 'the benchmark does not compile; the messages are above'
exec node "$root/dist/bench/main.js" "$@"

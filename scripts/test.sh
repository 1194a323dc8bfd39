#!/bin/sh
# npm test: installs and builds if needed, then runs the tests, with lint and types beside them.
# Arguments go to vitest; TEST_SET chooses the set of tests (docs/tests.md).
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$root/scripts/prepare.sh"
cd "$root"

found=$(mktemp)
trap 'rm -f "$found"' EXIT
(
  node_modules/.bin/biome check . || fail 'biome has objections; they are above'
  node_modules/.bin/tsc --noEmit || fail 'the types do not fit; the messages are above'
) >"$found" 2>&1 &
checks=$!

status=0
node_modules/.bin/vitest run "$@" || status=$?
wait "$checks" || { status=1; cat "$found" >&2; }
exit "$status"

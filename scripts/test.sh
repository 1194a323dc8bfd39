#!/bin/sh
# npm test: installs and builds where needed, then lint, types and tests. Arguments go to vitest.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$root/scripts/prepare.sh"
cd "$root"
node_modules/.bin/biome check . || fail 'biome has objections; they are above'
node_modules/.bin/tsc --noEmit || fail 'the types do not fit; the messages are above'
exec node_modules/.bin/vitest run "$@"

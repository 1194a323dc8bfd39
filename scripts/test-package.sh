#!/bin/sh
# Makes the executable and runs the tests of the contract against it: alone in an empty folder, in an
# environment that holds nothing but what a test sets. Arguments name files below test/contract; all of them
# by default. TOLLGATE_TEST_OLD_PROGRAM names an older executable that the test of upgrades begins with.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
sh "$root/scripts/package.sh"
. "$root/scripts/prepare.sh"

alone=$(mktemp -d)
trap 'rm -rf "$alone"' EXIT
cp "$root/dist/package/tollgate" "$alone/tollgate"
[ "$#" -gt 0 ] || set -- "$root"/test/contract/*/*.test.ts
cd "$root"
TOLLGATE_TEST_PROGRAM=$alone/tollgate node_modules/.bin/vitest run "$@"

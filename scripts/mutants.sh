#!/bin/sh
# npm run mutants: installs and builds if needed, then hunts for planted defects with the fuzzer. Arguments go
# to it; see --help.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$root/scripts/prepare.sh"
cd "$root"
node_modules/.bin/tsc -p test/simulation/mutants/tsconfig.json --outDir dist/mutants || fail 'the mutants do not compile; the messages are above'
exec node dist/mutants/test/simulation/mutants/suite.js "$@"

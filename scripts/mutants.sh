#!/bin/sh
# npm run mutants: installs and builds where needed, then hunts for every planted defect with the fuzzer and prints
# what found it. Arguments are names of mutants; `--bites` shows for each kind of fault a mutant that needs it.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$root/scripts/prepare.sh"
cd "$root"
node_modules/.bin/tsc -p test/simulation/mutants/tsconfig.json --outDir dist/mutants || fail 'the mutants do not compile; the messages are above'
exec node dist/mutants/test/simulation/mutants/suite.js "$@"

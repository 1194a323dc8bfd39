#!/bin/sh
# npm run fuzz: installs and builds if needed, then fuzzes the gateway. Arguments go to it; see --help.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$root/scripts/prepare.sh"
# Runs make many objects that live for a moment: a larger young generation makes them about a tenth faster.
exec node --max-semi-space-size=64 "$root/dist/program/main.js" fuzz "$@"

#!/bin/sh
# npm run fuzz: installs and builds where needed, then fuzzes the gateway in a simulated world. Arguments go to it.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$root/scripts/prepare.sh"
# Runs leave much behind that lives for a moment: with a larger young generation they are some tenth faster.
exec node --max-semi-space-size=64 "$root/dist/src/main.js" fuzz "$@"

#!/bin/sh
# npm run fuzz: installs and builds where needed, then fuzzes the gateway in a simulated world. Arguments go to it.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$root/scripts/prepare.sh"
exec node "$root/dist/src/main.js" fuzz "$@"

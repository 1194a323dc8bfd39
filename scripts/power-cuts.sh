#!/bin/sh
# npm run power-cuts: installs and builds if needed, then cuts the power of a traced node at many moments. It
# needs strace. Arguments: --points N, --seed S, --submits N.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$root/scripts/prepare.sh"
exec node "$root/dist/simulation/power-cuts/main.js" "$@"

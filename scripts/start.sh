#!/bin/sh
# npm start: installs and builds if needed, then becomes the server, so that signals reach it itself.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$root/scripts/prepare.sh"
exec node "$root/dist/program/main.js" serve --demo "$@"

#!/bin/sh
# npm run screenshots: installs and builds if needed, then takes a picture of every page of the dashboard, in
# light, dark, on a phone, in French and in Arabic, into the folder screenshots. It needs Chromium.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$root/scripts/prepare.sh"
"$root/node_modules/.bin/esbuild" "$root/scripts/screenshots.ts" --bundle --packages=external \
  --platform=node --format=esm --log-level=warning --outfile="$root/dist/screenshots.js"
exec node "$root/dist/screenshots.js" "$root"

#!/bin/sh
# Bundles the scripts and the style sheet of the dashboard into dist/assets. Their names get their hashes when
# they are served.
set -eu
cd "$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)"
dashboard=src/http/pages/dashboard
node_modules/.bin/esbuild "$dashboard/islands/dashboard.ts" "$dashboard/islands/chart.ts" \
  "$dashboard/islands/chat/chat.tsx" "$dashboard/style/dashboard.css" \
  --bundle --minify --legal-comments=none --log-level=warning --entry-names='[name]' --outdir=dist/assets \
  --target=es2020,chrome100,firefox100,safari15

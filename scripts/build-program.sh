#!/bin/sh
# Bundles the program into dist/program, unless it is newer than its sources. A node loads some
# hundred files so, and not five hundred, and starts with about half the CPU. Modules imported lazily are in
# files of their own. Arguments are further programs to make beside it.
set -eu
cd "$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)"
target=dist/program
main=$target/main.js
[ ! -f "$main" ] ||
  [ -n "$(find src simulation package-lock.json tsconfig.json scripts/build-program.sh -newer "$main" | head -n 1)" ] || exit 0

# Packages of many small modules go into the bundle; others stay packages, as some are native or find files
# beside their own. Those of CommonJS in the bundle need a `require`.
node_modules/.bin/esbuild src/main.ts src/passwords/hashing-thread.ts src/results/clip/clip-thread.ts \
  simulation/campaign/watchdog-thread.ts "$@" \
  --bundle --splitting --format=esm --platform=node --target=node20.15 --packages=external \
  --alias:zod=./node_modules/zod/index.js \
  --alias:xstate=./node_modules/xstate/dist/xstate.esm.js \
  --alias:yaml=./node_modules/yaml/dist/index.js \
  --banner:js="import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);" \
  --entry-names='[name]' --chunk-names='[name]-[hash]' --outdir="$target" \
  --sourcemap --legal-comments=none --log-level=warning
touch "$main"

# A node of an earlier build that still runs may yet load files of its own.
find "$target" -type f -mtime +0 -exec rm -f {} +

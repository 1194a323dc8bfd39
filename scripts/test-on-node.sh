#!/bin/sh
# Runs `npm test` on a copy of the committed project under other releases of Node, which come as the npm
# package `node`: scripts/test-on-node.sh 22 24 26. Where uWebSockets.js does not load under a release, it
# says so and checks that the server says so too.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for release in "$@"; do
  copy=$work/$release
  git clone -q "$root" "$copy/tollgate"
  npm install --prefix "$copy/node" --no-audit --no-fund --loglevel=error "node@$release" >/dev/null
  bin=$copy/node/node_modules/node/bin
  [ -x "$bin/node" ] || { echo "test-on-node: the package node@$release brought no binary" >&2; exit 1; }
  version=$("$bin/node" --version)
  if PATH=$bin:$PATH sh -euc 'root=$1; . "$root/scripts/prepare.sh"' sh "$copy/tollgate" &&
    message=$("$bin/node" -e "import('$copy/tollgate/dist/src/http/uws.js').then(({ loadUws }) => loadUws()).catch((error) => { console.log(error.message); process.exit(3); })"); then
    echo "test-on-node: $version"
    (cd "$copy/tollgate" && PATH=$bin:$PATH npm test)
  else
    echo "test-on-node: $version: not tested here: $message"
    refusal=$("$bin/node" "$copy/tollgate/dist/src/main.js" serve --port 0 --data "$copy/data" 2>&1 >/dev/null) && exit 1
    case $refusal in
      *"$message"*) ;;
      *) echo "test-on-node: the server said instead: $refusal" >&2; exit 1 ;;
    esac
  fi
done

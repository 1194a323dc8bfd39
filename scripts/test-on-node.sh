#!/bin/sh
# Runs `npm test` on a copy of the committed project under other releases of Node, which come as the npm
# package `node`: scripts/test-on-node.sh 22 24 26. The same seed is to give the same traces under each as
# under the Node at hand. If uWebSockets.js does not load under a release, it says so and checks that the
# server says so too.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Digests of the traces of some runs of each model, under the Node in $1 and with the build in $2.
traces() {
  for model in window ledger job store node; do
    "$1" "$2/dist/program/main.js" fuzz --model $model --seed 1 --runs 40 --digest --json |
      sed -n 's/.*"digest":"\([0-9a-f]*\)".*/\1/p'
  done
}

for release in "$@"; do
  copy=$work/$release
  git clone -q "$root" "$copy/tollgate"
  npm install --prefix "$copy/node" --no-audit --no-fund --loglevel=error "node@$release" >/dev/null
  bin=$copy/node/node_modules/node/bin
  [ -x "$bin/node" ] || { echo "test-on-node: the package node@$release brought no binary" >&2; exit 1; }
  version=$("$bin/node" --version)
  if PATH=$bin:$PATH sh -euc 'root=$1; . "$root/scripts/prepare.sh"' sh "$copy/tollgate" &&
    message=$("$bin/node" -e "import('$copy/tollgate/dist/src/http/uws/uws.js').then(({ loadUws }) => loadUws()).catch((error) => { console.log(error.message); process.exit(3); })"); then
    echo "test-on-node: $version"
    (cd "$copy/tollgate" && PATH=$bin:$PATH npm test)
    here=$(traces node "$copy/tollgate")
    [ -n "$here" ] && [ "$here" = "$(traces "$bin/node" "$copy/tollgate")" ] ||
      { echo "test-on-node: the same seed gives other traces under $version than under $(node --version)" >&2; exit 1; }
    echo "test-on-node: the same seed gives the same traces under $version and $(node --version)"
  else
    echo "test-on-node: $version: not tested here: $message"
    refusal=$("$bin/node" "$copy/tollgate/dist/program/main.js" serve --port 0 --data "$copy/data" 2>&1 >/dev/null) && exit 1
    case $refusal in
      *"$message"*) ;;
      *) echo "test-on-node: the server said instead: $refusal" >&2; exit 1 ;;
    esac
  fi
done

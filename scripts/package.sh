#!/bin/sh
# npm run package: one executable of this machine's platform, with its own Node.js and addons inside; with
# --deb a Debian package of it as well. docs/packaging.md tells the rest.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$root/scripts/prepare.sh"

deb=
for argument in "$@"; do
  case $argument in
    --deb) deb=1 ;;
    *) fail "$argument is not an option of package; there is --deb" ;;
  esac
done

case $(uname -s) in Linux) ;; *) fail 'packages are made on Linux' ;; esac
case $(uname -m) in
  x86_64) target=linux-x64 ;;
  aarch64) target=linux-arm64 ;;
  *) fail "there is no Node.js to package for $(uname -m)" ;;
esac
for tool in strip sha256sum; do
  command -v "$tool" >/dev/null || fail "$tool is not installed; Debian has it in binutils or coreutils"
done

out=$root/dist/package
work=$out/work
tools=$root/packaging/node_modules
mkdir -p "$work"

# The tools and the Node.js inside are no part of a checkout that serves, and have a lock file of their own.
if [ ! -f "$tools/.tollgate-installed" ] || [ -n "$(find "$root"/packaging/package*.json -newer "$tools/.tollgate-installed")" ]; then
  echo 'tollgate: installing what packages are made with (this once)' >&2
  (cd "$root/packaging" && npm install --include=optional --no-audit --no-fund --loglevel=error) >&2 ||
    fail 'npm install failed in packaging; its messages are above'
  touch "$tools/.tollgate-installed"
fi
base=$tools/node-$target/bin/node
[ -x "$base" ] || fail "the npm package node-$target brought no Node.js"
release=$("$base" -p 'process.versions.node.split(".")[0]')

# npm installs the addons of the Node.js that runs it: here the one that goes into the package.
modules=$work/modules
if ! cmp -s "$root/package-lock.json" "$modules/.installed"; then
  echo "tollgate: installing the addons for Node.js $release (this once)" >&2
  rm -rf "$modules"
  mkdir -p "$modules"
  cp "$root/package.json" "$root/package-lock.json" "$root/.npmrc" "$modules"
  (cd "$modules" && PATH=$(dirname "$base"):$PATH npm install --omit=dev --include=optional --no-audit --no-fund --loglevel=error) >&2 ||
    fail 'npm install failed; its messages are above'
  cp "$root/package-lock.json" "$modules/.installed"
fi

echo 'tollgate: bundling' >&2
"$base" "$root/packaging/bundle.ts" "$root" "$target" "$work"
"$base" "$root/packaging/licenses.ts" "$root" "$target" "$work" >"$out/LICENSES.txt"

# Twice, so that it holds what both a first start and a later one need.
started=$(mktemp -d)
trap 'rm -rf "$started"' EXIT
rm -f "$work/program.cache"
for start in first later; do
  (cd "$work" && env -i HOME="$started" "$base" "$root/packaging/code-cache.ts" "$work" "$started") >"$work/code-cache.log" 2>&1 ||
    { cat "$work/code-cache.log" >&2; fail "the $start start of the bundle failed"; }
done

echo 'tollgate: making the executable' >&2
(cd "$work" && "$base" --experimental-sea-config sea.json) >&2
cp "$base" "$work/tollgate"
chmod u+w "$work/tollgate"
# Before the injection: afterwards strip would take away what was injected.
strip --strip-all "$work/tollgate"
"$base" "$tools/postject/dist/cli.js" "$work/tollgate" NODE_SEA_BLOB "$work/sea.blob" \
  --sentinel-fuse NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2 >"$work/postject.log" 2>&1 ||
  { cat "$work/postject.log" >&2; fail 'the bundle does not go into the executable'; }
chmod 755 "$work/tollgate"

# As on a machine that has nothing of the project, not even a home.
mkdir -p "$work/empty"
version=$(cd "$work/empty" && env -i "$work/tollgate" --version) || fail 'what was made does not run'
case $version in *'does not load'*) fail "an addon of what was made does not load: $version" ;; esac
mv "$work/tollgate" "$out/tollgate"
(cd "$out" && sha256sum tollgate >SHA256SUMS)
echo "$version"
echo "made dist/package/tollgate, $(($(stat -c %s "$out/tollgate") / 1000000)) MB"

[ -z "$deb" ] || sh "$root/packaging/debian/build.sh" "$root" "$target"

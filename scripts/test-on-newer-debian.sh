#!/bin/sh
# Runs `npm test` on a copy of the committed project under Node 24 and 26 in a Debian 13 userland (glibc
# 2.41), for machines whose own C library is too old for them: scripts/test-on-newer-debian.sh [RELEASE]...
# Needs root, debootstrap, and a Debian whose package sources say where to fetch from.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
[ "$#" -gt 0 ] || set -- 24 26
source=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Origin: Debian' | head -n 1)
system=$(mktemp -d)
leave() {
  umount "$system/dev/pts" "$system/dev" "$system/proc" 2>/dev/null || true
  rm -rf --one-file-system "$system"
}
trap leave EXIT

debootstrap --variant=minbase --include=ca-certificates,git,libatomic1,openssl,procps trixie "$system" "$source" >"$system.log" 2>&1 ||
  { tail -n 5 "$system.log" >&2; exit 1; }
rm -f "$system.log"
mount -t proc proc "$system/proc"
mount --bind /dev "$system/dev"
mount --bind /dev/pts "$system/dev/pts"
mkdir -p "$system/usr/lib/node_modules"
cp -r "$(npm root -g)/npm" "$system/usr/lib/node_modules/npm"

for release in "$@"; do
  npm install --prefix "$system/opt/$release" --no-audit --no-fund --loglevel=error "node@$release" >/dev/null
  bin=opt/$release/node_modules/node/bin
  ln -s /usr/lib/node_modules/npm/bin/npm-cli.js "$system/$bin/npm"
  copy=root/tollgate-$release
  git clone -q "$root" "$system/$copy"
  # Installed from outside, where npm is set up; the addons are those of the Node that installs.
  PATH=$system/$bin:$PATH sh -euc 'root=$1; . "$root/scripts/prepare.sh"' sh "$system/$copy"
  echo "test-on-newer-debian: Node $("$system/$bin/node" --version)"
  chroot "$system" /usr/bin/env -i HOME=/root CI="${CI:-}" PATH="/$bin:/usr/bin:/bin:/usr/sbin:/sbin" \
    sh -c "cd /$copy && npm test"
done

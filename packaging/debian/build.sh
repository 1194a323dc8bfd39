#!/bin/sh
# Makes the Debian package of the executable in dist/package: build.sh ROOT TARGET, by scripts/package.sh.
set -eu
root=$1
target=$2
out=$root/dist/package
tree=$out/work/deb
from=$root/packaging

command -v dpkg-deb >/dev/null || { echo 'tollgate: dpkg-deb is not installed; Debian has it in dpkg' >&2; exit 1; }
case $target in
  linux-x64) architecture=amd64 ;;
  linux-arm64) architecture=arm64 ;;
esac
version=$("$out/tollgate" --version | sed -n '1s/^tollgate //p')
base=$root/packaging/node_modules/node-$target

umask 022
rm -rf "$tree"
install -D -m 0755 "$out/tollgate" "$tree/usr/bin/tollgate"
install -D -m 0644 "$from/systemd/tollgate.service" "$tree/usr/lib/systemd/system/tollgate.service"
install -D -m 0600 "$from/debian/environment" "$tree/etc/default/tollgate"
install -d "$tree/etc/tollgate"
"$base/bin/node" "$from/debian/default-config.ts" "$root" >"$tree/etc/tollgate/tollgate.yaml"
complete() {
  install -d "$tree/usr/share/$(dirname "$2")"
  "$out/tollgate" completion "$1" >"$tree/usr/share/$2"
}
complete bash bash-completion/completions/tollgate
complete zsh zsh/vendor-completions/_tollgate
complete fish fish/vendor_completions.d/tollgate.fish
install -d "$tree/usr/share/doc/tollgate"
cp "$root"/docs/*.md "$tree/usr/share/doc/tollgate"
cp "$out/LICENSES.txt" "$tree/usr/share/doc/tollgate/copyright"

install -d "$tree/DEBIAN"
for script in postinst prerm postrm; do install -m 0755 "$from/debian/$script" "$tree/DEBIAN/$script"; done
printf '%s\n' /etc/default/tollgate /etc/tollgate/tollgate.yaml >"$tree/DEBIAN/conffiles"
(cd "$tree" && find usr -type f -exec md5sum {} + | LC_ALL=C sort -k 2) >"$tree/DEBIAN/md5sums"
cat >"$tree/DEBIAN/control" <<END
Package: tollgate
Version: $version
Architecture: $architecture
Maintainer: Tollgate <tollgate@localhost>
Installed-Size: $(du -sk --exclude=DEBIAN "$tree" | cut -f 1)
Depends: libc6 (>= 2.34), libstdc++6, libgcc-s1, init-system-helpers (>= 1.54), passwd
Recommends: systemd
Suggests: bash-completion
Section: net
Priority: optional
Description: gateway in front of AI model providers
 Enforces an exact rolling per-minute limit and a prepaid credit balance for
 every API key before anything reaches a provider, and settles each job once,
 to the micro-DA. One process, one data folder. The package brings the
 executable with all it needs inside, a service of systemd, and a
 configuration file with every option commented.
END
# Faster to make and to unpack than the default, and a few megabytes larger.
dpkg-deb --build --root-owner-group -Zgzip "$tree" "$out/tollgate_${version}_$architecture.deb" >/dev/null
rm -rf "$tree"
(cd "$out" && sha256sum tollgate "tollgate_${version}_$architecture.deb" >SHA256SUMS)
echo "made dist/package/tollgate_${version}_$architecture.deb"

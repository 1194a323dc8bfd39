# Brings node_modules and dist up to date, in well under a second where they are. Sourced by its neighbours,
# with $root set to the top of the project; the current folder stays what it was.

fail() {
  echo "tollgate: $1" >&2
  exit 1
}

command -v node >/dev/null || fail 'Node.js is not installed; version 20.15 or newer is needed'
command -v npm >/dev/null || fail 'npm is not installed; it comes with Node.js'

# The optional packages with native addons fit one platform and one release of Node.
machine=$(node -p 'process.platform + " " + process.arch + " " + process.versions.modules + " " + process.version')
case ${machine##* } in
  v[0-9].* | v1[0-9].* | v20.[0-9].* | v20.1[0-4].*)
    fail "Node.js 20.15 or newer is needed, and this is ${machine##* }"
    ;;
esac
machine=${machine% *}

installed=$root/node_modules/.tollgate-installed
built=$root/dist/.tollgate-built

is_installed() {
  [ "$(cat "$installed" 2>/dev/null)" = "$machine" ] &&
    [ -z "$(find "$root/package.json" "$root/package-lock.json" "$root/.npmrc" -newer "$installed")" ]
}

is_built() {
  [ -f "$built" ] && [ -f "$root/dist/program/main.js" ] && [ -f "$root/dist/assets/dashboard.css" ] &&
    [ -z "$(find "$root/src" "$root/simulation" "$root"/tsconfig*.json "$root"/scripts/build-*.sh "$installed" -newer "$built" | head -n 1)" ]
}

# The development dependencies are what builds it, and the addons are optional ones, whatever the
# environment says of either.
install() {
  echo 'tollgate: installing dependencies (this once)' >&2
  rm -f "$installed"
  (cd "$root" && npm install --include=dev --include=optional --no-audit --no-fund --loglevel=error) >&2 ||
    fail 'npm install failed; its messages are above'
  echo "$machine" >"$installed"
}

build() {
  echo 'tollgate: building' >&2
  rm -f "$built"
  (cd "$root" && node_modules/.bin/tsc -p tsconfig.build.json) >&2 ||
    fail 'the build failed; the messages of the compiler are above'
  sh "$root/scripts/build-assets.sh" >&2 || fail 'the dashboard cannot be bundled; the messages are above'
  sh "$root/scripts/build-program.sh" >&2 || fail 'the program cannot be bundled; the messages are above'
  touch "$built"
}

is_installed || install
is_built || build

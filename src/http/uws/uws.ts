/**
 * Loads uWebSockets.js, the newest of two releases that works on this machine.
 *
 * The library is a native addon. Its author publishes on no package registry; `@uwsjs/core` mirrors his
 * releases, the addons as one optional package for each platform and Node release. Two releases are
 * installed side by side, because the newer needs a newer C library and the older knows no newer Node.
 * `docs/uwebsockets.md` says from where they come and how to verify them. A packaged program carries
 * the addons of both inside itself.
 *
 * Invariants
 *  1. The JavaScript of one release never runs on the addon of the other: both ask for addons by the same
 *     package names, and the wrong one may be installed nearer. The addon each would get is found first,
 *     and refused unless it is of that very release and its bytes are the known ones.
 *  2. Only the functions of both releases are offered: the types are the older one's.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { messageOf } from '../../errors/error-text.js';
import { BUILD, type EmbeddedAddon } from '../../packaged/build.js';
import { loadEmbeddedAddon } from '../../packaged/embedded-addons.js';
import { glibcVersion } from '../../packaged/glibc.js';

export type {
  HttpRequest,
  HttpResponse,
  TemplatedApp,
  us_listen_socket,
  us_socket_context_t,
  WebSocket,
} from 'uws-glibc227';

export type UwsModule = typeof import('uws-glibc227');

export interface LoadedUws {
  readonly uws: UwsModule;
  /** Release of uWebSockets.js as its mirror numbers it, `20.69.0`. */
  readonly version: string;
  /** True if `endWithoutBody` with a length ends the response, and closes when told to. */
  readonly closesBodiless: boolean;
}

export interface UwsRelease {
  /** The name it is installed under. */
  readonly packageName: string;
  readonly version: string;
  /** As in `LoadedUws`; the older release leaves such a response open. */
  readonly closesBodiless: boolean;
  /** For whom it is, in the words of a message. */
  readonly needs: string;
  /** SHA-256 of the addon, by platform, processor and major release of Node. */
  readonly addonSha256: Readonly<Record<string, string>>;
}

/** Newest first. */
export const UWS_RELEASES: readonly UwsRelease[] = [
  {
    packageName: 'uws-glibc238',
    version: '20.69.0',
    closesBodiless: true,
    needs: 'for Node 22, 24 and 26, on Linux with glibc 2.38 or newer',
    addonSha256: {
      'linux-x64-22': '34d235864db874fbf3aeafd48b63f6fb80f61fb584a86f1e5f7b0291dbd7a3d4',
      'linux-x64-24': '177efdc682425d754474bd30f9586c487fa6694f790f3406a23885d0e61c07a0',
      'linux-x64-26': '604375741bf77780b34e7e299af9274cb1f56d73732201d19e3d8d8448176795',
    },
  },
  {
    packageName: 'uws-glibc227',
    version: '20.51.4',
    closesBodiless: false,
    needs: 'for Node 20, 22 and 23, on Linux with glibc 2.27 or newer',
    addonSha256: {
      'linux-x64-20': '4d482084b665c225892917ee0e9b9572d89eaa6f3dc200ff5e536293d3456c89',
      'linux-x64-22': 'f687e7c3666b5cca9d355184bbf07bb0550f5ba0d3ffd453248ccfec552dde6c',
    },
  },
];

/** No release works here. The message says why, one reason for each, in one line. */
export class UwsUnavailable extends Error {
  override readonly name = 'UwsUnavailable';
}

/** The machine, and how releases are loaded there. */
export interface UwsHost {
  /** How to call the machine in a message. */
  describe(): string;
  /** Loads that release on its own addon; throws the reason where it cannot (invariant 1). */
  load(release: UwsRelease): UwsModule;
}

let loaded: LoadedUws | undefined;

/** Loads it at the first call. @throws UwsUnavailable */
export function loadUws(): LoadedUws {
  loaded ??= loadFirst(UWS_RELEASES, thisHost());
  return loaded;
}

/** The first of the releases that works on the host. @throws UwsUnavailable */
export function loadFirst(releases: readonly UwsRelease[], host: UwsHost): LoadedUws {
  const reasons: string[] = [];
  for (const release of releases) {
    try {
      const { version, closesBodiless } = release;
      return { uws: host.load(release), version, closesBodiless };
    } catch (error) {
      reasons.push(`${release.version} (${release.needs}): ${firstLine(error)}`);
    }
  }
  throw new UwsUnavailable(
    `uWebSockets.js does not load on ${host.describe()}. ${reasons.join('; ')}. See docs/uwebsockets.md`,
  );
}

/**
 * Loads a release that npm installed, after it was seen that it would get its own addon.
 *
 * @param target `linux-x64-20`: platform, processor, major release of Node
 * @param require resolves and loads packages from where the caller stands
 */
export function loadInstalled(release: UwsRelease, target: string, require: NodeJS.Require): UwsModule {
  const home = dirname(require.resolve(release.packageName));
  assertVersion(home, release.version);
  const addonHome = findAddon(home, target, require);
  assertVersion(addonHome, release.version);
  const sha256 = createHash('sha256')
    .update(readFileSync(join(addonHome, 'uws.node')))
    .digest('hex');
  assertSum(release, target, sha256);
  return require(release.packageName) as UwsModule;
}

/**
 * Loads the addon of a release that the program carries inside itself. The JavaScript of the package is not
 * needed: it finds the addon, and adds a class that the gateway has no use for.
 */
function loadEmbedded(release: UwsRelease, target: string, addon: EmbeddedAddon | undefined): UwsModule {
  if (addon?.version !== release.version) throw new Error('the program was built without it');
  assertSum(release, target, addon.sha256);
  return loadEmbeddedAddon(release.packageName) as UwsModule;
}

function assertSum(release: UwsRelease, target: string, found: string): void {
  const expected = release.addonSha256[target];
  if (expected !== undefined && found !== expected)
    throw new Error(`its addon has SHA-256 ${found}, not ${expected}`);
}

function findAddon(home: string, target: string, require: NodeJS.Require): string {
  try {
    return dirname(require.resolve(`@uwsjs/${target}`, { paths: [home] }));
  } catch {
    throw new Error(`its addon for ${target} is not installed; run npm install with this release of Node`);
  }
}

function assertVersion(folder: string, version: string): void {
  const { version: found } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    version?: unknown;
  };
  if (found !== version) throw new Error(`release ${String(found)} is installed in its place`);
}

function thisHost(): UwsHost {
  const { platform, arch, versions } = process;
  const target = `${platform}-${arch}-${versions.node.split('.')[0]}`;
  return {
    describe() {
      const glibc = glibcVersion();
      return `${platform} ${arch} with Node ${versions.node}${glibc === undefined ? '' : `, glibc ${glibc}`}`;
    },
    load: (release) =>
      BUILD === undefined
        ? loadInstalled(release, target, createRequire(import.meta.url))
        : loadEmbedded(release, target, BUILD.addons[release.packageName]),
  };
}

/** The library's own message repeats its README; what went wrong is the last thing it says. */
function firstLine(error: unknown): string {
  const lines = messageOf(error)
    .split('\n')
    .map((line) => line.trim());
  const cause = lines.findIndex((line) => /^Error: /.test(line));
  return (lines[Math.max(0, cause)] ?? '').replace(/^Error: /, '');
}

import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import {
  loadFirst,
  loadInstalled,
  loadUws,
  UWS_RELEASES,
  type UwsHost,
  type UwsRelease,
  UwsUnavailable,
} from '../../../src/http/uws/uws.js';
import { folderOfTest } from '../../temporary-folder.js';

const OLD_ADDON = '/* the older addon */ module.exports = { addon: "old" };';
const NEW_ADDON = '/* the newer addon */ module.exports = { addon: "new" };';

const RELEASES: readonly UwsRelease[] = [
  {
    packageName: 'uws-new',
    version: '2.0.0',
    closesBodiless: true,
    needs: 'new machines',
    addonSha256: { 'os-cpu-22': sha256(NEW_ADDON) },
  },
  {
    packageName: 'uws-old',
    version: '1.0.0',
    closesBodiless: false,
    needs: 'old machines',
    addonSha256: { 'os-cpu-22': sha256(OLD_ADDON) },
  },
];

let root = '';

beforeEach(() => {
  root = folderOfTest('uws');
  install('uws-new', '2.0.0');
  install('uws-old', '1.0.0');
});

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function install(name: string, version: string): void {
  const folder = join(root, 'node_modules', name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version, main: 'uws.js' }));
  writeFileSync(join(folder, 'uws.js'), 'module.exports = require("@uwsjs/os-cpu-22");');
}

function installAddon(version: string, addon: string, under = ''): void {
  const folder = join(root, 'node_modules', under, '@uwsjs/os-cpu-22');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ version, main: 'index.js' }));
  writeFileSync(join(folder, 'index.js'), addon);
  writeFileSync(join(folder, 'uws.node'), addon);
}

function host(target = 'os-cpu-22'): UwsHost {
  const require = createRequire(join(root, 'main.js'));
  return {
    describe: () => 'os cpu with Node 22.0.0',
    load: (release) => loadInstalled(release, target, require),
  };
}

function refusal(target?: string): string {
  try {
    loadFirst(RELEASES, host(target));
  } catch (error) {
    if (error instanceof UwsUnavailable) return error.message;
    throw error;
  }
  throw new Error('something was loaded');
}

describe('of two releases', () => {
  it('the newer is loaded where it works', () => {
    installAddon('2.0.0', NEW_ADDON);
    expect(loadFirst(RELEASES, host())).toEqual({
      uws: { addon: 'new' },
      version: '2.0.0',
      closesBodiless: true,
    });
  });

  it('each gets its own addon where both are installed under the same name', () => {
    installAddon('1.0.0', OLD_ADDON);
    installAddon('2.0.0', NEW_ADDON, 'uws-new/node_modules');
    expect(loadFirst(RELEASES, host())).toEqual({
      uws: { addon: 'new' },
      version: '2.0.0',
      closesBodiless: true,
    });
    expect(loadFirst(RELEASES.slice(1), host())).toEqual({
      uws: { addon: 'old' },
      version: '1.0.0',
      closesBodiless: false,
    });
  });

  it('the newer is passed over where it would get the addon of the older', () => {
    installAddon('1.0.0', OLD_ADDON);
    expect(loadFirst(RELEASES, host())).toEqual({
      uws: { addon: 'old' },
      version: '1.0.0',
      closesBodiless: false,
    });
  });

  it('the older is loaded where the addon of the newer does not load', () => {
    installAddon('1.0.0', OLD_ADDON);
    const broken = 'throw new Error("no such symbol")';
    installAddon('2.0.0', broken, 'uws-new/node_modules');
    const releases = RELEASES.map((one) => ({ ...one, addonSha256: {} }));
    expect(loadFirst(releases, host()).version).toBe('1.0.0');
  });

  it('one with other bytes than the known ones is refused', () => {
    installAddon('2.0.0', `${NEW_ADDON} // and more`);
    expect(refusal()).toMatch(
      /2\.0\.0 \(new machines\): its addon has SHA-256 [0-9a-f]{64}, not [0-9a-f]{64}; 1\.0\.0/,
    );
  });

  it('one of another version than meant is refused', () => {
    install('uws-new', '3.0.0');
    install('uws-old', '3.0.0');
    expect(refusal()).toMatch(/release 3\.0\.0 is installed in its place/);
  });

  it('the message names the machine and the reason for each, in one line', () => {
    expect(refusal('os-cpu-99')).toBe(
      'uWebSockets.js does not load on os cpu with Node 22.0.0. ' +
        '2.0.0 (new machines): its addon for os-cpu-99 is not installed; run npm install with this release of Node; ' +
        '1.0.0 (old machines): its addon for os-cpu-99 is not installed; run npm install with this release of Node. ' +
        'See docs/uwebsockets.md',
    );
  });
});

describe('on this machine', () => {
  it('a release loads, and again as the same', () => {
    const first = loadUws();
    expect(UWS_RELEASES.map(({ version }) => version)).toContain(first.version);
    expect(typeof first.uws.App).toBe('function');
    expect(loadUws()).toBe(first);
  });

  it('it serves a request', async () => {
    const { uws } = loadUws();
    const app = uws.App();
    app.any('/*', (response) => {
      response.end('served');
    });
    const socket = await new Promise<false | import('../../../src/http/uws/uws.js').us_listen_socket>(
      (resolve) => {
        app.listen('127.0.0.1', 0, resolve);
      },
    );
    if (socket === false) throw new Error('it does not listen');
    const answer = await fetch(`http://127.0.0.1:${uws.us_socket_local_port(socket)}/`, {
      headers: { connection: 'close' },
    });
    expect(await answer.text()).toBe('served');
    uws.us_listen_socket_close(socket);
  });

  it('the releases are the ones in package.json', () => {
    for (const { packageName, version } of UWS_RELEASES) {
      expect(manifest.dependencies).toHaveProperty(packageName, `npm:@uwsjs/core@${version}`);
    }
  });
});

import { execFileSync, spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { UWS_RELEASES } from '../../src/http/uws/uws.js';
import { FORMAT_VERSION } from '../../src/node/folder/format-version.js';
import { versionText } from '../../src/node/version.js';
import { VERSION } from '../../src/packaged/version.js';

it('the version is the one in package.json', () => {
  expect(VERSION).toBe(manifest.version);
});

it('the text of --version names what the program is made of', async () => {
  const [first, ...parts] = (await versionText()).trimEnd().split('\n');
  expect(first).toBe(`tollgate ${VERSION}`);
  const said = new Map(parts.map((line) => [line.slice(2, 18).trim(), line.slice(18)]));
  expect([...said.keys()]).toEqual(['commit', 'Node.js', 'uWebSockets.js', 'LMDB', 'Argon2', 'data format']);
  expect(said.get('Node.js')).toBe(process.versions.node);
  expect(UWS_RELEASES.map(({ version }) => version)).toContain(said.get('uWebSockets.js'));
  expect(said.get('data format')).toBe(String(FORMAT_VERSION));
  expect(said.get('Argon2')).toBe('1.3');
  expect(said.get('LMDB')).toMatch(/^\d+\.\d+\.\d+$/);
});

const isCheckout = spawnSync('git', ['rev-parse', 'HEAD']).status === 0;

it.runIf(isCheckout)('in a source checkout the commit is that of the checkout', async () => {
  const head = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
  expect(await versionText()).toMatch(new RegExp(`commit +${head}(-dirty)? \\(a source checkout\\)`));
});

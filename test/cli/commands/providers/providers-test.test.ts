import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runProgram } from '../../../../src/cli/framework/program.js';
import { SECTIONS } from '../../../../src/commands.js';
import { ADAPTERS, TEXT_ADAPTERS } from '../../../../src/providers/adapters/adapters.js';
import {
  type StandInServer,
  serveStandIn,
} from '../../../../src/providers/adapters/remote/stand-in-server.js';
import { folderOfFile } from '../../../temporary-folder.js';
import { madeUpIo } from '../../framework/made-up-io.js';

const KEY = 'right-key-0123456789abcdef';
const WRONG_KEY = 'wrong-key-0123456789abcdef';
const KINDS = [...ADAPTERS, ...TEXT_ADAPTERS].filter(({ makeStandIn }) => makeStandIn !== undefined);
const folder = folderOfFile('providers-test');
const standIns = new Map<string, StandInServer>();
const elsewhere = createServer((_, response) => response.writeHead(404).end('<html>Not here</html>'));
let elsewhereUrl = '';

beforeAll(async () => {
  writeFileSync(join(folder, 'clip.json'), '{"1":{"class_type":"A","inputs":{"text":"{{prompt}}"}}}');
  for (const { kind, makeStandIn } of KINDS) {
    if (makeStandIn === undefined) continue;
    const parts = { key: KEY, nowMs: () => 0, pendingMs: 1, runningMs: 1, clip: () => new Uint8Array(1) };
    standIns.set(kind, await serveStandIn(makeStandIn, parts));
  }
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  elsewhereUrl = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
});

afterAll(async () => {
  for (const server of standIns.values()) await server.close();
  elsewhere.close();
});

/** Tests one provider of a kind. */
async function tested(kind: string, url: string, key = KEY) {
  const file = join(folder, 'tollgate.yaml');
  const workflow = kind === 'comfyui' ? ', workflow: clip.json' : '';
  writeFileSync(file, `providers: { mine: { kind: ${kind}, url: "${url}", key-env: THE_KEY${workflow} } }`);
  const io = madeUpIo({ environment: { THE_KEY: key } });
  const status = await runProgram(['providers', 'test', '--config', file], SECTIONS, io);
  expect(io.said.out + io.said.err).not.toContain(key);
  return { status, line: io.said.out };
}

const kinds = KINDS.map(({ kind }) => kind);

it.each(kinds)('a provider of kind %s with the right key is found usable', async (kind) => {
  const { status, line } = await tested(kind, standIns.get(kind)?.url ?? '');
  expect(line).toMatch(`mine (${kind}): ok, `);
  expect(status).toBe(0);
  expect(standIns.get(kind)?.standIn.begun.size).toBe(0);
});

it.each(kinds)('a wrong key of kind %s is named as what to mend', async (kind) => {
  const { status, line } = await tested(kind, standIns.get(kind)?.url ?? '', WRONG_KEY);
  expect(line).toContain(
    'FAILED, it refuses the key (401): put the right one where key-env or key-file says',
  );
  expect(status).toBe(1);
});

it.each(kinds)('a URL of kind %s that leads elsewhere is named as what to mend', async (kind) => {
  const { status, line } = await tested(kind, elsewhereUrl);
  expect(line).toContain('FAILED, it answers 404, and not as this kind of service does: mend the url');
  expect(status).toBe(1);
});

it('a URL at which nobody listens, or whose host has no address, is told from a wrong key', async () => {
  const { port } = elsewhere.address() as AddressInfo;
  await new Promise((resolve) => elsewhere.close(resolve));
  const dead = await tested('luma', `http://127.0.0.1:${port}`);
  expect(dead.line).toContain('could not be reached (ECONNREFUSED): mend the url, or the network');
  expect(dead.status).toBe(1);
});

it('a provider that is not configured is one line, and the exit status 2', async () => {
  const io = madeUpIo();
  expect(await runProgram(['providers', 'test', 'fal'], SECTIONS, io)).toBe(2);
  expect(io.said.err).toContain('there is no provider fal: the configuration has simulated');
});

it('the simulated provider needs no test', async () => {
  const io = madeUpIo();
  expect(await runProgram(['providers', 'test'], SECTIONS, io)).toBe(0);
  expect(io.said.out).toBe('simulated (simulated): ok, it is part of the node\n');
});

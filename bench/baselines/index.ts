/** Everything that Tollgate is compared with, ready to be started. */
import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { messageOf } from '../../src/errors/error-text.js';
import type { RawAnswer } from '../load/raw-answer.js';
import { isInstalled } from '../machine/pinning.js';
import { freePort, type ServerProcess, startServer } from '../servers/server-process.js';
import { loadPackage, packageVersions } from './assignment.js';
import { haproxyConfig } from './haproxy.js';
import { nginxConfig } from './nginx.js';

export interface Baseline {
  readonly name: string;
  /** `nginx 1.22.1`; nothing if it is part of Tollgate itself. */
  version(): string | undefined;
  /** Why it cannot be measured here; nothing if it can. */
  missing(): string | undefined;
  /** @param folder an empty one of its own */
  start(answer: RawAnswer, limit: number, folder: string): Promise<ServerProcess>;
}

/** uWebSockets.js that answers the same bytes and limits nothing. */
export const BARE_CALLS = bare('bare uWebSockets.js, a call a header', 'calls');
export const BARE_BLOCK = bare('bare uWebSockets.js, headers as one string', 'block');

export const HAPROXY: Baseline = {
  name: 'HAProxy, stick table',
  version: () => versionOf('haproxy'),
  missing: () => notInstalled('haproxy'),
  async start(answer, limit, folder) {
    const port = await freePort();
    const file = join(folder, 'haproxy.cfg');
    await writeFile(file, haproxyConfig(answer, limit, port));
    return startServer({ name: this.name, command: 'haproxy', args: ['-q', '-db', '-f', file], port });
  },
};

export const NGINX: Baseline = {
  name: 'nginx, limit_req',
  version: () => versionOf('nginx'),
  missing: () => notInstalled('nginx'),
  async start(answer, limit, folder) {
    const port = await freePort();
    const file = join(folder, 'nginx.conf');
    await writeFile(file, nginxConfig(answer, limit, port, folder));
    const args = ['-c', file, '-e', join(folder, 'start.log')];
    return startServer({ name: this.name, command: 'nginx', args, port });
  },
};

export const FASTIFY = forNode('fastify + @fastify/rate-limit', 'fastify', [
  'fastify',
  '@fastify/rate-limit',
]);

/** All that limit, each by `Authorization` header. */
export const LIMITING: readonly Baseline[] = [
  HAPROXY,
  NGINX,
  FASTIFY,
  forNode('express + express-rate-limit', 'express', ['express', 'express-rate-limit']),
  forNode('hono + hono-rate-limiter', 'hono', ['hono', 'hono-rate-limiter', '@hono/node-server']),
  forNode('node:http + rate-limiter-flexible', 'node-http', ['rate-limiter-flexible']),
];

function bare(name: string, style: string): Baseline {
  return {
    name,
    version: () => undefined,
    missing: () => undefined,
    start: (answer, _, folder) => startNode(name, 'bare-uws', answer, [style], folder),
  };
}

function forNode(name: string, module: string, packages: readonly string[]): Baseline {
  return {
    name,
    version: () => packages.map((each) => `${each} ${packageVersions[each]}`).join(', '),
    missing: () => packages.map(notLoading).find((reason) => reason !== undefined),
    start: (answer, limit, folder) => startNode(name, module, answer, [String(limit)], folder),
  };
}

async function startNode(
  name: string,
  module: string,
  answer: RawAnswer,
  args: readonly string[],
  folder: string,
): Promise<ServerProcess> {
  const file = join(folder, 'answer.json');
  await writeFile(file, JSON.stringify(answer));
  const script = fileURLToPath(new URL(`./${module}.js`, import.meta.url));
  return startServer({
    name,
    command: process.execPath,
    args: [script, file, ...args],
    env: { ...process.env, NODE_ENV: 'production' },
  });
}

function notLoading(name: string): string | undefined {
  try {
    loadPackage(name);
    return undefined;
  } catch (error) {
    const [line] = messageOf(error).split('\n');
    return `${name} does not load: ${line}`;
  }
}

/** Of a server that tells its version when called with `-v`. */
function versionOf(command: string): string {
  const { stdout, stderr } = spawnSync(command, ['-v'], { encoding: 'utf8' });
  return `${command} ${/\d+(?:\.\d+)+/.exec(stdout + stderr)?.[0] ?? 'of an unknown version'}`;
}

function notInstalled(command: string): string | undefined {
  return isInstalled(command, '-v') ? undefined : `${command} is not installed`;
}

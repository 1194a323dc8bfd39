/** Tollgate itself as a measured server, and what a client of it does to prepare a run. */
import { fileURLToPath } from 'node:url';
import { type ServerProcess, startServer } from './server-process.js';

const MAIN = fileURLToPath(new URL('../../program/main.js', import.meta.url));
const OPERATOR_KEY = 'operator-key-of-the-bench-0123456789abcdef';

/** For processes that make the operator's key from it. */
export const OPERATOR_ENVIRONMENT = { TOLLGATE_MANAGEMENT_KEY: OPERATOR_KEY };

/** The highest limit a key may have. */
export const HIGHEST_RPM = 1_000_000;

export interface TollgateOptions {
  readonly data: string;
  /** Command-line options besides port and data folder. */
  readonly args?: readonly string[];
  /** True to run on any core, and not on that of the servers. */
  readonly isUnpinned?: boolean;
}

/** As it comes: with an embedded database, the simulated provider and its log on standard error. */
export function startTollgate({
  data,
  args = [],
  isUnpinned = false,
}: TollgateOptions): Promise<ServerProcess> {
  return startServer({
    name: 'Tollgate',
    command: process.execPath,
    args: [MAIN, 'serve', '--port', '0', '--data', data, ...args],
    env: { ...process.env, ...OPERATOR_ENVIRONMENT },
    isUnpinned,
  });
}

export interface KeyOptions {
  readonly rateLimitRpm: number;
  /** Credit, in DA. */
  readonly credits: number;
}

/** Plain texts of new API keys. */
export async function createKeys(
  server: ServerProcess,
  count: number,
  { rateLimitRpm, credits }: KeyOptions,
): Promise<readonly string[]> {
  const keys: string[] = [];
  while (keys.length < count) {
    const answer = await ask(server, 'POST', '/api/keys', OPERATOR_KEY, {
      rate_limit_rpm: rateLimitRpm,
      credits,
    });
    keys.push((answer as { key: string }).key);
  }
  return keys;
}

/** The id of a new job. */
export async function submitJob(server: ServerProcess, key: string, model: string): Promise<string> {
  const job = await ask(server, 'POST', '/v1/videos', key, {
    model,
    prompt: 'a lighthouse in the rain',
    seconds: 1,
  });
  return (job as { id: string }).id;
}

export async function statusOf(server: ServerProcess, key: string, id: string): Promise<string> {
  return ((await ask(server, 'GET', `/v1/videos/${id}`, key)) as { status: string }).status;
}

/** As the operator. Throws if the answer is not 2xx. */
export function askAsOperator(
  server: ServerProcess,
  method: string,
  path: string,
  body?: object,
): Promise<unknown> {
  return ask(server, method, path, OPERATOR_KEY, body);
}

/** The body of a 2xx answer. Throws for others. */
async function ask(
  { port }: ServerProcess,
  method: string,
  path: string,
  key: string,
  body?: object,
): Promise<unknown> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

/**
 * `npm run bench`: the read path against bare uWebSockets.js that answers the same bytes.
 *
 * All servers run at once; the load visits them in turn, round after round, so that what else the machine does
 * meets all of them. Figures are medians over the rounds, with the least and the greatest; what counts are the
 * ratios. Options: --rounds N (default 7), --seconds N a round (default 3), --json.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { applyLoad, hasWrk, type LoadResult, pinnedTo } from './load.js';

/** A key admits at most 1,000,000 requests a minute; this many of them admit more than a core can send. */
const KEYS = 64;
const CONNECTIONS = 64;
const OPERATOR_KEY = 'operator-key-of-the-bench-0123456789abcdef';

interface Server {
  readonly name: string;
  readonly port: number;
  readonly child: ChildProcess;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '7' },
      seconds: { type: 'string', default: '3' },
      json: { type: 'boolean', default: false },
    },
  });
  if (!hasWrk()) {
    process.stderr.write('The bench needs wrk (on Debian: apt-get install wrk).\n');
    process.exitCode = 1;
    return;
  }
  const folder = await mkdtemp(join(tmpdir(), 'tollgate-bench-'));
  const servers: Server[] = [];
  try {
    const tollgate = await startTollgate(join(folder, 'data'));
    servers.push(tollgate);
    const keys = await createKeys(tollgate);
    const files = { keys: join(folder, 'keys'), paths: join(folder, 'paths') };
    await writeFile(files.keys, keys.join('\n'));
    await writeFile(files.paths, '/v1/credits\n');
    const answer = join(folder, 'answer.json');
    await writeFile(answer, JSON.stringify(await recordAnswer(tollgate, keys[0] ?? '')));
    servers.push(await startBare('bare uWebSockets.js, a call a header', answer, 'plain'));
    servers.push(await startBare('bare uWebSockets.js, headers as one string', answer, 'block'));

    const results = new Map<string, LoadResult[]>(servers.map(({ name }) => [name, []]));
    for (let round = 0; round < Number(values.rounds); round++) {
      for (const { name, port, child } of servers) {
        const load = {
          port,
          pid: child.pid ?? 0,
          connections: CONNECTIONS,
          seconds: Number(values.seconds),
          ...files,
        };
        results.get(name)?.push(await applyLoad(load));
      }
    }
    print(results, values.json);
  } finally {
    for (const { child } of servers) child.kill('SIGTERM');
    await rm(folder, { recursive: true, force: true });
  }
}

function startTollgate(data: string): Promise<Server> {
  const main = fileURLToPath(new URL('../src/main.js', import.meta.url));
  const env = { ...process.env, TOLLGATE_MANAGEMENT_KEY: OPERATOR_KEY };
  return startServer('Tollgate, GET /v1/credits', [main, 'serve', '--port', '0', '--data', data], env);
}

function startBare(name: string, answer: string, style: string): Promise<Server> {
  const main = fileURLToPath(new URL('./bare-server.js', import.meta.url));
  return startServer(name, [main, answer, style], process.env);
}

function startServer(name: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<Server> {
  return new Promise((resolve, reject) => {
    const [command, all] = pinnedTo(0, process.execPath, args);
    const child = spawn(command, all, { env, stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const port = /listening (?:on http:\/\/\S+:)?(\d+)$/m.exec(output)?.[1];
      if (port !== undefined) resolve({ name, port: Number(port), child });
    });
    child.on('exit', (code) => reject(new Error(`${name} ended with ${code}`)));
  });
}

async function createKeys({ port }: Server): Promise<string[]> {
  const keys: string[] = [];
  for (let made = 0; made < KEYS; made++) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/keys`, {
      method: 'POST',
      headers: { authorization: `Bearer ${OPERATOR_KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify({ rate_limit_rpm: 1_000_000, credits: 10 }),
    });
    keys.push(((await answer.json()) as { key: string }).key);
  }
  return keys;
}

/** The answer whose bytes the baselines repeat: the headers that Tollgate itself writes, and the body. */
async function recordAnswer({ port }: Server, key: string) {
  const answer = await fetch(`http://127.0.0.1:${port}/v1/credits`, {
    headers: { authorization: `Bearer ${key}` },
  });
  const bySerializer = new Set(['date', 'uwebsockets', 'content-length', 'connection', 'keep-alive']);
  const headers = [...answer.headers].filter(([name]) => !bySerializer.has(name));
  return { status: `${answer.status} OK`, headers, body: await answer.text() };
}

function print(results: ReadonlyMap<string, readonly LoadResult[]>, asJson: boolean): void {
  const rows = [...results].map(([name, all]) => ({
    name,
    requestsPerSecond: spread(all.map((one) => one.requestsPerSecond)),
    cpuUsPerRequest: spread(all.map((one) => one.cpuUsPerRequest)),
    p99Us: spread(all.map((one) => one.p99Us)),
    refused: all.reduce((sum, one) => sum + one.refused, 0),
  }));
  const [ours, ...baselines] = rows;
  if (ours === undefined) return;
  const ratios = baselines.map((baseline) => ({
    against: baseline.name,
    requestsPerSecond: ours.requestsPerSecond.median / baseline.requestsPerSecond.median,
    cpuPerRequest: ours.cpuUsPerRequest.median / baseline.cpuUsPerRequest.median,
  }));
  if (asJson) {
    process.stdout.write(`${JSON.stringify({ rows, ratios }, undefined, 2)}\n`);
    return;
  }
  const lines = rows.map(
    (row) =>
      `${row.name.padEnd(44)} ${shown(row.requestsPerSecond, 0)} req/s   ${shown(row.cpuUsPerRequest, 2)} µs CPU/req   p99 ${shown(row.p99Us, 0)} µs   refused ${row.refused}`,
  );
  const comparisons = ratios.map(
    ({ against, requestsPerSecond, cpuPerRequest }) =>
      `against ${against.padEnd(44)} ${requestsPerSecond.toFixed(2)} × the requests per second, ${cpuPerRequest.toFixed(2)} × the CPU per request`,
  );
  process.stdout.write(`${[...lines, '', ...comparisons].join('\n')}\n`);
}

interface Spread {
  readonly median: number;
  readonly least: number;
  readonly greatest: number;
}

function spread(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  return {
    median: sorted[sorted.length >> 1] ?? 0,
    least: sorted[0] ?? 0,
    greatest: sorted[sorted.length - 1] ?? 0,
  };
}

function shown({ median, least, greatest }: Spread, digits: number): string {
  return `${median.toFixed(digits)} (${least.toFixed(digits)} to ${greatest.toFixed(digits)})`;
}

await main();

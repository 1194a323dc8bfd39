/**
 * Runs the real process, as built, and talks to it over real HTTP.
 *
 * `TOLLGATE_TEST_PROGRAM` names an executable to test in its place, such as the one that `npm run package`
 * makes. That one gets an empty folder to run in, and an environment that is empty but for what a test sets.
 *
 * Every node gets a fresh data folder and a free port; `stop` and `kill` end exactly the process that was
 * started here. Tests know the service through HTTP alone.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Agent, request } from 'undici';
import {
  type Answer,
  type CallOptions,
  OPERATOR_KEY,
  PATIENCE_MS,
  type RawRequest,
  TollgateClient,
} from './client.js';
import { rawCall } from './raw-http.js';

export const MAIN = fileURLToPath(new URL('../../../dist/program/main.js', import.meta.url));
const PROGRAM = process.env.TOLLGATE_TEST_PROGRAM || undefined;

export { type Answer, type CallOptions, OPERATOR_KEY };

export interface StartOptions {
  /** Folder to use; a fresh one by default. */
  readonly data?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** A free one by default. */
  readonly port?: number;
  /** The executable to start; by default the one that is tested. */
  readonly program?: string | undefined;
}

interface Launch {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string | undefined;
}

async function launch(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  program = PROGRAM,
): Promise<Launch> {
  const set = { TOLLGATE_MANAGEMENT_KEY: OPERATOR_KEY, ...env };
  return program === undefined
    ? { file: process.execPath, args: [MAIN, ...args], env: { ...process.env, ...set }, cwd: undefined }
    : { file: program, args, env: set, cwd: await freshFolder() };
}

export class TollgateProcess extends TollgateClient {
  readonly data: string;
  readonly child: ChildProcess;
  port = 0;
  stdout = '';
  stderr = '';
  readonly exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  readonly #agents = new Map<string, Agent>();

  constructor(data: string, child: ChildProcess) {
    super();
    this.data = data;
    this.child = child;
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.stdout += text;
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text;
    });
    this.exited = new Promise((resolve) => {
      child.on('exit', (code, signal) => resolve({ code, signal }));
    });
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get pid(): number {
    const { pid } = this.child;
    if (pid === undefined) throw new Error('the process did not start');
    return pid;
  }

  async call(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
    const headers: Record<string, string> = { ...options.headers };
    if (options.key !== undefined) headers.authorization = `Bearer ${options.key}`;
    if (options.json !== undefined) headers['content-type'] ??= 'application/json';
    const answer = await request(path.startsWith('http') ? path : this.url + path, {
      method: method as 'GET',
      headers,
      body: options.json === undefined ? (options.body ?? null) : JSON.stringify(options.json),
      dispatcher: this.#agentFrom(options.from),
    });
    const text = await answer.body.text();
    const isJson = String(answer.headers['content-type']).startsWith('application/json');
    return {
      status: answer.statusCode,
      headers: answer.headers as Record<string, string>,
      text,
      json: isJson && text !== '' ? JSON.parse(text) : undefined,
    };
  }

  ask(request: RawRequest): Promise<Answer | undefined> {
    return rawCall(this.port, request);
  }

  pause(ms: number): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, ms));
  }

  /** Sends raw bytes and returns all that comes back until the other side closes or falls silent. */
  raw(bytes: string | Uint8Array, quietAfterMs = 1_000): Promise<string> {
    return this.#exchange(bytes, quietAfterMs, () => false);
  }

  /** Sends raw bytes and returns all that comes back until it matches, or the other side closes. */
  rawUntil(pattern: RegExp, bytes: string): Promise<string> {
    return this.#exchange(bytes, PATIENCE_MS, (received) => pattern.test(received));
  }

  #exchange(bytes: string | Uint8Array, quietAfterMs: number, isEnough: (received: string) => boolean) {
    return new Promise<string>((resolve) => {
      let received = '';
      const socket = connect(this.port, '127.0.0.1', () => socket.write(bytes));
      socket.setEncoding('latin1');
      socket.setTimeout(quietAfterMs, () => socket.destroy());
      socket.on('data', (text) => {
        received += text;
        if (isEnough(received)) socket.destroy();
      });
      socket.on('error', () => {});
      socket.on('close', () => resolve(received));
    });
  }

  /** Has it read its configuration again; resolves with what the log says of that. */
  async reload(): Promise<{ readonly msg: string; readonly [field: string]: unknown }> {
    const from = this.stderr.length;
    this.child.kill('SIGHUP');
    const until = performance.now() + PATIENCE_MS;
    for (;;) {
      const entries = this.stderr.slice(from).split('\n').slice(0, -1);
      const entry = entries.find((line) => / was (not )?reloaded/.test(line));
      if (entry !== undefined) return JSON.parse(entry);
      if (performance.now() > until) throw new Error(`nothing was reloaded: ${this.stderr}`);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  }

  /** Asks it to stop and waits for its end. */
  async stop(): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
    for (const agent of this.#agents.values()) void agent.close();
    this.child.kill('SIGTERM');
    return await this.exited;
  }

  /** Ends it at once, as a power cut would end its process. */
  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.exited;
    await Promise.all([...this.#agents.values()].map((agent) => agent.destroy()));
  }

  #agentFrom(localAddress: string | undefined): Agent {
    const known = this.#agents.get(localAddress ?? '');
    if (known !== undefined) return known;
    const agent = new Agent({
      connections: 64,
      pipelining: 1,
      headersTimeout: 30_000,
      bodyTimeout: 30_000,
      ...(localAddress === undefined ? {} : { localAddress }),
    });
    this.#agents.set(localAddress ?? '', agent);
    return agent;
  }
}

const folders: string[] = [];
const running = new Set<TollgateProcess>();

export async function freshFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tollgate-test-'));
  folders.push(folder);
  return folder;
}

/**
 * A free port below those that the kernel gives to clients: while nobody listens, a client that tries again
 * may be given the very port it asks for, and then holds it.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}

/** Starts the built product and waits until it says that it listens. */
export async function startTollgate(options: StartOptions = {}): Promise<TollgateProcess> {
  const node = await spawnTollgate(options);
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    const match = /^tollgate listening on https?:\/\/\S+:(\d+)$/m.exec(node.stdout);
    if (match !== null) {
      node.port = Number(match[1]);
      return node;
    }
    if (node.child.exitCode !== null || performance.now() > until) {
      throw new Error(`tollgate did not start: ${node.stdout}\n${node.stderr}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/**
 * On a machine that is slow, or busy with others, requests wait longer for their turn than a node allows by
 * default, and are rightly refused with 503.
 */
const WITHOUT_HURRY = { TOLLGATE_QUEUE_DELAY_MAX_MS: '60000' };

/** Starts the built product without waiting for anything. */
export async function spawnTollgate(options: StartOptions = {}): Promise<TollgateProcess> {
  const data = options.data ?? (await freshFolder());
  const { file, args, env, cwd } = await launch(
    ['serve', '--port', String(options.port ?? 0), '--data', data, ...(options.args ?? [])],
    { ...WITHOUT_HURRY, ...options.env },
    options.program,
  );
  const child = spawn(file, args, { env, cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  const node = new TollgateProcess(data, child);
  running.add(node);
  void node.exited.then(() => running.delete(node));
  return node;
}

/** Runs the built product with exactly these arguments until it ends; ends it after a minute, or as told. */
export async function runTollgate(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  timeout = PATIENCE_MS,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const started = await launch(args, env);
  const child = spawn(started.file, started.args, {
    env: started.env,
    cwd: started.cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout,
    killSignal: 'SIGKILL',
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, stdout, stderr };
}

/** Ends whatever the test left running and removes its folders. To be called after each file's tests. */
export async function cleanUp(): Promise<void> {
  await Promise.all([...running].map((node) => node.kill()));
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
}

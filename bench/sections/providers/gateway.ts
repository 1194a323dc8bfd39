/**
 * The gateway of a run: one data folder and one port, through kills and restarts, and the requests of its
 * clients, which go on through both.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Pool } from 'undici';
import { cpuSeconds } from '../../machine/cpu-time.js';
import { residentBytes } from '../../servers/probed-tollgate.js';
import { freePort, type StartedServer, startServer } from '../../servers/server-process.js';
import { OPERATOR_ENVIRONMENT } from '../../servers/tollgate-server.js';
import { FILES } from './planned-providers.js';

const CONNECTIONS = 128;
const ANSWER_LIMIT_MS = 30_000;

export interface Answer {
  readonly status: number;
  readonly retryAfterMs: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers of every kind
  readonly body: any;
}

/** When a kill was sent, and when the gateway listened again, by the wall clock. */
export interface Kill {
  readonly atMs: number;
  readonly listensAtMs: number;
}

export interface GatewayUse {
  readonly cpuSeconds: number;
  readonly residentBytesMax: number;
  readonly descriptorsMax: number;
}

export class Gateway {
  readonly kills: Kill[] = [];
  readonly #start: () => Promise<StartedServer>;
  readonly #main: string;
  readonly #data: string;
  readonly #pool: Pool;
  /** Undefined while there is none. */
  #server: StartedServer | undefined;
  #use: GatewayUse = { cpuSeconds: 0, residentBytesMax: 0, descriptorsMax: 0 };
  /** Of the processes before. */
  #cpuSecondsBefore = 0;

  private constructor(
    main: string,
    data: string,
    port: number,
    start: () => Promise<StartedServer>,
    server: StartedServer,
  ) {
    this.#main = main;
    this.#data = data;
    this.#start = start;
    this.#server = server;
    this.#pool = new Pool(`http://127.0.0.1:${port}`, {
      connections: CONNECTIONS,
      headersTimeout: ANSWER_LIMIT_MS,
      bodyTimeout: ANSWER_LIMIT_MS,
    });
  }

  /** @param configuration as the file has it; JSON is YAML */
  static async start(
    main: string,
    folder: string,
    configuration: object,
    env: NodeJS.ProcessEnv,
  ): Promise<Gateway> {
    const [data, file] = [join(folder, 'data'), join(folder, 'tollgate.yaml')];
    await writeFile(file, JSON.stringify(configuration));
    for (const [name, content] of Object.entries(FILES)) {
      await writeFile(join(folder, name), JSON.stringify(content));
    }
    const port = await freePort();
    const args = [main, 'serve', '--port', String(port), '--data', data, '--config', file];
    const start = () =>
      startServer({
        name: 'Tollgate',
        command: process.execPath,
        args,
        env: { ...process.env, ...OPERATOR_ENVIRONMENT, ...env },
        isUnpinned: true,
      });
    return new Gateway(main, data, port, start, await start());
  }

  async kill(): Promise<void> {
    this.look();
    this.#cpuSecondsBefore = this.#use.cpuSeconds;
    const atMs = Date.now();
    const server = this.#server;
    this.#server = undefined;
    await server?.kill();
    this.#server = await this.#start();
    this.kills.push({ atMs, listensAtMs: Date.now() });
  }

  /** Undefined if the connection broke: whether the request was carried out is not known. */
  async ask(method: 'GET' | 'POST', path: string, key: string, body?: object): Promise<Answer | undefined> {
    return this.send(method, path, { authorization: `Bearer ${key}` }, body);
  }

  async send(
    method: 'GET' | 'POST',
    path: string,
    headers: Readonly<Record<string, string>>,
    body?: object,
  ): Promise<Answer | undefined> {
    try {
      const answer = await this.#pool.request({
        method,
        path,
        headers: { ...headers, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await answer.body.text();
      return {
        status: answer.statusCode,
        retryAfterMs: Number(answer.headers['retry-after-ms'] ?? 0),
        body: text.startsWith('{') ? JSON.parse(text) : text,
      };
    } catch {
      return undefined;
    }
  }

  /** Notes what the process takes now. */
  look(): void {
    if (this.#server === undefined) return;
    const { pid } = this.#server;
    this.#use = {
      cpuSeconds: this.#cpuSecondsBefore + cpuSeconds(pid),
      residentBytesMax: Math.max(this.#use.residentBytesMax, residentBytes(pid).anonymous),
      descriptorsMax: Math.max(this.#use.descriptorsMax, readdirSync(`/proc/${pid}/fd`).length),
    };
  }

  get use(): GatewayUse {
    return this.#use;
  }

  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server === undefined) return;
    await this.#pool.close();
    await server.stop();
  }

  /** What `tollgate verify` says of the data folder of the stopped gateway; undefined if all is well. */
  async discrepancies(): Promise<string | undefined> {
    const child = spawn(process.execPath, [this.#main, 'verify', '--data', this.#data], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    const read = (text: string) => {
      said += text;
    };
    child.stdout.setEncoding('utf8').on('data', read);
    child.stderr.setEncoding('utf8').on('data', read);
    const [status] = await once(child, 'close');
    return status === 0 ? undefined : said.trim().slice(-1_000);
  }
}

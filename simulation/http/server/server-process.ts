/**
 * The real server as a process of its own, on a free port of 127.0.0.1 and a fresh data folder.
 *
 * It is started from the program as built, and ended by this one.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startOf } from '../../../src/packaged/program.js';

export interface ServerSettings {
  /** The program; by default the one this module was built with. */
  readonly main?: string | undefined;
  readonly managementKey: string;
  /** Its management has a port of its own, by its arguments. */
  readonly hasManagementPort: boolean;
  readonly args: readonly string[];
}

const READY_WITHIN_MS = 20_000;
const STOP_WITHIN_MS = 20_000;
const ANSWER_WITHIN_MS = 5_000;
const SOUND_REQUEST = 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n';
const LAST_WORDS = 3_000;
const OUTPUT_MAX = 1_000_000;

export class ServerProcess {
  readonly folder: string;
  port = 0;
  /** The same one if management has none of its own. */
  managementPort = 0;
  /** Set once it has ended. */
  end: string | undefined;
  readonly #child: ChildProcess;
  #stdout = '';
  #stderr = '';
  readonly #ended: Promise<void>;

  private constructor(settings: ServerSettings) {
    this.folder = mkdtempSync(join(tmpdir(), 'tollgate-http-fuzz-'));
    const program = startOf(settings.main);
    const args = [...program.args, 'serve', '--port', '0', '--data', this.folder, ...settings.args];
    const env = { ...process.env, TOLLGATE_MANAGEMENT_KEY: settings.managementKey };
    this.#child = spawn(program.file, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.#stdout = (this.#stdout + text).slice(-OUTPUT_MAX);
    });
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-OUTPUT_MAX);
    });
    this.#ended = new Promise((resolve) => {
      this.#child.on('error', (error) => {
        this.end = error.message;
        resolve();
      });
      this.#child.on('close', (code, signal) => {
        this.end ??= signal === null ? `exit status ${code}` : `signal ${signal}`;
        resolve();
      });
    });
  }

  /** @throws Error if it does not come to listen in time */
  static async start(settings: ServerSettings): Promise<ServerProcess> {
    const server = new ServerProcess(settings);
    const until = performance.now() + READY_WITHIN_MS;
    for (;;) {
      const port = server.#portAfter('tollgate listening on');
      const managementPort = settings.hasManagementPort
        ? server.#portAfter('tollgate management listening on')
        : port;
      if (port !== undefined && managementPort !== undefined) {
        server.port = port;
        server.managementPort = managementPort;
        return server;
      }
      if (server.end !== undefined || performance.now() > until) {
        await server.stop();
        throw new Error(`the server did not start: ${server.#stdout}\n${server.#stderr}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  /** Its output, without the entries of its log below the level of an error. */
  complaints(): readonly string[] {
    return this.#stderr
      .split('\n')
      .filter((line) => line !== '' && !/^\{"level":(?:[1-4]0),.*\}$/.test(line));
  }

  /** The end of what it printed on standard error. */
  lastWords(): string {
    return this.#stderr.slice(-LAST_WORDS);
  }

  /** False once it has ended. A silent process is given time to end, for its end is known late. */
  async isUp(): Promise<boolean> {
    const answers = await new Promise<boolean>((resolve) => {
      const socket = connect(this.port, '127.0.0.1', () => socket.write(SOUND_REQUEST));
      socket.on('error', () => {}).on('close', () => resolve(false));
      socket.setTimeout(ANSWER_WITHIN_MS, () => socket.destroy());
      socket.on('data', () => {
        resolve(true);
        socket.destroy();
      });
    });
    if (answers) return true;
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, STOP_WITHIN_MS);
    });
    await Promise.race([this.#ended, tooLate]);
    clearTimeout(timer);
    return this.end === undefined;
  }

  /** In the line of its output that begins so; undefined if it is not there yet. */
  #portAfter(words: string): number | undefined {
    const port = new RegExp(`^${words} http://\\S+:(\\d+)$`, 'm').exec(this.#stdout)?.[1];
    return port === undefined ? undefined : Number(port);
  }

  /** Mebibytes in memory; undefined if the system does not tell. */
  residentMib(): number | undefined {
    const status = readOrNothing(() => readFileSync(`/proc/${this.#child.pid}/status`, 'utf8'));
    const kib = /VmRSS:\s+(\d+) kB/.exec(status ?? '')?.[1];
    return kib === undefined ? undefined : Number(kib) / 1_024;
  }

  /** Open files and sockets; undefined if the system does not tell. */
  openHandles(): number | undefined {
    return readOrNothing(() => readdirSync(`/proc/${this.#child.pid}/fd`).length);
  }

  /** Asks it to stop and waits for its end; removes its folder. @returns how it ended */
  async stop(): Promise<string> {
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), STOP_WITHIN_MS);
    if (this.end === undefined) this.#child.kill('SIGTERM');
    await this.#ended;
    clearTimeout(timer);
    rmSync(this.folder, { recursive: true, force: true });
    return this.end ?? '';
  }
}

function readOrNothing<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

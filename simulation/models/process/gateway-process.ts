/**
 * The gateway as built, as a process of its own on a free port of 127.0.0.1: one life of it, from its start
 * to its end.
 *
 * Invariants
 *  1. Whatever becomes of this process, the one it started does not outlive it.
 *  2. `ended` resolves once, when the process is gone and all that it printed has been read.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { startOf } from '../../../src/packaged/program.js';

export interface GatewayStart {
  /** The program; `undefined` for the one that was built. */
  readonly main: string | undefined;
  readonly dataFolder: string;
  readonly managementKey: string;
  /** Further options. */
  readonly args: readonly string[];
}

/** How a process ended. */
export interface GatewayEnd {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
}

const START_WITHIN_MS = 30_000;
/** Longer than the bounds that the gateway sets itself for its end. */
const STOP_WITHIN_MS = 40_000;
const OUTPUT_MAX = 100_000;
/** Of the entries of the log, those at which the gateway owns to a defect. */
const LEVEL_ERROR = 50;

export class GatewayProcess {
  readonly ended: Promise<GatewayEnd>;
  /** True from the moment on at which somebody here ended it. */
  isEnding = false;
  port = 0;
  readonly #child: ChildProcess;
  #end: GatewayEnd | undefined;
  #stdout = '';
  #stderr = '';

  private constructor({ main, dataFolder, managementKey, args }: GatewayStart) {
    const env = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !name.startsWith('TOLLGATE_')),
    );
    const program = startOf(main);
    this.#child = spawn(
      program.file,
      [...program.args, 'serve', '--port', '0', '--data', dataFolder, '--log-level', 'error', ...args],
      { env: { ...env, TOLLGATE_MANAGEMENT_KEY: managementKey }, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    const kill = () => this.#child.kill('SIGKILL');
    process.once('exit', kill);
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.#stdout = (this.#stdout + text).slice(-OUTPUT_MAX);
    });
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-OUTPUT_MAX);
    });
    this.ended = new Promise((resolve) => {
      const end = (status: number | null, signal: NodeJS.Signals | null) => {
        process.off('exit', kill);
        this.#end ??= { status, signal };
        resolve(this.#end);
      };
      this.#child.once('error', (error) => {
        this.#stderr += error.message;
        end(null, null);
      });
      this.#child.once('close', end);
    });
  }

  /** @throws Error if it does not come to listen in time */
  static async start(settings: GatewayStart): Promise<GatewayProcess> {
    const gateway = new GatewayProcess(settings);
    const until = performance.now() + START_WITHIN_MS;
    for (;;) {
      const port = /^tollgate listening on http:\/\/\S+:(\d+)$/m.exec(gateway.#stdout)?.[1];
      if (port !== undefined) {
        gateway.port = Number(port);
        return gateway;
      }
      if (gateway.#end !== undefined || performance.now() > until) {
        await gateway.kill();
        throw new Error(`the gateway did not start: ${gateway.#stdout}${gateway.#stderr}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  /** Its complaints, in its log or beside it. To be asked once it has ended. */
  complaints(): readonly string[] {
    return this.#stderr.split('\n').filter((line) => {
      const level = /^\{"level":(\d+),/.exec(line)?.[1];
      return line !== '' && (level === undefined || Number(level) >= LEVEL_ERROR);
    });
  }

  /** `kill -9`. */
  async kill(): Promise<void> {
    this.isEnding = true;
    this.#child.kill('SIGKILL');
    await this.ended;
  }

  /** SIGTERM; one that does not end then is killed. */
  async stop(): Promise<GatewayEnd> {
    this.isEnding = true;
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), STOP_WITHIN_MS);
    this.#child.kill('SIGTERM');
    const end = await this.ended;
    clearTimeout(timer);
    return end;
  }
}

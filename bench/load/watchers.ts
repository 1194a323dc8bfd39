/**
 * Those who watch a node live: in a process of their own, on the core of the load (`watchers-process.ts`).
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { pinned } from '../machine/pinning.js';
import type { ServerProcess } from '../servers/server-process.js';
import { OPERATOR_ENVIRONMENT } from '../servers/tollgate-server.js';

const PROCESS = fileURLToPath(new URL('./watchers-process.js', import.meta.url));

export class Watchers {
  /** Undefined of none. */
  readonly #process: ChildProcess | undefined;
  readonly #ended: Promise<string>;
  readonly #openedMs = performance.now();

  private constructor(process: ChildProcess | undefined, ended: Promise<string>) {
    this.#process = process;
    this.#ended = ended;
  }

  /** Resolves when each of them has its first frame. */
  static async open({ port }: ServerProcess, count: number): Promise<Watchers> {
    if (count === 0) return new Watchers(undefined, Promise.resolve('[]'));
    const child = spawn(...pinned('load', process.execPath, [PROCESS, String(port), String(count)]), {
      env: { ...process.env, ...OPERATOR_ENVIRONMENT },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    let output = '';
    const ended = once(child, 'close').then(() => output.split('\n')[1] ?? '');
    await new Promise<void>((resolve, reject) => {
      child.stdout?.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (output.includes('\n')) resolve();
      });
      child.on('close', () => reject(new Error(`${count} watchers did not come to watch`)));
    });
    return new Watchers(child, ended);
  }

  /**
   * How many frames each of them was sent after its first.
   *
   * @throws if one was sent none for more than a second of the time that it watched
   */
  async close(): Promise<readonly number[]> {
    const seconds = (performance.now() - this.#openedMs) / 1_000;
    this.#process?.stdin?.end();
    const frames = JSON.parse(await this.#ended) as number[];
    if (frames.some((count) => count < Math.floor(seconds) - 1))
      throw new Error(`watchers were sent ${frames} frames`);
    return frames;
  }
}

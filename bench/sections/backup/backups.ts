/** Backups of a data folder, made by `tollgate backup` while the load goes on. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../../program/main.js', import.meta.url));
/** Copied right after the database. */
const SECRET_FILE = 'secret';
const LOOKED_AT_EVERY_MS = 20;

/**
 * Makes one backup after the other between `begin` and `end`, and keeps the last one that was made whole.
 * Each is a session of its own, as what cron, a timer or another terminal starts: if the kernel shares cores
 * out by session, the priority of a backup counts for nothing against a node in another.
 */
export class Backups {
  readonly #data: string;
  readonly #target: string;
  #made = 0;
  #isWanted = false;
  #underWay: Promise<void> = Promise.resolve();
  #child: ChildProcess | undefined;
  #partial = '';
  #goesOn = Promise.resolve();
  #goOn = () => {};
  #last: string | undefined;

  constructor(data: string, target: string) {
    this.#data = data;
    this.#target = target;
    process.once('exit', () => this.#signal('SIGKILL'));
  }

  get made(): number {
    return this.#made;
  }

  get last(): string {
    if (this.#last === undefined) throw new Error('no backup was made');
    return this.#last;
  }

  begin(): void {
    this.#isWanted = true;
    this.#underWay = this.#make();
    this.#underWay.catch(() => {});
  }

  /** Resolves when the backup under way is made. */
  async end(): Promise<void> {
    this.#isWanted = false;
    await this.#underWay;
  }

  /**
   * Stops the one under way, once it has copied the data folder: for as long as it reads that, the node
   * cannot use freed pages again.
   */
  async hold(): Promise<void> {
    this.#goesOn = new Promise((resolve) => {
      this.#goOn = resolve;
    });
    while (this.#child !== undefined && !existsSync(join(this.#partial, SECRET_FILE)))
      await delay(LOOKED_AT_EVERY_MS);
    this.#signal('SIGSTOP');
  }

  goOn(): void {
    this.#signal('SIGCONT');
    this.#goOn();
  }

  /** To the whole session: the program starts itself again for what LMDB reads. */
  #signal(signal: NodeJS.Signals): void {
    const { pid, exitCode, signalCode } = this.#child ?? {};
    if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, signal);
  }

  async #make(): Promise<void> {
    do {
      await this.#goesOn;
      const target = `${this.#target}-${this.#made}`;
      this.#partial = `${target}.partial`;
      await runCommand(['backup', target, '--data', this.#data], (child) => {
        this.#child = child;
      });
      this.#child = undefined;
      this.#made += 1;
      if (this.#last !== undefined) await rm(this.#last, { recursive: true });
      this.#last = target;
    } while (this.#isWanted);
  }
}

/** Rejects, with what it wrote, if it does not end with status 0. */
export async function runCommand(
  args: readonly string[],
  started: (child: ChildProcess) => void = () => {},
): Promise<string> {
  const child: ChildProcess = spawn(process.execPath, [MAIN, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  started(child);
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const [code, signal] = await once(child, 'close');
  if (code !== 0) throw new Error(`tollgate ${args[0]} ended with ${signal ?? code}: ${output.trim()}`);
  return output;
}

/**
 * Plays one history in real time against the gateway as a process, over HTTP, on LMDB: the setup, the steps,
 * then peace until every job is done, then a reading of everything. All that is seen on the way goes to the
 * onlooker; nothing is checked here but that the process ends when it is told to, and not before.
 *
 * Invariants
 *  1. An observation bears the time at which it was made; what it tells of happened before.
 *  2. Of a process that ended, every request has ended before that is observed, and before the next one
 *     starts.
 *  3. Ends and starts of the process happen one after the other, whatever steps ask for.
 *
 * Faults of disk and providers, and steps of clocks, cannot be had here: such steps do nothing.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { errorOf, messageOf } from '../../../src/errors/error-text.js';
import type { ClientCall } from '../../history/client-call.js';
import type { CrashStep, NodeHistory, NodeStep } from '../../history/node-history.js';
import type { Observation } from '../../history/observation.js';
import { Random } from '../../world/random.js';
import { closingCalls, openingCalls } from '../node/clients/frame-calls.js';
import type { NodeWatch } from '../node/node-run.js';
import type { Seen } from '../node/process-environment.js';
import { BackupTrial } from './backup-trial.js';
import { readDisk } from './disk-copy.js';
import { argumentsOf } from './gateway-arguments.js';
import { GatewayProcess } from './gateway-process.js';
import { RealClients, type RequestEnd } from './real-clients.js';

const MANAGEMENT_KEY = 'the-management-key-of-a-gateway-under-test';
/** How long jobs may take once there are no faults. */
const SETTLE_WITHIN_MS = 30_000;
const SETTLE_LOOK_MS = 200;
/** The occasions to which a crash may be bound are about so far apart. */
const OCCASION_MS = 20;
/** The gateway's folder is for its own user alone. */
const PRIVATE = 0o700;

const MADE_JOB = /"id":"(video_\w+)"/;

/** The process did what no history asked for. */
export class ProcessFailed extends Error {}

export class ProcessRun {
  readonly #history: NodeHistory;
  readonly #watch: NodeWatch;
  readonly #main: string | undefined;
  readonly #random: Random;
  readonly #folder = mkdtempSync(join(tmpdir(), 'tollgate-process-'));
  /** The gateway makes it. */
  readonly #data = join(this.#folder, 'data');
  readonly #beganAt = performance.now();
  readonly #errands = new Set<Promise<void>>();
  readonly #clients = new RealClients(MANAGEMENT_KEY, {
    see: (seen) => this.#see(seen),
    gateway: () => this.#gateway,
    calm: () => this.#change,
    isOver: () => this.#failure !== undefined,
  });
  /** Undefined while there is none that takes requests. */
  #gateway: GatewayProcess | undefined;
  /** Never rejects. */
  #change: Promise<void> = Promise.resolve();
  #failure: Error | undefined;
  readonly #backup: BackupTrial;
  readonly #jobs: string[] = [];

  /** @param main the program to start; by default the one that was built */
  constructor(history: NodeHistory, watch: NodeWatch, main?: string) {
    this.#history = history;
    this.#watch = watch;
    this.#main = main;
    this.#random = new Random(history.seed).fork('process');
    this.#backup = new BackupTrial({
      main,
      data: this.#data,
      place: this.#folder,
      report: (about) => this.#fail(new ProcessFailed(about)),
    });
  }

  /** Ms since the run began. */
  get nowMs(): number {
    return Math.round((performance.now() - this.#beganAt) * 1000) / 1000;
  }

  /**
   * @throws ProcessFailed if the gateway did not start, or ended without being told to or otherwise than told
   */
  async run(): Promise<void> {
    try {
      await this.#play();
    } finally {
      await this.#change;
      await this.#gateway?.kill();
      this.#clients.close();
      rmSync(this.#folder, { recursive: true, force: true });
    }
  }

  async #play(): Promise<void> {
    await this.#start();
    for (const call of openingCalls(this.#history.setup)) await this.#ask(call);
    const beganAt = this.nowMs;
    const midst = this.#history.steps.length >> 1;
    for (const [nth, step] of this.#history.steps.entries()) {
      const waitMs = beganAt + step.at - this.nowMs;
      if (waitMs > 0) await pause(waitMs);
      if (nth === midst) this.#await(this.#backup.make([...this.#jobs]));
      this.#do(step);
    }
    await this.#change;
    await Promise.all(this.#errands);
    this.#see({ what: 'quiet' });
    await this.#untilSettled();
    for (const call of closingCalls(this.#history, this.#clients.known)) await this.#ask(call);
    await this.#stop();
    await readDisk(this.#data, (records) => this.#watch.disk(records, 'end'));
    await this.#backup.check();
    this.#assertAlive();
  }

  #do(step: NodeStep): void {
    this.#assertAlive();
    switch (step.do) {
      case 'request':
        this.#await(this.#clients.errand(step));
        return;
      case 'crash': {
        const delayMs = step.on === 'now' ? 0 : this.#random.fork(step.id).between(0, OCCASION_MS * step.nth);
        this.#endAndStart(step.downMs, async () => {
          await pause(delayMs);
          await this.#kill(step);
        });
        return;
      }
      case 'restart':
        this.#endAndStart(step.downMs, () => this.#stop());
        return;
      default:
        return;
    }
  }

  #await(act: Promise<void>): void {
    const errand = act
      .catch((error: unknown) => this.#fail(error))
      .finally(() => this.#errands.delete(errand));
    this.#errands.add(errand);
  }

  #endAndStart(downMs: number, end: () => Promise<void>): void {
    if (this.#gateway === undefined) return;
    this.#change = this.#change
      .then(async () => {
        await end();
        await pause(downMs);
        await this.#start();
      })
      .catch((error: unknown) => this.#fail(error));
  }

  async #start(): Promise<void> {
    this.#see({ what: 'starting', isReboot: false });
    const gateway = await GatewayProcess.start({
      main: this.#main,
      dataFolder: this.#data,
      managementKey: MANAGEMENT_KEY,
      args: argumentsOf(this.#history.setup.settings),
    }).catch((error: unknown) => {
      throw new ProcessFailed(messageOf(error));
    });
    this.#gateway = gateway;
    const mode = (statSync(this.#data, { throwIfNoEntry: false })?.mode ?? PRIVATE) & 0o777;
    if (mode !== PRIVATE) throw new ProcessFailed(`others may use the data folder: ${mode.toString(8)}`);
    this.#see({ what: 'started' });
    void gateway.ended.then(({ status, signal }) => {
      for (const about of gateway.complaints()) this.#see({ what: 'defect', about });
      if (!gateway.isEnding)
        this.#fail(new ProcessFailed(`the process ended by itself: ${signal ?? status}`));
    });
  }

  async #kill({ on, undecided }: CrashStep): Promise<void> {
    const gateway = this.#gateway;
    if (gateway === undefined) return;
    this.#gateway = undefined;
    const killedAt = this.nowMs;
    await gateway.kill();
    await this.#clients.allEnded();
    this.#see({ what: 'crashed', on, undecided, killedAt });
    await readDisk(this.#data, (records) => this.#watch.disk(records, 'restart'));
  }

  async #stop(): Promise<void> {
    const gateway = this.#gateway;
    if (gateway === undefined) return;
    this.#see({ what: 'stopping' });
    this.#gateway = undefined;
    const { status, signal } = await gateway.stop();
    await this.#clients.allEnded();
    this.#see({ what: 'stopped' });
    if (status !== 0) throw new ProcessFailed(`told to stop, the process ended with ${signal ?? status}`);
    await readDisk(this.#data, (records) => this.#watch.disk(records, 'restart'));
  }

  /** Waits until no key has a reserve: the newest entry of each ledger tells. */
  async #untilSettled(): Promise<void> {
    const until = this.nowMs + SETTLE_WITHIN_MS;
    const unsettled = new Set(this.#clients.known.keys);
    while (unsettled.size > 0 && this.nowMs < until) {
      for (const key of unsettled) {
        if (hasNoReserve(await this.#ask({ op: 'ledger', key, limit: 1 }))) unsettled.delete(key);
      }
      if (unsettled.size > 0) await pause(SETTLE_LOOK_MS);
    }
  }

  #ask(call: ClientCall): Promise<RequestEnd> {
    this.#assertAlive();
    return this.#clients.ask(call);
  }

  #fail(error: unknown): void {
    this.#failure ??= errorOf(error);
  }

  #assertAlive(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** An onlooker must not throw into the midst of a connection. */
  #see(seen: Seen): void {
    const made = seen.what === 'answered' && seen.status === 202 ? MADE_JOB.exec(seen.body) : null;
    if (made?.[1] !== undefined) this.#jobs.push(made[1]);
    try {
      this.#watch.see({ at: this.nowMs, ...seen } as Observation);
    } catch (error) {
      this.#fail(error);
    }
  }
}

function hasNoReserve(end: RequestEnd): boolean {
  if (end.how !== 'answered' || end.status !== 200) return false;
  const { data } = JSON.parse(end.body) as { data: readonly { readonly reserved_after: number }[] };
  return (data[0]?.reserved_after ?? 0) === 0;
}

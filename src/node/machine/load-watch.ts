/**
 * Watches the load and the shortages of the machine for the load shedder, and says in the log what begins and
 * ends.
 *
 * Invariants
 *  1. A tick comes every `TICK_MS`, or as soon as the event loop comes to it.
 *  2. The machine is looked at once a second; a look at the disk that hangs is not followed by another.
 *  3. Connections are let in while there is a descriptor to close one with. Without any, one that waits to be
 *     accepted would keep the event loop spinning, so then nothing is listened on. An obstacle to
 *     the Unix socket afterwards does not keep the ports shut; the socket is tried again meanwhile.
 *  4. An overload that lasts is logged when it begins and when it ends, not meanwhile.
 */
import type { ConnectionGuard } from '../../http/uws/connection-guard.js';
import type { LoadShedder } from '../../overload/load-shedder.js';
import { MemoryControl } from '../../overload/memory-control.js';
import { later, type SteadyMs } from '../../time/clock.js';
import type { CancelTimer, World } from '../../time/world.js';
import type { Log } from '../logging/log.js';
import type { DiskSpace, Machine } from './machine-readings.js';
import { SpareDescriptors } from './spare-descriptors.js';

const TICK_MS = 50;
const LOOK_EVERY_MS = 1_000;
/** The event loop stood still: worth an entry in the log. */
const STALL_MS = 1_000;
/** No more of a disk than this is kept free, however much the configuration asks for. */
const RESERVE_SHARE_MAX = 0.02;

/** The listeners of connections. */
export interface Listeners {
  stopListening(): void;
  /**
   * Throws if that cannot be; then nothing is listened on. Returns why the Unix socket is not, while the
   * ports are.
   */
  listenAgain(): Error | undefined;
}

export interface LoadWatchOptions {
  readonly world: Pick<World, 'steadyMs' | 'after'>;
  readonly shedder: LoadShedder;
  readonly machine: Machine;
  /** Free space on the disk below which no new jobs are taken, in bytes. */
  readonly diskReserveBytes: number;
  readonly onMemory: (isShort: boolean) => void;
  /** Shut while there is no file descriptor left. */
  readonly connections: ConnectionGuard;
  readonly listeners: Listeners;
  readonly log: Pick<Log, 'warn' | 'error'>;
}

export class LoadWatch {
  /** Times that the event loop was late by over a second. */
  stalls = 0;
  diskSpace: DiskSpace | undefined;
  readonly #options: LoadWatchOptions;
  readonly #memory = new MemoryControl();
  readonly #spare: SpareDescriptors;
  readonly #said = new Map<string, SteadyMs>();
  #dueAt: SteadyMs;
  #nextLookAt: SteadyMs;
  #isLookingAtDisk = false;
  #isListening = true;
  #isUnixSocketShut = false;
  #cancel: CancelTimer;

  constructor(options: LoadWatchOptions) {
    const { world, machine } = options;
    this.#options = options;
    this.#spare = new SpareDescriptors(() => machine.takeDescriptor());
    this.#dueAt = world.steadyMs();
    this.#nextLookAt = this.#dueAt;
    this.#cancel = world.after(0, () => this.#tick());
  }

  get areDescriptorsExhausted(): boolean {
    return this.#spare.isExhausted;
  }

  /**
   * False from when there is no descriptor left until there are some, and the ports are listened on again.
   */
  get isListening(): boolean {
    return this.#isListening;
  }

  stop(): void {
    this.#cancel();
    this.#spare.giveBack();
  }

  #tick(): void {
    const { world, shedder } = this.#options;
    const now = world.steadyMs();
    this.#noteLateness(now - this.#dueAt);
    this.#dueAt = later(now, TICK_MS);
    shedder.tick(now, this.#dueAt, this.#options.machine.loopBusyShare());
    if (now >= this.#nextLookAt) this.#look(now);
    const reasons = shedder.shedsFor;
    this.#say('queue', reasons.includes('queue'), 'more work than can be done in time: shedding new jobs');
    this.#cancel = world.after(TICK_MS, () => this.#tick());
  }

  #noteLateness(lateMs: number): void {
    if (lateMs < STALL_MS) return;
    this.stalls += 1;
    this.#options.log.warn({ lateMs }, 'the event loop stood still');
  }

  #look(now: SteadyMs): void {
    const { machine, shedder, onMemory } = this.#options;
    this.#nextLookAt = later(now, LOOK_EVERY_MS);
    this.#lookAtDescriptors();
    this.#memory.observe(machine.memory());
    onMemory(this.#memory.isShort);
    this.#say('memory', this.#memory.isShort, 'memory is short: shedding new jobs and long lists');
    void this.#lookAtDisk();
    const diskSpace = this.#isDiskNearlyFull;
    shedder.shortages = { memory: this.#memory.isShort, diskSpace };
    this.#say('disk_space', diskSpace, 'the disk is nearly full: taking no new jobs');
  }

  #lookAtDescriptors(): void {
    const { connections, listeners } = this.#options;
    this.#spare.look();
    connections.isShut = this.#spare.isExhausted;
    this.#say('descriptors', this.#spare.isExhausted, 'no file descriptor is left: closing new connections');
    if (this.#spare.isNoneLeft && this.#isListening) {
      listeners.stopListening();
      this.#isListening = false;
    } else if (!this.#spare.isNoneLeft && (!this.#isListening || this.#isUnixSocketShut)) {
      this.#listenAgain();
    }
    this.#say(
      'listening',
      !this.#isListening,
      'no file descriptor is left to accept a connection with: not listening',
    );
  }

  #listenAgain(): void {
    let refusal: { readonly err: unknown } | undefined;
    try {
      const err = this.#options.listeners.listenAgain();
      this.#isListening = true;
      this.#isUnixSocketShut = err !== undefined;
      this.#say('unix_socket', this.#isUnixSocketShut, 'not listening on the Unix socket', { err });
    } catch (error) {
      refusal = { err: error };
    }
    this.#say('listen_again', refusal !== undefined, 'cannot listen again yet', refusal);
  }

  async #lookAtDisk(): Promise<void> {
    if (this.#isLookingAtDisk) return;
    this.#isLookingAtDisk = true;
    this.diskSpace = await this.#options.machine.diskSpace();
    this.#isLookingAtDisk = false;
  }

  get #isDiskNearlyFull(): boolean {
    if (this.diskSpace === undefined) return false;
    const { freeBytes, totalBytes } = this.diskSpace;
    return freeBytes < Math.min(this.#options.diskReserveBytes, totalBytes * RESERVE_SHARE_MAX);
  }

  /**
   * @param what names it in the log, too
   * @param why further fields of the entry that says that it begins
   */
  #say(what: string, isSo: boolean, message: string, why: object = {}): void {
    const { log, world, shedder } = this.#options;
    const since = this.#said.get(what);
    if (isSo === (since !== undefined)) return;
    if (since === undefined) {
      this.#said.set(what, world.steadyMs());
      log.error({ overload: what, ...why }, message);
      return;
    }
    this.#said.delete(what);
    log.warn({ overload: what, lastedMs: world.steadyMs() - since, shed: shedder.counts }, 'over');
  }
}

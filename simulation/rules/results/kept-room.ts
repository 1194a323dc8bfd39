/**
 * The store of kept results has the room that its bound says: no clip makes room, and no submit is refused,
 * while a further clip would fit in.
 *
 * The node's own account may differ from the files while one is written, and longer after the disk failed.
 */
import type { NodeSetup } from '../../history/node-history.js';
import type { Observation } from '../../history/observation.js';
import { DiskTrouble } from '../facts/disk-trouble.js';
import { codeOf, type Exchange } from '../facts/requests.js';
import type { Invariant, Rule } from '../invariant.js';

interface At {
  readonly at: number;
  readonly bytes: number;
}

/** A clip that is opened is kept or dropped so soon, and one that has to make room is gone. */
const SOON_MS = 2_000;
/** The disk of kept results is looked at again so soon; an eviction that failed may come as late as that. */
const LOOK_AGAIN_MS = 5_000;
const EVICT_AGAIN_MS = 70_000;
/** A node that has just started, or is about to stop, may refuse for that. */
const CHANGING_MS = 5_000;
/** A node takes submits while a part of the bound is free, or as much as the largest clip. */
const FREE_PART = 1 / 16;

export const KEPT_ROOM: Rule = {
  name: 'kept-room',
  says: 'No clip makes room, and no submit is refused for want of room, while the store of kept results has room for a further clip.',
  watch: (setup, report) => new KeptRoom(setup, report),
};

class KeptRoom implements Invariant {
  readonly #kept: NodeSetup['settings']['kept'];
  readonly #report: (message: string) => void;
  readonly #trouble = new DiskTrouble();
  /** The bytes of the folder, and since when it has held them. */
  #held: At[] = [{ at: 0, bytes: 0 }];
  readonly #reads = new Set<number>();
  /** Files that were opened to be kept. */
  #opened: At[] = [];
  #largest = 0;
  #filesFailedAt = Number.NEGATIVE_INFINITY;
  #changedAt = Number.NEGATIVE_INFINITY;

  constructor({ settings }: NodeSetup, report: (message: string) => void) {
    this.#kept = settings.kept;
    this.#report = report;
  }

  observe(seen: Observation, exchange: Exchange | undefined): void {
    if (this.#kept === undefined) return;
    this.#trouble.observe(seen);
    switch (seen.what) {
      case 'crashed':
      case 'starting':
      case 'started':
      case 'stopping':
      case 'stopped':
        this.#changedAt = seen.at;
        return;
      case 'files_failed':
        this.#filesFailedAt = seen.at;
        return;
      case 'provider_called':
        if (seen.kind === 'read') this.#reads.add(seen.call);
        return;
      case 'provider_answered': {
        const { answer, at } = seen;
        if (!this.#reads.delete(seen.call) || answer.kind !== 'file') return;
        this.#opened = [...this.#opened.filter((one) => one.at >= at - SOON_MS), { at, bytes: answer.bytes }];
        this.#largest = Math.max(this.#largest, answer.bytes);
        return;
      }
      case 'results_changed':
        if (seen.madeRoom !== undefined) this.#madeRoom(seen.madeRoom, seen.at);
        this.#holds(seen.clipBytes + seen.partialBytes, seen.at);
        return;
      case 'answered':
        if (exchange?.sent.call.op === 'submit' && codeOf(seen) === 'storage_unavailable')
          this.#refused(exchange, seen.at);
    }
  }

  #madeRoom(jobId: string, at: number): void {
    if (at - this.#filesFailedAt <= EVICT_AGAIN_MS) return;
    const most = this.#accountedAt(at);
    if (this.#hasRoomBeside(most))
      this.#report(`${jobId} has made room, and at most ${most} bytes of ${this.#kept?.bytesMax} were taken`);
  }

  #refused({ sent }: Exchange, at: number): void {
    const isExcused =
      this.#trouble.isOnAt(sent.at) ||
      this.#trouble.isOnAt(at) ||
      at - this.#changedAt <= CHANGING_MS ||
      at - this.#filesFailedAt <= LOOK_AGAIN_MS;
    const most = this.#accountedAt(at);
    if (!isExcused && this.#hasRoomBeside(most))
      this.#report(
        `request ${sent.request} (submit) is refused, and at most ${most} bytes of ${this.#kept?.bytesMax} are taken`,
      );
  }

  /** The most that clips may have taken of late, those on their way included. */
  #accountedAt(at: number): number {
    const held = Math.max(...this.#held.filter((_, n) => this.#isOf(n, at)).map(({ bytes }) => bytes));
    const opened = this.#opened.filter((one) => one.at >= at - SOON_MS);
    return opened.reduce((sum, { bytes }) => sum + bytes, held);
  }

  /** Whether what was held from the n-th change on was held of late. */
  #isOf(n: number, at: number): boolean {
    return (this.#held[n + 1]?.at ?? at) >= at - SOON_MS;
  }

  #hasRoomBeside(bytes: number): boolean {
    const { bytesMax = 0 } = this.#kept ?? {};
    return bytes + Math.max(bytesMax * FREE_PART, this.#largest) <= bytesMax;
  }

  #holds(bytes: number, at: number): void {
    this.#held = [...this.#held.filter((_, n) => this.#isOf(n, at)), { at, bytes }];
  }
}

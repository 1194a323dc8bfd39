/**
 * The store of kept results has the room that its bound says: no clip makes room while a further one would
 * fit in, and no submit is refused while one would, or would if clips that are old enough made room, nor one
 * of which nothing would be kept.
 *
 * The node's own account may differ from the files while one is written, and longer after the disk failed. A
 * start knows of a clip's age by the wall clock.
 */
import { routesOf } from '../../history/model-routes.js';
import type { NodeSetup } from '../../history/node-history.js';
import type { Observation, ResultsChanged } from '../../history/observation.js';
import { DiskTrouble } from '../facts/disk-trouble.js';
import { ShortMachine } from '../facts/loads/short-machine.js';
import { codeOf, type Exchange, type Requests } from '../facts/requests.js';
import type { Invariant, Rule } from '../invariant.js';
import { KeptInForce } from './kept-in-force.js';

interface At {
  readonly at: number;
  readonly bytes: number;
}

/** A clip that is opened is kept or dropped so soon, and one that has to make room is gone. */
const SOON_MS = 2_000;
/** A clip is kept so soon after it was read. */
const KEPT_WITHIN_MS = 1_000;
/** The disk of kept results is looked at again so soon; an eviction that failed may come as late as that. */
const LOOK_AGAIN_MS = 5_000;
const EVICT_AGAIN_MS = 70_000;
/** A node that has just started, or is about to stop, may refuse for that. */
const CHANGING_MS = 5_000;
/** A node takes submits while a part of the bound is free, or as much as the largest clip. */
const FREE_PART = 1 / 16;

export const KEPT_ROOM: Rule = {
  name: 'kept-room',
  says: 'No clip makes room while the store of kept results has room for a further one; no submit is refused for want of room while it has, or could make some, or if nothing of it is kept.',
  watch: (setup, report, requests) => new KeptRoom(setup, report, requests),
};

class KeptRoom implements Invariant {
  readonly #kept: NodeSetup['settings']['kept'];
  readonly #setup: NodeSetup;
  readonly #inForce: KeptInForce;
  readonly #report: (message: string) => void;
  readonly #requests: Requests;
  readonly #trouble = new DiskTrouble();
  readonly #machine = new ShortMachine();
  /** The bytes of the folder, and since when it has held them. */
  #held: At[] = [{ at: 0, bytes: 0 }];
  /** Jobs of openings that have no answer, by call. */
  readonly #reads = new Map<number, string>();
  #clips: ResultsChanged['clips'] = [];
  /** When the file of each job was last read, in ms. */
  readonly #readAt = new Map<string, number>();
  #isClockStepped = false;
  /** Files that were opened to be kept. */
  #opened: At[] = [];
  #largest = 0;
  #filesFailedAt = Number.NEGATIVE_INFINITY;
  #changedAt = Number.NEGATIVE_INFINITY;

  constructor(setup: NodeSetup, report: (message: string) => void, requests: Requests) {
    this.#kept = setup.settings.kept;
    this.#setup = setup;
    this.#inForce = new KeptInForce(setup);
    this.#report = report;
    this.#requests = requests;
  }

  observe(seen: Observation, exchange: Exchange | undefined): void {
    if (this.#kept === undefined) return;
    this.#inForce.observe(seen, this.#requests.seq);
    this.#trouble.observe(seen);
    this.#machine.observe(seen);
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
        if (seen.kind === 'read') this.#reads.set(seen.call, seen.jobId);
        return;
      case 'wall_stepped':
        this.#isClockStepped = true;
        return;
      case 'provider_answered': {
        const { answer, at, call } = seen;
        const jobId = this.#reads.get(call);
        this.#reads.delete(call);
        if (jobId === undefined || answer.kind !== 'file') return;
        this.#readAt.set(jobId, at);
        this.#opened = [...this.#opened.filter((one) => one.at >= at - SOON_MS), { at, bytes: answer.bytes }];
        this.#largest = Math.max(this.#largest, answer.bytes);
        return;
      }
      case 'results_changed':
        if (seen.madeRoom !== undefined) this.#madeRoom(seen.madeRoom, seen.at);
        this.#clips = seen.clips;
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

  #refused(exchange: Exchange, at: number): void {
    const { sent } = exchange;
    const isExcused =
      this.#machine.excuses(exchange, 'storage_unavailable', at, []) ||
      this.#trouble.isOnAt(sent.at) ||
      this.#trouble.isOnAt(at) ||
      at - this.#changedAt <= CHANGING_MS ||
      at - this.#filesFailedAt <= LOOK_AGAIN_MS;
    const most = this.#accountedAt(at);
    const old = this.#isClockStepped ? 0 : this.#oldEnoughAt(sent.at);
    if (isExcused) return;
    if (!this.#mayBeKept(exchange))
      this.#report(`request ${sent.request} (submit) is refused for want of room, and nothing of it is kept`);
    else if (this.#hasRoomBeside(most - old))
      this.#report(
        `request ${sent.request} (submit) is refused, and at most ${most} bytes of ${this.#kept?.bytesMax} are taken, ${old} of them by clips old enough to make room`,
      );
  }

  #mayBeKept({ sent: { call }, seq, endSeq }: Exchange): boolean {
    const model = this.#setup.models.find(({ id }) => call.op === 'submit' && id === call.model);
    const routes = model === undefined ? [] : routesOf(model);
    return routes.some(({ provider }) => this.#inForce.of(provider, seq, endSeq) !== 'not kept');
  }

  /** The bytes of the clips that may make room. */
  #oldEnoughAt(at: number): number {
    const before = at - (this.#kept?.keptMsMin ?? 0) - KEPT_WITHIN_MS;
    const old = this.#clips.filter(({ jobId }) => (this.#readAt.get(jobId) ?? at) < before);
    return old.reduce((sum, { bytes }) => sum + bytes, 0);
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

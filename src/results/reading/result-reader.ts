/**
 * Reads the results of jobs that their providers have completed, and tries again until it is told to stop.
 *
 * Invariants
 *  1. One try at a time for each job, and a bounded number at once for each provider: one that is slow holds
 *     up its own results only.
 *  2. One report for each job. A result that no waiting mends is tried `HOPELESS_TRIES_MAX` times at most,
 *     within `HOPELESS_FOR_MS`.
 *  3. Nothing is reported of a job after `stop`, nor of any after `close`.
 */
import { messageOf } from '../../errors/error-text.js';
import { type Limits, USUAL_LIMITS } from '../../limits/limits.js';
import type { RemoteFile } from '../../outward/outward.js';
import type { ReadingReport } from '../../providers/provider-report.js';
import type { SteadyMs } from '../../time/clock.js';
import type { CancelTimer, World } from '../../time/world.js';
import { type Examined, type ResultToExamine, UnreadableError } from './examine-result.js';

/** The part of a ticket that a reader needs (`actors/jobs/effects.ts`). */
export interface ResultTicket {
  readonly jobId: string;
  readonly account: string;
  readonly provider: string;
  readonly location: string;
  /** As the provider said it; undefined if it did not. */
  readonly saidMs: number | undefined;
}

export interface ResultReaderOptions {
  readonly world: World;
  readonly open: (provider: string, location: string, signal: AbortSignal) => Promise<RemoteFile | undefined>;
  readonly examine: (result: ResultToExamine, signal: AbortSignal) => Promise<Examined>;
  readonly isKept: (provider: string) => boolean;
  readonly linkOf: (jobId: string) => string;
  readonly onReport: (jobId: string, report: ReadingReport) => void;
  readonly observer: ReadingObserver;
  /** The usual ones if left out. */
  readonly limits?: Limits;
}

/** For the log. */
export interface ReadingObserver {
  /** The provider's own figure is more than a twentieth off. */
  differs(ticket: ResultTicket, lengthMs: number): void;
  /** A try failed; the next one follows unless `isLast`. */
  failed(ticket: ResultTicket, error: unknown, isLast: boolean): void;
}

const HOPELESS_TRIES_MAX = 3;
const HOPELESS_FOR_MS = 30_000;
/** The second try after a hopeless one comes so much later, the third after twice the time. */
const HOPELESS_DELAY_MS = 4_000;
const RETRY_FIRST_MS = 1_000;
const RETRY_MAX_MS = 60_000;
const DIFFERENCE_SHARE_MAX = 0.05;

interface Reading {
  readonly ticket: ResultTicket;
  readonly controller: AbortController;
  tries: number;
  hopelessTries: number;
  hopelessSince: SteadyMs | undefined;
  cancelTimer: CancelTimer | undefined;
  /** Of the last try; undefined if none has failed. */
  trouble: string | undefined;
}

interface Lane {
  underWay: number;
  readonly waiting: Set<Reading>;
}

export class ResultReader {
  readonly metrics = { read: 0, unreadable: 0, retried: 0 };
  readonly #options: ResultReaderOptions;
  readonly #readings = new Map<string, Reading>();
  /** By provider. */
  readonly #lanes = new Map<string, Lane>();

  constructor(options: ResultReaderOptions) {
    this.#options = options;
  }

  /** Jobs whose result is being read, or waits to be. */
  get open(): number {
    return this.#readings.size;
  }

  /** Begins to read. A job whose result is being read already is not read a second time beside it. */
  read(ticket: ResultTicket): void {
    if (this.#readings.has(ticket.jobId)) return;
    const reading: Reading = {
      ticket,
      controller: new AbortController(),
      tries: 0,
      hopelessTries: 0,
      hopelessSince: undefined,
      cancelTimer: undefined,
      trouble: undefined,
    };
    this.#readings.set(ticket.jobId, reading);
    this.#enqueue(reading);
  }

  /** How the last try at a result failed, for operators; undefined if none has. */
  troubleOf(jobId: string): string | undefined {
    return this.#readings.get(jobId)?.trouble;
  }

  stop(jobId: string): void {
    const reading = this.#readings.get(jobId);
    if (reading !== undefined) this.#end(reading);
  }

  close(): void {
    for (const reading of this.#readings.values()) this.#end(reading);
  }

  #end(reading: Reading): void {
    this.#readings.delete(reading.ticket.jobId);
    this.#lanes.get(reading.ticket.provider)?.waiting.delete(reading);
    reading.cancelTimer?.();
    reading.controller.abort();
  }

  #enqueue(reading: Reading): void {
    const { provider } = reading.ticket;
    let lane = this.#lanes.get(provider);
    if (lane === undefined) {
      lane = { underWay: 0, waiting: new Set() };
      this.#lanes.set(provider, lane);
    }
    lane.waiting.add(reading);
    this.#startNext(lane);
  }

  #startNext(lane: Lane): void {
    const { readingsAtOnce } = this.#options.limits ?? USUAL_LIMITS;
    for (const reading of lane.waiting) {
      if (lane.underWay >= readingsAtOnce) return;
      lane.waiting.delete(reading);
      lane.underWay += 1;
      void this.#try(reading).finally(() => {
        lane.underWay -= 1;
        this.#startNext(lane);
      });
    }
  }

  async #try(reading: Reading): Promise<void> {
    const { ticket, controller } = reading;
    const { open, examine, isKept, world } = this.#options;
    const { account, jobId, provider, location } = ticket;
    const beganAt = world.steadyMs();
    reading.tries += 1;
    try {
      const examined = await examine(
        { account, jobId, isKept: isKept(provider), open: (signal) => open(provider, location, signal) },
        controller.signal,
      );
      if (!controller.signal.aborted) this.#succeed(reading, examined);
    } catch (error) {
      if (!controller.signal.aborted) this.#fail(reading, error, beganAt);
    }
  }

  #succeed(reading: Reading, { lengthMs, file }: Examined): void {
    const { ticket } = reading;
    const { onReport, linkOf, observer } = this.#options;
    const { jobId, saidMs } = ticket;
    if (saidMs !== undefined && Math.abs(saidMs - lengthMs) > lengthMs * DIFFERENCE_SHARE_MAX) {
      observer.differs(ticket, lengthMs);
    }
    this.metrics.read += 1;
    this.#end(reading);
    onReport(jobId, { about: 'reading', outcome: 'read', lengthMs, link: linkOf(jobId), file });
  }

  #fail(reading: Reading, error: unknown, beganAt: SteadyMs): void {
    const { ticket } = reading;
    const { observer, onReport, world } = this.#options;
    const delayMs = this.#nextTryAfterMs(reading, error, beganAt);
    reading.trouble = messageOf(error);
    observer.failed(ticket, error, delayMs === undefined);
    if (delayMs !== undefined) {
      this.metrics.retried += 1;
      reading.cancelTimer = world.after(delayMs, () => this.#enqueue(reading));
      return;
    }
    this.metrics.unreadable += 1;
    this.#end(reading);
    const message = error instanceof UnreadableError ? error.message : 'The result could not be read.';
    onReport(ticket.jobId, { about: 'reading', outcome: 'unreadable', message });
  }

  /** Undefined if there is to be no further try. */
  #nextTryAfterMs(reading: Reading, error: unknown, beganAt: SteadyMs): number | undefined {
    const { world } = this.#options;
    if (!(error instanceof UnreadableError)) {
      const delayMs = Math.min(RETRY_FIRST_MS * 2 ** (reading.tries - 1), RETRY_MAX_MS);
      return Math.ceil(delayMs * (0.5 + world.random() / 2));
    }
    reading.hopelessTries += 1;
    reading.hopelessSince ??= beganAt;
    const delayMs = HOPELESS_DELAY_MS * reading.hopelessTries;
    const isOver = world.steadyMs() + delayMs - reading.hopelessSince >= HOPELESS_FOR_MS;
    return isOver || reading.hopelessTries >= HOPELESS_TRIES_MAX ? undefined : delayMs;
  }
}

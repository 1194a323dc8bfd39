/** The shortages of a machine, and the requests that may, or have to, be turned away for them. */

import type { ShortageStep } from '../../../history/limits/shortage-step.js';
import type { Observation } from '../../../history/observation.js';
import { sometimes } from '../../../moments/sometimes.js';
import type { Exchange } from '../requests.js';

type Shortage = ShortageStep['of'];

/** The machine is looked at once a second; a disk tells at the second look. */
const SEEN_WITHIN_MS = 2_500;
const TIMES: Readonly<Record<Shortage, number>> = {
  disk: SEEN_WITHIN_MS,
  last_memory: SEEN_WITHIN_MS,
  // Ten readings in a row.
  memory: 10_000 + SEEN_WITHIN_MS,
  // Between two late ticks the loop is in time.
  time: Number.POSITIVE_INFINITY,
};
/** The loop goes on to be busy for so long once it is in time again. */
const BUSY_AFTER_MS = 8_000;
const NEW_WORK: readonly string[] = ['submit', 'flawed', 'chat', 'chat_message', 'job_form'];
/** They would submit a job, were they not refused for their body. */
const STRAY_SUBMITS: readonly string[] = ['not_json', 'bad_field', 'wrong_media_type'];
/** Reads of many records, or of a result. */
const WALKS: readonly string[] = ['list_jobs', 'activity', 'content'];

/** The shortages so far, each with its time. */
export class ShortMachine {
  readonly #spans: { readonly of: Shortage; readonly from: number; readonly until: number }[] = [];
  /** Those whose heads were answered, and that are not over. */
  readonly #streams = new Set<number>();
  /** Requests for new work that have no answer yet. */
  readonly #work = new Set<number>();
  /** When the two that ended last did so: one of them may be the request that is judged. */
  #workEndedAt: readonly number[] = [];
  #startedAt = Number.NEGATIVE_INFINITY;

  observe(seen: Observation): void {
    if (seen.what === 'short') this.#spans.push({ of: seen.of, from: seen.at, until: seen.at + seen.forMs });
    if (seen.what === 'started') this.#startedAt = seen.at;
    if (seen.what === 'starting') this.#streams.clear();
    if (seen.what === 'read') this.#streams.add(seen.request);
    if (seen.what === 'stream_over') this.#streams.delete(seen.request);
    if (seen.what === 'sent' && isNewWork(seen.call)) this.#work.add(seen.request);
    const isOver = seen.what === 'answered' || seen.what === 'cut_off' || seen.what === 'gave_up';
    if (isOver && this.#work.delete(seen.request))
      this.#workEndedAt = [seen.at, ...this.#workEndedAt].slice(0, 2);
  }

  /**
   * Whether a request may be refused for it that is answered now.
   *
   * @param open those that have no answer yet
   */
  excuses({ sent }: Exchange, code: string | undefined, at: number, open: Iterable<Exchange>): boolean {
    const isOther = (one: Exchange) => one.sent !== sent && isNewWork(one.sent.call);
    const hasEnded = (this.#workEndedAt.at(1) ?? Number.NEGATIVE_INFINITY) >= sent.at;
    const areOthers = hasEnded || this.#streams.size > 0 || [...open].some(isOther);
    const isExcused = this.#spans.some(({ of, from, until }) => {
      // While the loop is busy, little work at a time is enough.
      const lastsMs = of === 'time' && areOthers ? BUSY_AFTER_MS : SEEN_WITHIN_MS;
      if (from > at || sent.at > until + lastsMs) return false;
      if (of === 'disk') return isNewWork(sent.call) && code !== 'overloaded';
      const isShed = isNewWork(sent.call) || (of !== 'time' && isWalk(sent.call));
      return isShed && code !== 'storage_unavailable';
    });
    if (isExcused) sometimes('machine-was-short');
    return isExcused;
  }

  /** Whether it may be short, or may not have noticed yet that it is no more. */
  mayBeShort(at: number): boolean {
    return this.#spans.some(({ from, until }) => from <= at && at <= until + BUSY_AFTER_MS);
  }

  /** Whether it has run short of time, and of nothing else: whoever is refused waits for a place. */
  isLateAlone(at: number): boolean {
    const last = this.#spans.filter(({ from, until }) => from <= at && at <= until + BUSY_AFTER_MS);
    return last.length > 0 && last.every(({ of }) => of === 'time');
  }

  /** The shortage that keeps the node from taking a request that was sent and answered within it. */
  forbids({ sent }: Exchange, at: number): Shortage | undefined {
    const span = this.#spans.find(
      ({ of, from, until }) =>
        sent.at >= Math.max(from, this.#startedAt) + TIMES[of] &&
        at < until &&
        (isNewWork(sent.call) || (of !== 'disk' && isWalk(sent.call))),
    );
    return span?.of;
  }
}

function isWalk(call: Exchange['sent']['call']): boolean {
  return WALKS.includes(call.op) || (call.op === 'page' && call.list === 'jobs');
}

export function isNewWork(call: Exchange['sent']['call']): boolean {
  return NEW_WORK.includes(call.op) || (call.op === 'stray' && STRAY_SUBMITS.includes(call.how));
}

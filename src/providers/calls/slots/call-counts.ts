/** Numbers about calls to one model of one provider, for metrics; they only grow. */
import { Histogram, type HistogramNumbers, WAIT_BOUNDS_MS } from '../../../metrics/histogram.js';

export type CallKind = 'submit' | 'find' | 'poll' | 'last_call' | 'cancel';
export type CallResult = 'answered' | 'accepted' | 'rejected' | 'not_now' | 'timeout' | 'error' | 'garbage';

export type CallCounts = Readonly<Record<CallKind, Readonly<Partial<Record<CallResult, number>>>>>;
export type CallDurations = Readonly<Record<CallKind, HistogramNumbers>>;

const NO_OUTCOME = { timeout: 0, error: 0, garbage: 0 };

export class CallCounter {
  /** With all that there can be, so that the first of each shows as an increase. */
  readonly #counts: Record<CallKind, Partial<Record<CallResult, number>>> = {
    submit: { accepted: 0, rejected: 0, not_now: 0, ...NO_OUTCOME },
    find: { answered: 0, ...NO_OUTCOME },
    poll: { answered: 0, ...NO_OUTCOME },
    last_call: { answered: 0, ...NO_OUTCOME },
    cancel: { answered: 0, ...NO_OUTCOME },
  };
  readonly #durations: Readonly<Record<CallKind, Histogram>> = {
    submit: new Histogram(WAIT_BOUNDS_MS),
    find: new Histogram(WAIT_BOUNDS_MS),
    poll: new Histogram(WAIT_BOUNDS_MS),
    last_call: new Histogram(WAIT_BOUNDS_MS),
    cancel: new Histogram(WAIT_BOUNDS_MS),
  };

  add(kind: CallKind, result: CallResult): void {
    const counts = this.#counts[kind];
    counts[result] = (counts[result] ?? 0) + 1;
  }

  /** How long a call was under way, however it ended. */
  took(kind: CallKind, ms: number): void {
    this.#durations[kind].observe(ms);
  }

  numbers(): CallCounts {
    return structuredClone(this.#counts);
  }

  durations(): CallDurations {
    const { submit, find, poll, last_call, cancel } = this.#durations;
    return {
      submit: submit.numbers(),
      find: find.numbers(),
      poll: poll.numbers(),
      last_call: last_call.numbers(),
      cancel: cancel.numbers(),
    };
  }
}

/** When a settled job may have been removed, as far as it can be told from outside. */
import type { NodeSetup } from '../../history/node-history.js';
import type { Observation } from '../../history/observation.js';
import { OptionBounds } from '../facts/options.js';
import type { KnownJob } from '../facts/requests.js';
import { SteadyDoubt } from '../facts/steady-doubt.js';

const DAY_MS = 86_400_000;

export class Retention {
  readonly #options: OptionBounds;
  readonly #doubt = new SteadyDoubt();

  constructor(setup: NodeSetup) {
    this.#options = new OptionBounds(setup);
  }

  observe(seen: Observation): void {
    this.#doubt.observe(seen);
    this.#options.observe(seen);
  }

  /** Whether something that was made at `madeAt` or later may be gone by `now`, both in ms. */
  mayBeOver(madeAt: number, now: number): boolean {
    const keptMs = this.#options.least('retentionDays', madeAt) * DAY_MS;
    return now - madeAt > keptMs - this.#doubt.slackSince(madeAt);
  }

  mayBeRemoved({ submit }: KnownJob, now: number): boolean {
    // A job that a replay told of may have been made long before by a submit whose answer nobody heard.
    const isOlder = submit.answer?.headers['idempotent-replayed'] !== undefined;
    return this.mayBeOver(isOlder ? Number.NEGATIVE_INFINITY : submit.sent.at, now);
  }
}

/** Whether a node may remove records between its last figures and its end. */
import type { NodeSetup } from '../../history/node-history.js';
import type { Observation } from '../../history/observation.js';
import { OptionBounds } from '../facts/options.js';
import { SteadyDoubt } from '../facts/steady-doubt.js';

/** A stop that takes no longer leaves all as it was. */
const AT_ONCE_MS = 1_000;
const DAY_MS = 86_400_000;
const BEGINNING = Number.NEGATIVE_INFINITY;

export class MayBeRemoved {
  readonly #options: OptionBounds;
  readonly #doubt = new SteadyDoubt();
  #beganAt: number | undefined;
  #stoppingAt = 0;
  #tookMs = 0;
  #now = 0;

  constructor(setup: NodeSetup) {
    this.#options = new OptionBounds(setup);
  }

  observe(seen: Observation): void {
    this.#options.observe(seen);
    this.#doubt.observe(seen);
    this.#beganAt ??= seen.at;
    this.#now = seen.at;
    if (seen.what === 'stopping') this.#stoppingAt = seen.at;
    if (seen.what === 'stopped') this.#tookMs = seen.at - this.#stoppingAt;
  }

  /** The stop took its time, or the first records may have been kept for theirs. */
  get isLikely(): boolean {
    const livedMs = this.#now - (this.#beganAt ?? 0) + this.#doubt.slackSince(BEGINNING);
    return this.#tookMs > AT_ONCE_MS || livedMs >= this.#options.least('retentionDays', BEGINNING) * DAY_MS;
  }
}

/**
 * By how much time as the node counts it may differ from true time.
 *
 * While a machine runs, the two go together, whatever the wall clock does. Over a start of the machine itself
 * the wall clock bridges, from the moment at which the node last noted both clocks: then they differ by the
 * steps of the wall clock since.
 */
import type { Observation } from '../../history/observation.js';
import { WallSteps } from './wall-steps.js';

/** The wall is read in whole ms, and the anchor it is held against is written now and then. */
const BRIDGE_SLACK_MS = 2_000;
const READING_SLACK_MS = 10;

export class SteadyDoubt {
  readonly #steps = new WallSteps();
  readonly #bridges: { readonly at: number; readonly slackMs: number }[] = [];
  #isBridging = false;

  observe(seen: Observation): void {
    if (seen.what === 'starting' && seen.isReboot) this.#isBridging = true;
    // A start that the disk refused may not have noted the clocks.
    if (seen.what === 'started' && this.#isBridging) {
      const stepped = this.#steps.unnoted.reduce((sum, ms) => sum + Math.abs(ms), 0);
      this.#bridges.push({ at: seen.at, slackMs: BRIDGE_SLACK_MS + stepped });
      this.#isBridging = false;
    }
    this.#steps.observe(seen);
  }

  /** By how many ms, at most, a span of time that began at `fromMs` may have been counted wrong. */
  slackSince(fromMs: number): number {
    const bridges = this.#bridges.filter(({ at }) => at >= fromMs);
    return bridges.reduce((sum, { slackMs }) => sum + slackMs, READING_SLACK_MS);
  }
}

/**
 * Whether time as the node counts it may differ from true time.
 *
 * While a machine runs, the two go together, whatever the wall clock does. Over a start of the machine itself
 * the wall clock bridges: then they differ by what it is wrong by.
 */
import type { Observation } from '../../history/observation.js';

export class SteadyDoubt {
  #isWallRight = true;
  #isBridging = false;
  #lastBridgedAt = Number.NEGATIVE_INFINITY;
  #lastDoubtAt = Number.NEGATIVE_INFINITY;

  observe(seen: Observation): void {
    if (seen.what === 'wall_stepped') this.#isWallRight = false;
    if (seen.what === 'starting' && seen.isReboot) this.#isBridging = true;
    // A start that the disk refused may not have noted the clocks.
    if (seen.what !== 'started' || !this.#isBridging) return;
    this.#isBridging = false;
    this.#lastBridgedAt = seen.at;
    if (!this.#isWallRight) this.#lastDoubtAt = seen.at;
  }

  /** By how many ms a span of time that began at `fromMs` may have been counted wrong; undefined for any. */
  slackSince(fromMs: number): number | undefined {
    if (this.#lastDoubtAt >= fromMs) return undefined;
    return this.#lastBridgedAt >= fromMs ? BRIDGE_SLACK_MS : READING_SLACK_MS;
  }
}

/** The wall is read in whole ms, and the anchor it is held against is written now and then. */
const BRIDGE_SLACK_MS = 2_000;
const READING_SLACK_MS = 10;

/**
 * Rewrites the anchor of steady time when the wall clock no longer goes along with it.
 *
 * Across a boot of the machine the wall clock tells how much time has passed since the anchor. A step of the
 * wall clock while the node runs would be taken for time that passed; so the anchor is written anew after
 * each.
 *
 * Invariant: at most `LOOK_EVERY_MS` after the wall clock was `STEP_MS_MIN` off against steady time since the
 * anchor, an anchor that knows is being written; if the disk refuses it, again each time the keeper looks.
 */
import type { CancelTimer, World } from '../../time/world.js';

const LOOK_EVERY_MS = 250;
/** A clock that is slewed by 500 ppm is that far off after some three minutes. */
const STEP_MS_MIN = 100;
/** A clock that is off by so much between two looks was not slewed. */
const TOLD_STEP_MS_MIN = 1_000;

export interface AnchorKeeperOptions {
  readonly world: World;
  /** Wall time less steady time, in ms, that the anchor on disk knows. */
  readonly anchoredLeadMs: number;
  /** Told of each step of the wall clock by a second or more, in ms; negative if it went back. */
  readonly onStep?: ((byMs: number) => void) | undefined;
  /** Writes the anchor; resolves with whether it is on disk. */
  readonly write: () => Promise<boolean>;
}

export class AnchorKeeper {
  readonly #options: AnchorKeeperOptions;
  #anchoredLeadMs: number;
  #seenLeadMs: number;
  #steps = 0;
  #cancel: CancelTimer | undefined;

  constructor(options: AnchorKeeperOptions) {
    this.#options = options;
    this.#anchoredLeadMs = options.anchoredLeadMs;
    this.#seenLeadMs = options.anchoredLeadMs;
  }

  /** Steps of the wall clock by a second or more. */
  get steps(): number {
    return this.#steps;
  }

  start(): void {
    this.#cancel = this.#options.world.after(LOOK_EVERY_MS, () => void this.#look());
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  async #look(): Promise<void> {
    const leadMs = this.#leadMs();
    const stepMs = leadMs - this.#seenLeadMs;
    this.#seenLeadMs = leadMs;
    if (Math.abs(stepMs) >= TOLD_STEP_MS_MIN) {
      this.#steps += 1;
      this.#options.onStep?.(stepMs);
    }
    const isOff = Math.abs(leadMs - this.#anchoredLeadMs) >= STEP_MS_MIN;
    if (isOff && (await this.#options.write())) this.#anchoredLeadMs = leadMs;
    if (this.#cancel !== undefined) this.start();
  }

  #leadMs(): number {
    const { world } = this.#options;
    return world.wallMs() - world.steadyMs();
  }
}

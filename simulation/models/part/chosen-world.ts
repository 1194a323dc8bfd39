import { VirtualWorld } from '../../world/virtual-world.js';

/** A world whose chance can be taken out, for parts that are then exact, and in which work takes time. */
export class ChosenWorld extends VirtualWorld {
  /** All that chance gives from now on; undefined if it follows its seed. */
  fraction: number | undefined;

  /** The time that work took so far, in which neither a timer fires nor a clock moves. */
  workedMs = 0;

  override stopwatchMs(): number {
    return super.stopwatchMs() + this.workedMs;
  }

  override random(): number {
    return this.fraction ?? super.random();
  }
}

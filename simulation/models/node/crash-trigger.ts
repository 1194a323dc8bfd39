/** Waits for the occasion at which a process is to end, and says when it has come. */
import type { CrashStep } from '../../history/node-history.js';

export type Occasion = CrashStep['on'];

export class CrashTrigger {
  #armed: { readonly step: CrashStep; left: number; times: number } | undefined;

  /** Replaces what was armed before. */
  arm(step: CrashStep): void {
    this.#armed = { step, left: step.nth, times: step.times };
  }

  disarm(): void {
    this.#armed = undefined;
  }

  /** The crash that happens before what is about to happen; undefined if it goes on. */
  before(occasion: Occasion): CrashStep | undefined {
    const armed = this.#armed;
    if (armed === undefined || armed.step.on !== occasion) return undefined;
    armed.left -= 1;
    return armed.left === 0 && armed.step.side === 'before' ? this.#fire() : undefined;
  }

  /** The crash that happens after what `before` let pass. */
  after(occasion: Occasion): CrashStep | undefined {
    const armed = this.#armed;
    if (armed === undefined || armed.step.on !== occasion || armed.left !== 0) return undefined;
    return this.#fire();
  }

  #fire(): CrashStep | undefined {
    const armed = this.#armed;
    if (armed === undefined) return undefined;
    const { step, times } = armed;
    this.#armed = times > 1 ? { step, left: step.nth, times: times - 1 } : undefined;
    return step;
  }
}

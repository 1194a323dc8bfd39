/**
 * Makes a failing history shorter while it still fails.
 *
 * Leaves out ever smaller runs of steps (after Zeller and Hildebrandt, "Simplifying and Isolating
 * Failure-Inducing Input", 2002), and of few steps any two. Then puts simpler steps in place of those that
 * are left, if a model knows of any, and begins anew for as long as that helped.
 *
 *  1. The result fails.
 *  2. Without simpler steps, it is a sub-sequence of what went in.
 *  3. If `isMinimal`, no single step can be left out without the failure going away.
 */
import type { Step } from '../model.js';

export interface Failing<S extends Step> {
  /** Runs the history with these steps. */
  stillFails(steps: readonly S[]): Promise<boolean>;
  /** Steps to try in the place of this one, simplest first. */
  simpler?(step: S): readonly S[];
}

export interface ShrinkLimits {
  readonly runsMax: number;
  /** Asked before each run. */
  isTimeUp(): boolean;
}

export interface Shrunk<S extends Step> {
  readonly steps: readonly S[];
  /** How many histories were run for it. */
  readonly runs: number;
  /** False if a limit ended it. */
  readonly isMinimal: boolean;
}

/** Of so many steps or fewer, any two are tried together: at most 66 runs. */
const PAIRED_MAX = 12;

class LimitReached extends Error {}

/** @param steps of a history that fails */
export async function shrink<S extends Step>(
  steps: readonly S[],
  failing: Failing<S>,
  limits: ShrinkLimits,
  shorter: (steps: readonly S[]) => void = () => {},
): Promise<Shrunk<S>> {
  let best = steps;
  let runs = 0;
  const tryThis = async (candidate: readonly S[]): Promise<boolean> => {
    if (runs >= limits.runsMax || limits.isTimeUp()) throw new LimitReached();
    runs += 1;
    if (!(await failing.stillFails(candidate))) return false;
    best = candidate;
    shorter(best);
    return true;
  };

  const leaveOut = async () => {
    let size = best.length;
    while (size >= 1) {
      const before = best.length;
      // From the end: what comes after a violation goes first.
      for (let end = best.length; end > 0; end -= size) {
        await tryThis([...best.slice(0, Math.max(0, end - size)), ...best.slice(end)]);
      }
      if (size > 1) size = Math.ceil(Math.min(size, best.length) / 2);
      else if (best.length === before) return;
      if (best.length === 0) return;
    }
  };

  /** Steps that only stand there because of each other: two that draw from one chance, or cancel out. */
  const leaveOutPairs = async (): Promise<boolean> => {
    if (best.length > PAIRED_MAX) return false;
    for (let first = best.length - 2; first >= 0; first--) {
      for (let second = best.length - 1; second > first; second--) {
        if (await tryThis(best.filter((_, at) => at !== first && at !== second))) return true;
      }
    }
    return false;
  };

  const simplify = async (): Promise<boolean> => {
    let isSimpler = false;
    for (let at = 0; at < best.length; ) {
      const step = best[at] as S;
      const found = await firstOf(failing.simpler?.(step) ?? [], (other) => tryThis(best.with(at, other)));
      if (found) isSimpler = true;
      else at += 1;
    }
    return isSimpler;
  };

  try {
    do await leaveOut();
    while ((await leaveOutPairs()) || (await simplify()));
    return { steps: best, runs, isMinimal: true };
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error;
    return { steps: best, runs, isMinimal: false };
  }
}

async function firstOf<T>(items: readonly T[], test: (item: T) => Promise<boolean>): Promise<boolean> {
  for (const item of items) if (await test(item)) return true;
  return false;
}

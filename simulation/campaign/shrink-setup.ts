/** Makes the setup of a failing history plainer while it still fails. */
import type { History, Model } from '../model.js';
import type { ShrinkLimits } from './shrink.js';

export interface ShrunkSetup {
  readonly history: History;
  /** How many histories were run for it. */
  readonly runs: number;
  /** False if a limit ended it. */
  readonly isDone: boolean;
}

export async function shrinkSetup(
  model: Model,
  history: History,
  stillFails: (history: History) => Promise<boolean>,
  limits: ShrinkLimits,
): Promise<ShrunkSetup> {
  let best = history;
  let runs = 0;
  /** Those that failed to fail: most candidates come again after each that did not. */
  const refuted = new Set<string>();
  const next = async (): Promise<'plainer' | 'plainest' | 'limit'> => {
    for (const setup of model.simplerSetups?.(best) ?? []) {
      const tried = { ...best, setup };
      const text = JSON.stringify(setup);
      if (refuted.has(text) || model.check?.(tried) !== undefined) continue;
      if (runs >= limits.runsMax || limits.isTimeUp()) return 'limit';
      runs += 1;
      if (await stillFails(tried)) {
        best = tried;
        return 'plainer';
      }
      refuted.add(text);
    }
    return 'plainest';
  };
  for (;;) {
    const found = await next();
    if (found !== 'plainer') return { history: best, runs, isDone: found === 'plainest' };
  }
}

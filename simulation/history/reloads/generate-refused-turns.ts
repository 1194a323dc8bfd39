/**
 * Makes jobs that wait for one that is slow to be taken, since their provider may be called for one at a
 * time; and as the next has its turn, the disk refuses to note it.
 */
import type { FaultLevel } from '../../model.js';
import type { Random } from '../../world/random.js';
import { edgeStep, richKey } from '../edges/edge-steps.js';
import type { ModelSetup, NodeStep } from '../node-history.js';
import type { ProviderScript } from '../provider-script.js';

const CHANCE = 0.35;
/** No other step makes a key of this number. */
const KEY = 9_480;
const USUAL = 256;
/** A job is noted as one that waits in less. */
const SLOW_MS = 2_500;
const DEADLINES_MS = { min: 10_000, max: 45_000 };
const BEHIND_DEADLINE_MS = 5_000;

export function generateRefusedTurns(
  random: Random,
  faults: FaultLevel,
  models: readonly ModelSetup[],
  durationMs: number,
): readonly NodeStep[] {
  const alone = models.filter(
    ({ fallbacks, deadlineAfterMs }) =>
      fallbacks === undefined && deadlineAfterMs >= DEADLINES_MS.min && deadlineAfterMs <= DEADLINES_MS.max,
  );
  if (faults === 'none' || alone.length === 0 || !random.chance(CHANCE)) return [];
  const { id: model, deadlineAfterMs } = random.pick(alone);
  const at = random.between(0, durationMs);
  const reload = (afterMs: number, providerCallsMax: number): NodeStep => ({
    ...{ id: 0, at: at + afterMs, do: 'reload', isMistaken: false },
    options: { providerCallsMax },
  });
  const submit = (afterMs: number, delayMs: number): NodeStep => {
    const script: ProviderScript = {
      submits: [{ do: 'accept', delayMs }],
      polls: [],
      pendingMs: 0,
      runningMs: 100,
      end: { how: 'completed', outputMs: 1_000 },
    };
    return edgeStep(at + afterMs, { op: 'submit', key: KEY, model, prompt: `Turn ${afterMs}`, script });
  };
  return [
    edgeStep(at, richKey(KEY, 100_000_000, 1_000)),
    reload(100, 1),
    submit(400, SLOW_MS),
    submit(600, 20),
    submit(700, 20),
    {
      ...{ id: 0, at: at + 400 + SLOW_MS - random.between(0, 40), do: 'disk', fault: 'reject', skip: 0 },
      commits: random.between(1, 3),
    },
    reload(700 + deadlineAfterMs + BEHIND_DEADLINE_MS, USUAL),
  ];
}

/**
 * Makes texts that are lost until nobody asks their provider any more, one whose client leaves before its
 * first token when it is asked again, and another when that is forgotten.
 */
import type { Random } from '../../world/random.js';
import { edgeStep, richKey } from '../edges/edge-steps.js';
import type { NodeStep } from '../node-history.js';
import type { ChatCall } from '../texts/chat-call.js';
import type { TextBegin, TextScript } from '../texts/text-script.js';
import type { TextSetup } from '../texts/text-setup.js';

const ARRANGED_CHANCE = 0.3;
/** No other step makes a key of this number. */
const KEY = 36_100;
const CREDITS_MICRO_DA = 900_000_000_000_000;
/** More calls in a row than close a route, and the longest time for which it is closed then. */
const [LOST, CLOSED_MS] = [12, 1_300];
/** Once nobody reads the one that was left: more than a route is closed after another failure. */
const AGAIN_MS = 12_000;

export function generateLeftProbes(
  random: Random,
  texts: TextSetup | undefined,
  durationMs: number,
): readonly NodeStep[] {
  // Behind the only route of a model no other one takes its texts.
  const [fewest] = texts?.models.toSorted((a, b) => a.providers.length - b.providers.length) ?? [];
  if (texts === undefined || fewest === undefined || !random.chance(ARRANGED_CHANCE)) return [];
  const { id: model, outputTokensMax } = fewest;
  const from = random.between(0, durationMs);
  const call = (prompt: string, begin: TextBegin): ChatCall => {
    const script: TextScript = { begins: [begin], tokens: 2, tokenMs: 15, usage: 'last', tailMs: 0 };
    const cap = Math.min(4, outputTokensMax);
    return { op: 'chat', key: KEY, model, prompt, isStreamed: true, cap, script };
  };
  const lost = Array.from({ length: LOST }, (_, n) =>
    edgeStep(from + 300 + n * 30, call(`Lost ${n}`, { do: 'lose', delayMs: 5 })),
  );
  const probedAt = from + 300 + LOST * 30 + CLOSED_MS + random.between(0, 500);
  const left = {
    ...edgeStep(probedAt, call('Probe left', { do: 'write', delayMs: 15_000 })),
    givesUpAfterMs: random.pick([60, 400]),
  };
  const again = edgeStep(
    probedAt + texts.abandonedStreamMaxMs + AGAIN_MS,
    call('Probed again', { do: 'write', delayMs: 5 }),
  );
  return [edgeStep(from, richKey(KEY, CREDITS_MICRO_DA)), ...lost, left, again];
}

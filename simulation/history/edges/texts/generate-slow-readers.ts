/** Makes clients that read a long text slowly, and pause for longer than its provider may. */
import type { Random } from '../../../world/random.js';
import type { RequestStep } from '../../node-history.js';
import { LARGE_BYTES } from '../../texts/generate-text-script.js';
import type { TextSetup } from '../../texts/text-setup.js';
import { edgeStep, richKey } from '../edge-steps.js';

const SLOW_CHANCE = 0.6;
/** No other step makes a key of this number. */
const KEY = 9_402;
const CREDITS_MICRO_DA = 900_000_000_000_000;
/** So many large pieces are more than is kept for a client. */
const TOKENS = 24;
/** Longer than a provider is waited for in such histories. */
const PAUSES_MS = [1_500, 4_000];
const LEAVES_CHANCE = 0.5;
/** The first pause is on by then, and the provider has made more than its client takes. */
const LEAVES_AFTER_MS = [700, 1_400, 3_000];

export interface SlowReaderFacts {
  readonly durationMs: number;
  readonly texts: TextSetup | undefined;
}

export function generateSlowReaders(
  random: Random,
  { durationMs, texts }: SlowReaderFacts,
): readonly RequestStep[] {
  const long = (texts?.models ?? []).filter(({ outputTokensMax }) => outputTokensMax >= TOKENS);
  if (long.length === 0 || !random.chance(SLOW_CHANCE)) return [];
  const from = random.between(0, durationMs);
  const script = {
    ...{ begins: [], tokens: TOKENS, tokenMs: random.pick([0, 20]), bytes: 2 * LARGE_BYTES },
    ...({ usage: 'last', tailMs: 0 } as const),
    ...(random.chance(0.6) && { empties: 1 }),
  };
  const call = {
    ...({ op: 'chat', key: KEY, model: random.pick(long).id, prompt: 'Text read slowly' } as const),
    ...{ cap: TOKENS, isStreamed: true, readPauseMs: random.pick(PAUSES_MS), script },
  };
  const leaving = random.fork('leaves');
  const leaves = leaving.chance(LEAVES_CHANCE) && { givesUpAfterMs: leaving.pick(LEAVES_AFTER_MS) };
  return [edgeStep(from, richKey(KEY, CREDITS_MICRO_DA, 60)), { ...edgeStep(from + 100, call), ...leaves }];
}

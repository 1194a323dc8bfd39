/** Makes texts whose provider is silent between two tokens for nearly as long as it may be. */
import type { Random } from '../../../world/random.js';
import type { RequestStep } from '../../node-history.js';
import type { TextSetup } from '../../texts/text-setup.js';
import { edgeStep, richKey } from '../edge-steps.js';

const SILENT_CHANCE = 0.6;
/** No other step makes a key of this number. */
const KEY = 9_800;
const CREDITS_MICRO_DA = 900_000_000_000_000;
const TOKENS = 3;
/** Beyond the silence that a client is left in, and less than a provider has in such histories. */
const TOKEN_MS = 17_000;
const PAUSE_MIN_MS = 20_000;

export interface SilenceFacts {
  readonly durationMs: number;
  readonly texts: TextSetup | undefined;
}

export function generateSilences(
  random: Random,
  { durationMs, texts }: SilenceFacts,
): readonly RequestStep[] {
  if (texts === undefined || texts.tokenPauseMaxMs < PAUSE_MIN_MS) return [];
  const long = texts.models.filter(({ outputTokensMax }) => outputTokensMax >= TOKENS);
  if (long.length === 0 || !random.chance(SILENT_CHANCE)) return [];
  const from = random.between(0, durationMs);
  const script = {
    ...{ begins: [], tokens: TOKENS, tokenMs: TOKEN_MS },
    ...({ usage: 'last', tailMs: 0 } as const),
  };
  const call = {
    ...({ op: 'chat', key: KEY, model: random.pick(long).id, prompt: 'Text with silences' } as const),
    ...{ cap: TOKENS, isStreamed: true, script },
  };
  return [edgeStep(from, richKey(KEY, CREDITS_MICRO_DA, 60)), edgeStep(from + 100, call)];
}

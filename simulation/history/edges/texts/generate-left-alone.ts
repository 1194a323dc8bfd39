/**
 * Makes a provider of text that fails until it is left alone; then clients ask, and go before there is an
 * answer; much later all is well.
 */
import type { FaultLevel } from '../../../model.js';
import type { Random } from '../../../world/random.js';
import type { RequestStep } from '../../node-history.js';
import type { TextScript } from '../../texts/text-script.js';
import type { TextSetup } from '../../texts/text-setup.js';
import { edgeStep, richKey } from '../edge-steps.js';

const LEFT_ALONE_CHANCE = 0.8;
/** No other step makes a key of this number. */
const KEY = 9_401;
const CREDITS_MICRO_DA = 900_000_000_000_000;
/** A provider is left alone after eight in a row, at first for a second. */
const FAILURES = 10;

export interface LeftAloneFacts {
  readonly faults: FaultLevel;
  readonly durationMs: number;
  readonly texts: TextSetup | undefined;
}

export function generateLeftAlone(
  random: Random,
  { faults, durationMs, texts }: LeftAloneFacts,
): readonly RequestStep[] {
  const alone = (texts?.models ?? []).filter(({ providers }) => providers.length === 1);
  if (faults === 'none' || alone.length === 0 || !random.chance(LEFT_ALONE_CHANCE)) return [];
  const { id: model } = random.pick(alone);
  const from = random.between(0, durationMs);
  const ask = (afterMs: number, begins: TextScript['begins']): RequestStep => {
    const script = { begins, tokens: 1, tokenMs: 0, usage: 'last', tailMs: 0 } as const;
    const prompt = `Text after ${afterMs}`;
    const isStreamed = random.chance(0.5);
    return edgeStep(from + afterMs, { op: 'chat', key: KEY, model, prompt, cap: 1, isStreamed, script });
  };
  return [
    edgeStep(from, richKey(KEY, CREDITS_MICRO_DA)),
    ...Array.from({ length: FAILURES }, (_, n) => ask(100 + n * 20, [{ do: 'lose', delayMs: 5 }])),
    ...[1_600, 4_000].map((ms) => ({ ...ask(ms, [{ do: 'never', delayMs: 0 }]), givesUpAfterMs: 300 })),
    ...[80_000, 81_000, 150_000].map((ms) => ask(ms, [])),
  ];
}

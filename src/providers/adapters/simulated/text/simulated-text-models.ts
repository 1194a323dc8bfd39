/** The text models of the simulated provider: how fast each is, and how it misbehaves. */
import { microDa } from '../../../../money/micro-da.js';
import { unixSeconds } from '../../../../time/clock.js';
import type { World } from '../../../../time/world.js';
import type { TextOffer } from '../../../text-provider.js';

export interface SimulatedTextModel {
  readonly id: string;
  readonly firstTokenMs: number;
  /** Between two tokens. */
  readonly tokenMs: number;
  readonly isFlaky: boolean;
}

const MODELS: readonly SimulatedTextModel[] = [
  { id: 'sim/chat', firstTokenMs: 150, tokenMs: 20, isFlaky: false },
  { id: 'sim/chat-slow', firstTokenMs: 2_000, tokenMs: 1_000, isFlaky: false },
  { id: 'sim/chat-flaky', firstTokenMs: 150, tokenMs: 20, isFlaky: true },
];

/** 40 and 120 DA for a million tokens. */
const PRICES = { input: microDa(40_000_000), output: microDa(120_000_000) };

export function simulatedTextModel(id: string): SimulatedTextModel | undefined {
  return MODELS.find((model) => model.id === id);
}

export function simulatedTextOffers(world: World): readonly TextOffer[] {
  const createdAt = unixSeconds(world.wallMs());
  return MODELS.map(({ id }) => ({
    id,
    prices: PRICES,
    contextTokens: 8_192,
    outputTokensMax: 2_048,
    outputTokensDefault: 512,
    createdAt,
  }));
}

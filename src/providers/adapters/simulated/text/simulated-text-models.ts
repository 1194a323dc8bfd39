/** The text models of the simulated provider: how fast each is, and how it misbehaves. */
import { microDa } from '../../../../money/micro-da.js';
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
/** 22 November 2026, when these models were first offered. */
const CREATED_AT_UNIX_SECONDS = 1_795_305_600;

export function simulatedTextModel(id: string): SimulatedTextModel | undefined {
  return MODELS.find((model) => model.id === id);
}

export function simulatedTextOffers(): readonly TextOffer[] {
  return MODELS.map(({ id }) => ({
    id,
    prices: PRICES,
    contextTokens: 8_192,
    outputTokensMax: 2_048,
    outputTokensDefault: 512,
    createdAt: CREATED_AT_UNIX_SECONDS,
  }));
}

/** The cards of the simulated payment service: how a payment with each ends, and what is told of it. */
import type { SteadyMs } from '../../time/clock.js';

/** Behind it comes the id of the order: the path of the card page. */
export const CARD_PAGE_PATH = '/pay/';

export interface CardRules {
  readonly ends: 'paid' | 'failed' | 'canceled';
  /** From the use of the card to the word of the bank, in ms: the checkout is open until then. */
  readonly endsAfterMs: number;
  /** From the use of the card to each notice of the service, in ms. */
  readonly noticesAfterMs: readonly number[];
}

const BANK_MS = 5_000;

/** By what the person did: used one of the cards, or canceled. */
export const CARD_USES = {
  pays: { ends: 'paid', endsAfterMs: 0, noticesAfterMs: [0] },
  declined: { ends: 'failed', endsAfterMs: 0, noticesAfterMs: [0] },
  notice_twice: { ends: 'paid', endsAfterMs: 0, noticesAfterMs: [0, 2_000] },
  notice_late: { ends: 'paid', endsAfterMs: BANK_MS, noticesAfterMs: [15_000] },
  notice_never: { ends: 'paid', endsAfterMs: BANK_MS, noticesAfterMs: [] },
  canceled: { ends: 'canceled', endsAfterMs: 0, noticesAfterMs: [0] },
} as const satisfies Readonly<Record<string, CardRules>>;

export type CardUse = keyof typeof CARD_USES;

export interface UsedCard {
  readonly use: CardUse;
  readonly at: SteadyMs;
}

export function rulesOf(use: CardUse): CardRules {
  return CARD_USES[use];
}

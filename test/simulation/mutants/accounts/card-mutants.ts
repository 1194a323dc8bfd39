/** Defects of the form that orders credit, and of the card page of the gateway's own desk. */
import type { Mutant } from '../mutant.js';

const CARDS = 'src/payments/simulated/cards.ts';

export const CARD_MUTANTS: readonly Mutant[] = [
  {
    name: 'declined-card-pays',
    breaks: 'A card that the bank declines pays the order.',
    edits: [{ file: CARDS, find: "declined: { ends: 'failed'", replace: "declined: { ends: 'paid'" }],
    caughtBy: ['cards'],
  },
];

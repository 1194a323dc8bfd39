/** Defects of the form that orders credit, and of the card page of the gateway's own desk. */
import type { Mutant } from '../mutant.js';

const CARD = 'src/actors/orders/simulated-card.ts';
const CARDS = 'src/payments/simulated/cards.ts';

export const CARD_MUTANTS: readonly Mutant[] = [
  {
    name: 'second-card-stands',
    breaks: 'A card that is used at an order replaces the one that was used before.',
    edits: [
      {
        file: CARD,
        find: '  if (!mayUseCard(order)) return',
        replace: '  if (!mayUseCard({ ...order, card: undefined } as never)) return',
      },
    ],
    caughtBy: ['cards'],
  },
  {
    name: 'card-is-not-written',
    breaks: 'The use of a card is forgotten with the process.',
    edits: [
      {
        file: CARD,
        find: "  turn.put('orders', order.id, encodeOrder(used));\n",
        replace: '  void encodeOrder;\n',
      },
    ],
    caughtBy: ['cards'],
  },
  {
    name: 'declined-card-pays',
    breaks: 'A card that the bank declines pays the order.',
    edits: [{ file: CARDS, find: "declined: { ends: 'failed'", replace: "declined: { ends: 'paid'" }],
    caughtBy: ['cards'],
  },
  {
    name: 'second-card-takes-the-place-of-the-first',
    breaks: 'While the bank takes its time, another card takes the place of the one that was used.',
    edits: [
      {
        file: 'src/actors/orders/simulated-card.ts',
        find: " && status === 'awaiting_payment' && card === undefined;",
        replace: " && status === 'awaiting_payment' && card?.use !== 'pays';",
      },
    ],
    caughtBy: ['cards'],
  },
];

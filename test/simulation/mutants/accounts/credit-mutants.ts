/** Defects of transfers, debits, marked credit and rotations that histories of a whole node find. */
import type { Mutant } from '../mutant.js';

const KEY_MONEY = 'src/actors/keys/key-money.ts';
const LEDGER = 'src/actors/money/ledger.ts';
const ROTATION = 'src/actors/keys/key-rotation.ts';

export const CREDIT_MUTANTS: readonly Mutant[] = [
  {
    name: 'transfer-arrives-as-credit',
    breaks: 'The receiving half of a transfer stands in the ledger as a credit.',
    edits: [
      {
        file: KEY_MONEY,
        find: "{ type: 'transfer_in', amount, marked }",
        replace: "{ type: 'credit', amount, marked }",
      },
    ],
    caughtBy: ['marked-credit', 'durability', 'audit-trail'],
  },
  {
    name: 'debit-not-in-the-audit-trail',
    breaks: 'A debit leaves no entry in the audit trail.',
    edits: [
      {
        file: KEY_MONEY,
        find: "  audited(turn, state.account, { by, act: 'credit_debited', about: turn.id, detail: { amount, reference } });\n",
        replace: '',
      },
    ],
    caughtBy: ['audit-trail'],
  },
  {
    name: 'debit-forgets-its-reference',
    breaks: 'A debit that is sent twice is taken twice.',
    edits: [
      {
        file: KEY_MONEY,
        find: "{ type: 'debit', amount, marked: markedPart(state.balances, amount) };\n  const next = moveMoney(state, [movement], { purpose: null, reference }, turn, account);\n  recordReference(turn, referenceHash, referenced, next.entries);",
        replace:
          "{ type: 'debit', amount, marked: markedPart(state.balances, amount) };\n  const next = moveMoney(state, [movement], { purpose: null, reference }, turn, account);",
      },
    ],
    caughtBy: ['idempotency', 'durability'],
  },
  {
    name: 'grace-never-over',
    breaks: 'A secret of before a rotation works although it was given no grace.',
    edits: [
      {
        file: 'src/actors/keys/earlier-secrets.ts',
        find: 'return until !== undefined && until <= this.#world.steadyMs();',
        replace: 'return false;',
      },
    ],
    caughtBy: ['answers'],
  },
  {
    name: 'rotation-ends-the-grace-at-once',
    breaks: 'A rotation ends the secret of before at once, whatever grace was asked for.',
    edits: [
      { file: ROTATION, find: 'const until = later(turn.now, graceMs);', replace: 'const until = turn.now;' },
    ],
    caughtBy: ['answers'],
  },
  {
    name: 'marked-credit-goes-last',
    breaks: 'What leaves a balance takes marked credit last.',
    edits: [
      {
        file: LEDGER,
        find: '  return marked < amount ? marked : amount;',
        replace: '  return marked < amount ? 0 as MicroDa : 0 as MicroDa;',
      },
    ],
    caughtBy: ['marked-credit', 'answers'],
  },
  {
    name: 'void-takes-unmarked-credit',
    breaks: 'A void of credit without money takes the whole balance.',
    edits: [
      {
        file: KEY_MONEY,
        find: '  const amount = state.balances.marked;\n',
        replace: '  const amount = state.balances.marked && balanceOf(state.balances);\n',
      },
    ],
    caughtBy: ['marked-credit'],
  },
  {
    name: 'live-beside-held-credit',
    breaks: 'A node with live payments starts, although jobs hold credit without money.',
    edits: [
      {
        file: 'src/node/assembly/marked-credit.ts',
        find: 'if (balance + held + orders === 0n) return;',
        replace: 'if (balance + orders === 0n) return;',
      },
    ],
    model: 'part',
    caughtBy: ['settings-refused'],
  },
  {
    name: 'payment-of-before-looked-at',
    breaks: 'A node with live payments asks for a payment of the test mode.',
    edits: [
      {
        file: 'src/routing/order-dispatcher.ts',
        find: 'return service?.kind === kind && service.isLive === isLive;',
        replace: 'return service?.kind === kind || service?.isLive === isLive;',
      },
    ],
    caughtBy: ['live-start'],
  },
];

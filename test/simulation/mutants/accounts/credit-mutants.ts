/** Defects of transfers, debits, marked credit and rotations that histories of a whole node find. */
import type { Mutant } from '../mutant.js';

const KEY_MONEY = 'src/actors/keys/key-money.ts';
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
    name: 'live-beside-held-credit',
    breaks: 'A node with live payments starts, although jobs hold credit without money.',
    edits: [
      {
        file: 'src/node/assembly/marked-credit.ts',
        find: 'if (balance + held + orders === 0n) return;',
        replace: 'if (balance + orders === 0n) return;',
      },
    ],
    runsMax: 600,
    caughtBy: ['live-start'],
  },
];

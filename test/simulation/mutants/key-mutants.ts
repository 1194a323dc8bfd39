/** Defects of debits, transfers, marked credit, rotations and the number of keys. */
import type { Mutant } from './mutant.js';

const API_KEY = 'src/actors/keys/api-key.ts';
const KEY_MONEY = 'src/actors/keys/key-money.ts';
const LEDGER = 'src/actors/money/ledger.ts';
const REFERENCES = 'src/actors/keys/references.ts';
const ROTATION = 'src/actors/keys/key-rotation.ts';

export const KEY_MUTANTS: readonly Mutant[] = [
  {
    name: 'transfer-does-not-arrive',
    breaks: 'A transfer leaves one key and does not enter the other.',
    edits: [
      {
        file: KEY_MONEY,
        find: "  turn.call(apiKey, to, { type: 'receive', from: turn.id, amount, marked, reference });\n",
        replace: '',
      },
    ],
    model: 'ledger',
    caughtBy: ['disk', 'read', 'reply'],
  },
  {
    name: 'transfer-into-a-revoked-key',
    breaks: 'Credit is transferred into a revoked key.',
    edits: [
      {
        file: API_KEY,
        find: "return state.isRevoked ? { outcome: 'no_such_key' } : { outcome: 'key', key: state };",
        replace: "return { outcome: 'key', key: state };",
      },
    ],
    model: 'ledger',
    caughtBy: ['reply'],
  },
  {
    name: 'exact-debit-refused',
    breaks: 'A debit of exactly the balance is refused.',
    edits: [
      {
        file: KEY_MONEY,
        find: "  if (balance < amount) return { outcome: 'insufficient_credits', required: amount, balance };\n  const movement",
        replace:
          "  if (balance <= amount) return { outcome: 'insufficient_credits', required: amount, balance };\n  const movement",
      },
    ],
    model: 'ledger',
    caughtBy: ['reply'],
  },
  {
    name: 'reference-of-another-kind',
    breaks: 'A reference of a credit is taken for that of a debit of the same amount.',
    edits: [
      {
        file: REFERENCES,
        find: "if ((first.kind ?? 'credit') !== kind || first.to !== to) return",
        replace: 'if (first.to !== to) return',
      },
    ],
    model: 'ledger',
    caughtBy: ['reply'],
  },
  {
    name: 'marked-credit-is-charged-last',
    breaks: 'A job is charged credit that is not marked first, though marked credit was reserved for it.',
    edits: [
      {
        file: LEDGER,
        find: 'const markedCharge = marked < charge ? marked : charge;',
        replace: 'const markedCharge = microDa(Math.max(0, marked - (reserved - charge)));',
      },
    ],
    model: 'ledger',
    faults: 'light',
    caughtBy: ['disk'],
  },
  {
    name: 'release-sheds-the-mark',
    breaks: 'Marked credit that was reserved and not charged comes back unmarked.',
    edits: [{ file: LEDGER, find: 'marked: microDa(marked - markedCharge)', replace: 'marked: microDa(0)' }],
    model: 'ledger',
    caughtBy: ['disk'],
  },
  {
    name: 'transfer-sheds-the-mark',
    breaks: 'Marked credit is unmarked by a transfer.',
    edits: [
      {
        file: KEY_MONEY,
        find: "{ type: 'transfer_in', amount, marked }",
        replace: "{ type: 'transfer_in', amount }",
      },
    ],
    model: 'ledger',
    caughtBy: ['disk'],
  },
  {
    name: 'earlier-secret-outlives-a-shorter-grace',
    breaks: 'A secret of before a rotation keeps its grace, although a later rotation grants less.',
    edits: [
      { file: ROTATION, find: 'secret.until > until ? { ...secret, until } : secret', replace: 'secret' },
    ],
    model: 'ledger',
    caughtBy: ['disk'],
  },
  {
    name: 'revoked-key-keeps-earlier-secrets',
    breaks: 'The earlier secrets of a revoked key work on.',
    edits: [{ file: API_KEY, find: '  endEarlier(state, turn);\n', replace: '' }],
    model: 'ledger',
    caughtBy: ['disk'],
  },
  {
    name: 'one-key-too-many',
    breaks: 'An account may have one key more than its bound.',
    edits: [
      {
        file: API_KEY,
        find: 'owner.activeKeys >= keysPerAccountMax',
        replace: 'owner.activeKeys > keysPerAccountMax',
      },
    ],
    model: 'ledger',
    caughtBy: ['reply', 'read', 'disk'],
  },
  {
    name: 'grace-ends-by-the-wall-clock',
    breaks: 'A step of the wall clock makes the grace of a later rotation shorter or longer.',
    edits: [
      {
        file: ROTATION,
        find: 'const until = later(turn.now, graceMs);',
        replace: 'const until = later(turn.wall as never, graceMs);',
      },
    ],
    caughtBy: ['answers'],
  },
  {
    name: 'settled-job-keeps-its-reserve-for-operators',
    breaks: 'A job that is settled is shown to operators as if it still held its reserve.',
    edits: [
      {
        file: 'src/http/operations/management/jobs/print-job.ts',
        find: 'settled === null ? job.reserved : ZERO_MICRO_DA',
        replace: 'settled === undefined ? ZERO_MICRO_DA : job.reserved',
      },
    ],
    caughtBy: ['final-reading'],
  },
  {
    name: 'operators-see-a-second-too-many',
    breaks: 'The length of the output of a job, as operators see it, is a second too long.',
    edits: [
      {
        file: 'src/http/operations/management/jobs/print-job.ts',
        find: '{output.lengthMs / 1000}',
        replace: '{1 + output.lengthMs / 1000}',
      },
    ],
    caughtBy: ['durability'],
  },
];

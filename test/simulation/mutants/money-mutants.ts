/** Defects of money: reservations, settlements, the ledger, idempotency. */
import type { Mutant } from './mutant.js';

const API_KEY = 'src/actors/keys/api-key.ts';
const KEY_MONEY = 'src/actors/keys/key-money.ts';
const CREATION = 'src/actors/jobs/job-creation.ts';
const REFERENCES = 'src/actors/keys/references.ts';
const MOVEMENTS = 'src/actors/keys/key-movements.ts';
const CORE = 'src/node/assembly/reloadable-core.ts';
const JOB = 'src/actors/jobs/video-job.ts';
const LEDGER = 'src/actors/money/ledger.ts';
const IDEMPOTENCY = 'src/actors/keys/idempotency.ts';

export const MONEY_MUTANTS: readonly Mutant[] = [
  {
    name: 'price-rounded-down',
    breaks: 'Reservation and charge are rounded down to a whole micro-DA.',
    edits: [{ file: 'src/money/micro-da.ts', find: '(product + 999n) / 1000n', replace: 'product / 1000n' }],
    caughtBy: ['settlement'],
  },
  {
    name: 'charge-is-the-reserve',
    breaks: 'A completed job is charged what was reserved, however short its output.',
    edits: [
      {
        file: JOB,
        find: 'price === undefined || price > reserved ? reserved : price;',
        replace: 'price === undefined ? reserved : reserved;',
      },
    ],
    caughtBy: ['settlement'],
  },
  {
    name: 'charge-beyond-the-reserve',
    breaks: 'A job with more output than was asked for is charged more than it reserved.',
    edits: [
      {
        file: JOB,
        find: 'price === undefined || price > reserved ? reserved : price;',
        replace: 'price ?? reserved;',
      },
      {
        file: LEDGER,
        find: 'if (charge > reserved) throw',
        replace:
          "if (charge > reserved) {\n    return [\n      { type: 'release', amount: reserved, marked },\n      { type: 'reserve', amount: charge },\n      { type: 'charge', amount: charge },\n    ];\n  }\n  if (charge < 0) throw",
      },
    ],
    caughtBy: ['settlement', 'linearizability'],
  },
  {
    name: 'failed-job-is-charged',
    breaks: 'A failed job is charged what was asked for.',
    edits: [
      {
        file: JOB,
        find: "outcome === 'completed' && output !== null ? output.lengthMs : 0",
        replace: "outcome === 'completed' && output !== null ? output.lengthMs : job.lengthMs",
      },
    ],
    caughtBy: ['settlement', 'activity'],
  },
  {
    name: 'failed-job-is-missing-in-account',
    breaks: 'The activity of an account leaves out failed jobs.',
    edits: [
      {
        file: 'src/actors/jobs/activity.ts',
        find: "add(turn, 'account_activity',",
        replace: "if (isCompleted) add(turn, 'account_activity',",
      },
    ],
    caughtBy: ['activity'],
  },
  {
    name: 'failed-job-is-not-settled',
    breaks: 'A job that fails keeps its reservation: settlement is skipped.',
    edits: [
      {
        file: JOB,
        find: "const next = effects.includes('settle')",
        replace: "const next = effects.includes('settle') && moved.status === 'completed'",
      },
    ],
    caughtBy: ['settlement', 'settlement-cause', 'job-status', 'durability'],
  },
  {
    name: 'reserve-not-released-on-failure',
    breaks: 'Where nothing is charged, nothing is released either.',
    edits: [
      {
        file: LEDGER,
        find: 'return movements.filter(({ amount }) => amount > 0);',
        replace:
          "return movements.filter(({ amount, type }) => amount > 0 && (type === 'charge' || charge > 0));",
      },
    ],
    caughtBy: ['conservation', 'settlement'],
  },
  {
    name: 'settled-twice',
    breaks: 'After a restart a job that failed is settled again.',
    edits: [
      { file: JOB, find: "  turn.remove('unfinished', id);\n", replace: '' },
      {
        file: 'src/machines/video-job.ts',
        find: "failed: { type: 'final', tags: 'failed', entry: 'settle' }",
        replace:
          "failed: { tags: ['failed', 'calling'], entry: 'settle', on: { RESUMED: { target: 'failed', reenter: true } } }",
      },
    ],
    caughtBy: ['conservation', 'settlement', 'answers', 'linearizability'],
  },
  {
    name: 'reservation-stays-open',
    breaks: 'A settled job keeps its record of an open reservation.',
    edits: [{ file: JOB, find: "  turn.remove('unfinished', id);\n", replace: '' }],
    caughtBy: ['conservation', 'settlement'],
  },
  {
    name: 'settles-without-its-state',
    breaks: 'The settlement is committed, and the final state of the job is not.',
    edits: [
      {
        file: JOB,
        find: "  turn.put('jobs', turn.id, encodeVideoJob(next));",
        replace: "  if (next.settled === null) turn.put('jobs', turn.id, encodeVideoJob(next));",
      },
    ],
    caughtBy: ['settlement', 'linearizability'],
  },
  {
    name: 'balance-after-is-before',
    breaks: 'An entry of the ledger shows the balance from before its turn.',
    edits: [
      {
        file: MOVEMENTS,
        find: 'balance: balanceOf(balances),',
        replace: 'balance: balanceOf(state.balances),',
      },
    ],
    caughtBy: ['conservation', 'final-reading', 'linearizability'],
  },
  {
    name: 'reserved-after-is-before',
    breaks: 'An entry of the ledger shows the reserve from before its turn.',
    edits: [
      {
        file: MOVEMENTS,
        find: 'reserved: balances.reserved,',
        replace: 'reserved: state.balances.reserved,',
      },
    ],
    caughtBy: ['conservation', 'linearizability'],
  },
  {
    name: 'entry-number-used-again',
    breaks: 'The release of a settlement takes the place of its charge in the ledger.',
    edits: [{ file: MOVEMENTS, find: 'entries += 1;', replace: 'entries = state.entries + 1;' }],
    caughtBy: ['conservation', 'settlement', 'linearizability'],
  },
  {
    name: 'account-keeps-charged-reserve',
    breaks: 'What is charged stays reserved in the totals of the account.',
    edits: [
      {
        file: 'src/actors/money/totals.ts',
        find: 'charged: charged + amount, reserved: reserved - amount, marked }',
        replace: 'charged: charged + amount, reserved, marked }',
      },
    ],
    caughtBy: ['conservation'],
  },
  {
    name: 'exact-balance-refused',
    breaks: 'A submit that costs exactly the balance is refused.',
    edits: [
      {
        file: KEY_MONEY,
        find: 'balance === 0 || balance < amount',
        replace: 'balance === 0 || balance <= amount',
      },
    ],
    model: 'ledger',
    caughtBy: ['reply', 'turn'],
  },
  {
    name: 'overdraft-not-refused',
    breaks: 'A submit that costs more than the balance is not refused as such.',
    edits: [{ file: KEY_MONEY, find: 'balance === 0 || balance < amount', replace: 'balance === 0' }],
    caughtBy: ['answers'],
  },
  {
    name: 'reserves-what-there-is',
    breaks: 'A submit that costs more than the balance is taken, and reserves what there is.',
    edits: [
      { file: KEY_MONEY, find: 'balance === 0 || balance < amount', replace: 'balance === 0' },
      {
        file: KEY_MONEY,
        find: "[{ type: 'reserve', amount, marked }]",
        replace: "[{ type: 'reserve', amount: Math.min(amount, balanceOf(state.balances)), marked }]",
      },
    ],
    caughtBy: ['answers', 'conservation', 'settlement'],
  },
  {
    name: 'refused-on-uncommitted-money',
    breaks: 'A 402 does not wait for the commit that its balance rests on.',
    edits: [
      {
        file: KEY_MONEY,
        find: 'if (balance === 0 || balance < amount)\n    return {',
        replace: 'if (balance === 0 || balance < amount)\n    return turn.answerNow(), {',
      },
    ],
    caughtBy: ['linearizability'],
  },
  {
    name: 'one-open-job-too-many',
    breaks: 'A key may have one unfinished job more than its bound.',
    edits: [
      {
        file: KEY_MONEY,
        find: 'state.open[purpose.kind] >= openMax',
        replace: 'state.open[purpose.kind] > openMax',
      },
    ],
    caughtBy: ['linearizability'],
  },
  {
    name: 'failed-job-stays-open',
    breaks: 'A failed job goes on counting as unfinished.',
    edits: [
      {
        file: KEY_MONEY,
        find: 'const open = changedOpen(state.open, purpose.kind, -1);',
        replace: 'const open = charge > 0 ? changedOpen(state.open, purpose.kind, -1) : state.open;',
      },
    ],
    caughtBy: ['conservation'],
  },
  {
    name: 'revoked-key-does-not-settle',
    breaks: 'The running jobs of a revoked key do not settle.',
    edits: [
      {
        file: API_KEY,
        find: "        case 'settle':\n",
        replace:
          "        case 'settle':\n          if (state.isRevoked) return { outcome: 'no_such_key' };\n",
      },
    ],
    caughtBy: ['answers'],
  },
  {
    name: 'reference-not-remembered',
    breaks: 'The same reference adds its credit again.',
    edits: [
      {
        file: REFERENCES,
        find: "  turn.insert('references', referenceHash, JSON.stringify(record));\n",
        replace: '',
      },
    ],
    caughtBy: ['idempotency', 'durability'],
  },
  {
    name: 'reference-remembered-once-committed',
    breaks: 'The same reference adds its credit again while the first one is not on disk.',
    edits: [
      {
        file: REFERENCES,
        find: 'if (known === undefined) return',
        replace: "if (known === undefined || turn.isUncommitted('references', referenceHash)) return",
      },
    ],
    caughtBy: ['idempotency', 'durability'],
  },
  {
    name: 'reference-of-another-amount',
    breaks: 'A reference is taken for known whatever key and amount it comes with.',
    edits: [
      {
        file: REFERENCES,
        find: 'if (first.key !== key || first.amount !== amount) return',
        replace: 'if (first.key === undefined) return',
      },
    ],
    caughtBy: ['idempotency', 'answers'],
  },
  {
    name: 'idempotency-key-not-remembered',
    breaks: 'The same submit under the same idempotency key makes another job.',
    edits: [
      {
        file: CREATION,
        find: '  recordResult(turn, key, idempotency, turn.id, options.idempotencyKeptMs);\n',
        replace: '',
      },
    ],
    caughtBy: ['idempotency'],
  },
  {
    name: 'idempotency-key-of-a-refused-submit',
    breaks: 'A submit that is refused uses up its idempotency key.',
    edits: [
      {
        file: CREATION,
        find: '  const reserved = turn.call(',
        replace:
          '  recordResult(turn, key, idempotency, turn.id, options.idempotencyKeptMs);\n  const reserved = turn.call(',
      },
    ],
    caughtBy: ['answers'],
  },
  {
    name: 'idempotency-key-before-commit',
    breaks: 'A replay is answered from a first request that is not on disk.',
    edits: [
      {
        file: IDEMPOTENCY,
        find: "return { kind: 'refused', outcome: 'idempotency_key_in_use' };",
        replace: "return { kind: 'replay', result: record.result };",
      },
      {
        file: 'src/http/operations/v1/submit-video.ts',
        find: 'const job = deps.system.view(deps.videoJob, jobId);',
        replace: 'const job = deps.system.workingState(deps.videoJob, jobId);',
      },
      {
        file: 'src/actors/runtime/system.ts',
        find: '  /** Tells the inspector of a defect outside of any turn. */',
        replace:
          '  workingState(behavior, id) {\n    return this.#activations.take(behavior, id).working;\n  }\n\n  /** Tells the inspector of a defect outside of any turn. */',
      },
    ],
    caughtBy: ['answers', 'durability', 'isolation', 'linearizability'],
  },
  {
    name: 'idempotency-key-scoped-globally',
    breaks: 'An idempotency key of one API key stands for the request of another.',
    edits: [
      {
        file: IDEMPOTENCY,
        find: 'idempotencyRecordKey(scope: string, keyHash: string): string {',
        replace: "idempotencyRecordKey(_: string, keyHash: string): string {\n  const scope = 'all';",
      },
    ],
    caughtBy: ['idempotency'],
  },
  {
    name: 'idempotency-key-of-another-request',
    breaks: 'An idempotency key answers a different request with the first one’s job.',
    edits: [
      {
        file: IDEMPOTENCY,
        find: 'if (record.fingerprint !== request.fingerprint) {',
        replace: 'if (record.fingerprint === undefined) {',
      },
    ],
    caughtBy: ['idempotency'],
  },
  {
    name: 'key-creation-not-remembered',
    breaks: 'The same creation of a key under the same idempotency key makes another key.',
    edits: [
      {
        file: API_KEY,
        find: '  recordResult(turn, by.id, idempotency, turn.id, idempotencyKeptMs);\n',
        replace: '',
      },
    ],
    model: 'ledger',
    caughtBy: ['disk', 'reply'],
  },
  {
    name: 'activity-shows-the-reserve',
    breaks: 'The activity shows what was reserved as its cost.',
    edits: [
      {
        file: JOB,
        find: 'completionTokens: 0,\n    cost,\n',
        replace: 'completionTokens: 0,\n    cost: reserved,\n',
      },
    ],
    caughtBy: ['conservation'],
  },
  {
    name: 'activity-forgets-earlier-output',
    breaks: 'The activity of a day shows the output of its last job alone.',
    edits: [
      {
        file: 'src/actors/jobs/activity.ts',
        find: 'output_ms: a.output_ms + b.output_ms',
        replace: 'output_ms: b.output_ms',
      },
    ],
    caughtBy: ['activity'],
  },
  {
    name: 'price-change-touches-accepted-jobs',
    breaks:
      'A job is charged at the price of the latest job of its model, not at the one that it was accepted at.',
    edits: [
      {
        file: CREATION,
        find: 'pricePerSecond: quote.pricePerSecond,',
        replace:
          'pricePerSecond: LATEST.set(quote.model, quote.pricePerSecond).get(quote.model) ?? quote.pricePerSecond,',
      },
      {
        file: CREATION,
        find: 'export function createJob(',
        replace: 'export const LATEST = new Map();\n\nexport function createJob(',
      },
      {
        file: JOB,
        find: 'import { createJob, ',
        replace: 'import { LATEST, createJob, ',
      },
      {
        file: JOB,
        find: 'priceOfLength(job.pricePerSecond, outputMs)',
        replace: 'priceOfLength(LATEST.get(job.model) ?? job.pricePerSecond, outputMs)',
      },
    ],
    caughtBy: ['settlement'],
  },
  {
    name: 'reload-keeps-the-prices',
    breaks: 'A reload is told to be applied, and the prices from before it go on.',
    edits: [{ file: CORE, find: 'core.catalogue = catalogue;', replace: 'void catalogue;' }],
    caughtBy: ['settlement'],
  },
];

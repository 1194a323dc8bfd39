/** Defects of sizes: amounts and lengths in all notations, references, pages, days, full batches. */
import type { Mutant } from '../mutant.js';

const MICRO_DA = 'src/money/micro-da.ts';
const JOB_LISTS = 'src/actors/jobs/job-lists.ts';
const QUERY = 'src/http/schemas/query.ts';
const MOVEMENT = 'src/http/operations/management/keys/referenced-movement.ts';

export const SIZE_MUTANTS: readonly Mutant[] = [
  {
    name: 'short-page-is-the-last',
    breaks: 'A page that looked at as many jobs as it may, and is not full, says that there are no more.',
    edits: [
      {
        file: JOB_LISTS,
        find: 'lookedAt === lookedAtMax) return { items, hasMore: true, lastId };',
        replace:
          'lookedAt === lookedAtMax)\n      return { items, hasMore: items.length === limit, lastId };',
      },
    ],
    caughtBy: ['paging'],
  },
  {
    name: 'failed-jobs-are-looked-for-among-completed-ones',
    breaks: 'The list of failed jobs is empty.',
    edits: [
      {
        file: JOB_LISTS,
        find: "=== 'failed' ? [status] : ['open'];",
        replace: "=== 'failed' ? ['completed'] : ['open'];",
      },
    ],
    caughtBy: ['paging'],
  },
  {
    name: 'jobs-of-an-account-are-those-of-all',
    breaks: 'The list of the jobs of an account shows those of all.',
    edits: [
      {
        file: JOB_LISTS,
        find: 'if (account !== undefined && job.account !== account) continue;',
        replace: '',
      },
    ],
    caughtBy: ['paging'],
  },
  {
    name: 'page-of-25-by-default',
    breaks: 'A page for which no limit is given is longer than the contract says.',
    edits: [{ file: QUERY, find: '.default(20)', replace: '.default(25)' }],
    caughtBy: ['paging'],
  },
  {
    name: 'trailing-zeros-are-decimals',
    breaks: 'An amount with more than six decimals is refused though those beyond are zeros.',
    edits: [
      {
        file: MICRO_DA,
        find: "const fraction = (match[2] ?? '').replace(/0+$/, '');",
        replace: "const fraction = match[2] ?? '';",
      },
    ],
    caughtBy: ['amounts'],
  },
  {
    name: 'seventh-decimal-is-cut',
    breaks: 'Of a number, the decimals beyond the sixth are cut, not refused.',
    edits: [
      {
        file: MICRO_DA,
        find: 'if (fraction.length > 6)',
        replace: "if (fraction.length > 6 && typeof value === 'string')",
      },
      {
        file: MICRO_DA,
        find: "BigInt(fraction.padEnd(6, '0'));",
        replace: "BigInt(fraction.slice(0, 6).padEnd(6, '0'));",
      },
    ],
    caughtBy: ['amounts'],
  },
  {
    name: 'last-micro-da-of-a-life-is-refused',
    breaks: 'A key cannot receive all that it may in its life.',
    edits: [
      {
        file: 'src/actors/keys/order-room.ts',
        find: 'return amount <= roomLeft(turn, key);',
        replace: 'return amount < roomLeft(turn, key);',
      },
    ],
    caughtBy: ['amounts'],
  },
  {
    name: 'references-are-alike-but-for-case-and-space',
    breaks: 'A reference that differs from another in case or space alone is taken for the same.',
    edits: [
      {
        file: MOVEMENT,
        find: "update(reference, 'utf8')",
        replace: "update(reference.trim().toLowerCase(), 'utf8')",
      },
    ],
    caughtBy: ['idempotency'],
  },
  {
    name: 'price-in-fractions',
    breaks: 'A price is a product of fractions, and rounds up what is none.',
    edits: [
      {
        file: MICRO_DA,
        find: 'const roundedUp = (product + 999n) / 1000n;',
        replace: 'const roundedUp = BigInt(Math.ceil(Number(product) * 0.001));',
      },
    ],
    caughtBy: ['prices', 'settlement'],
  },
  {
    name: 'last-day-is-left-out',
    breaks: 'Activity shows the days before the last one that was asked for.',
    edits: [
      {
        file: 'src/actors/jobs/activity.ts',
        find: '/`).to };',
        replace: '/`).from };',
      },
    ],
    caughtBy: ['activity-days', 'usage'],
  },
  {
    name: 'activity-of-367-days',
    breaks: 'Activity is told of one day more than it may be.',
    edits: [
      {
        file: QUERY,
        find: 'if (days > ACTIVITY_DAYS_MAX) {',
        replace: 'if (days > ACTIVITY_DAYS_MAX + 1) {',
      },
    ],
    caughtBy: ['activity-days'],
  },
  {
    name: 'days-before-today-by-default',
    breaks: 'If the last day alone is given, the first one is counted back from today.',
    edits: [{ file: QUERY, find: '?? daysBefore(to, ACTIVITY', replace: '?? daysBefore(today, ACTIVITY' }],
    caughtBy: ['activity-days'],
  },
  {
    name: 'accounts-behind-one-that-was-held-up',
    breaks: 'A page of accounts behind one whose making took its time leaves some out.',
    edits: [
      {
        file: 'src/actors/across-accounts/operator-lists.ts',
        find: 'to: accountOrderKey(last.madeAt, last.id)',
        replace: 'to: accountOrderKey(last.madeAt - 5, last.id)',
      },
    ],
    caughtBy: ['paging'],
  },
  {
    name: 'pages-count-records-that-are-on-their-way',
    breaks: 'A page read while a commit is on its way is shorter by its records.',
    edits: [
      {
        file: 'src/actors/runtime/committed-records.ts',
        find: 'this.#store.range(table, { ...range, limit: Number.MAX_SAFE_INTEGER })',
        replace: 'this.#store.range(table, range)',
      },
    ],
    caughtBy: ['paging'],
  },
  {
    name: 'body-that-grows-counts-twice',
    breaks: 'The memory of a body that comes in pieces is counted anew with each that it grows by.',
    edits: [
      {
        file: 'src/http/request/request-body.ts',
        find: 'take(capacity - this.#buffer.length)',
        replace: 'take(capacity)',
      },
    ],
    caughtBy: ['answers', 'body-room', 'final-reading'],
  },
];

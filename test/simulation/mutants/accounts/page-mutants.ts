/** Defects of what pages and their files say of keys, jobs and usage. */
import type { Mutant } from '../mutant.js';

const PAGES = 'src/http/pages/dashboard';

export const PAGE_MUTANTS: readonly Mutant[] = [
  {
    name: 'jobs-page-shows-what-was-reserved',
    breaks: 'The page of jobs shows what was reserved for a job, also once it is over.',
    edits: [
      {
        file: `${PAGES}/jobs/jobs-page.tsx`,
        find: 'job.settled === null ? job.reserved : job.settled.cost',
        replace: 'job.reserved',
      },
    ],
    caughtBy: ['pages-agree'],
  },
  {
    name: 'ledger-page-has-a-column-twice',
    breaks: 'The page of a key shows the balance after an entry in the place of what was held.',
    edits: [
      {
        file: `${PAGES}/keys/ledger-section.tsx`,
        find: '<Amount of={entry.reserved} unit={false} />',
        replace: '<Amount of={entry.balance} unit={false} />',
      },
    ],
    caughtBy: ['pages-agree'],
  },
  {
    name: 'ledger-file-has-the-newest-balance',
    breaks: 'Each row of the file of a ledger has the balance of now.',
    edits: [
      {
        file: `${PAGES}/keys/ledger-file.ts`,
        find: 'items.map(row)',
        replace: 'items.map((one) => row({ ...one, balance: balanceOf(key.balances) }))',
      },
      {
        file: `${PAGES}/keys/ledger-file.ts`,
        find: 'const ROWS_AT_A_TIME',
        replace: "import { balanceOf } from '../../../../actors/money/ledger.js';\nconst ROWS_AT_A_TIME",
      },
    ],
    caughtBy: ['pages-agree'],
  },
  {
    name: 'usage-has-the-failures-of-one-model',
    breaks: 'A day of usage has the failed jobs of one of its models alone.',
    edits: [
      {
        file: `${PAGES}/usage/read-usage.ts`,
        find: 'failed: a.failed + b.failed',
        replace: 'failed: Math.max(a.failed, b.failed)',
      },
    ],
    caughtBy: ['pages-agree'],
  },
  {
    name: 'pages-round-amounts',
    breaks: 'Amounts on pages have two decimals.',
    edits: [
      {
        file: `${PAGES}/view/formats.ts`,
        find: 'maximumFractionDigits: 6',
        replace: 'maximumFractionDigits: 2',
      },
    ],
    caughtBy: ['pages-agree'],
  },
  {
    name: 'page-that-is-not-made-says-no-wait',
    breaks: 'A page that cannot be made now does not say when it can.',
    edits: [
      {
        file: `${PAGES}/sign-in/crowded-page.tsx`,
        find: "[...PAGE_FIELDS, ['Retry-After', String(Math.ceil(retryAfterMs / 1_000))]]",
        replace: "[...PAGE_FIELDS, ['X-Retry', String(retryAfterMs)]]",
      },
    ],
    caughtBy: ['answers'],
  },
];

/** Defects of what pages and their files say of keys, jobs and usage. */
import type { Mutant } from '../mutant.js';

const PAGES = 'src/http/pages/dashboard';

export const PAGE_MUTANTS: readonly Mutant[] = [
  {
    name: 'file-of-usage-is-that-of-the-first-page',
    breaks: 'The file that a further page of usage by key offers has the rows of the first.',
    edits: [
      {
        file: 'src/http/pages/dashboard/usage/usage-page.tsx',
        find: "usagePath(query, own, { after: query.after }, '/usage.csv')",
        replace: "usagePath(query, own, {}, '/usage.csv')",
      },
    ],
    faults: 'light',
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
  {
    name: 'jobs-page-goes-on-after-the-last-shown',
    breaks: 'A page of jobs leads on from the last job that it shows, and nowhere if it shows none.',
    edits: [
      {
        file: `${PAGES}/jobs/list-jobs.tsx`,
        find: 'pathOf(scope, isOperator, lastId)',
        replace: 'pathOf(scope, isOperator, items.at(-1)?.id)',
      },
    ],
    caughtBy: ['pages-agree'],
    faults: 'light',
  },
  {
    name: 'overview-has-the-oldest-balance',
    breaks: 'The first page shows what a key was credited with in the place of its balance.',
    edits: [
      {
        file: `${PAGES}/overview/live-keys.tsx`,
        find: 'balanceOf(key.balances)',
        replace: 'key.balances.credited',
      },
    ],
    caughtBy: ['pages-at-rest'],
    faults: 'light',
  },
  {
    name: 'accounts-page-forgets-what-is-charged',
    breaks: 'The page of accounts shows what they received in the place of their balance.',
    edits: [
      {
        file: `${PAGES}/accounts/accounts-page.tsx`,
        find: '<Amount of={totalBalance(account.totals)} unit={false} />',
        replace: '<Amount of={account.totals.credited} unit={false} />',
      },
    ],
    caughtBy: ['pages-at-rest'],
    faults: 'light',
  },
  {
    name: 'node-page-shows-all-jobs-as-completed',
    breaks: 'The page of the node counts all jobs that were taken as completed.',
    edits: [
      {
        file: `${PAGES}/node/node-page.tsx`,
        find: "[NODE.completed, 'jobs|completed']",
        replace: "[NODE.completed, 'jobs|accepted_total']",
      },
    ],
    caughtBy: ['pages-at-rest'],
    faults: 'light',
  },
  {
    name: 'keys-of-one-account-lead-on-to-those-of-all',
    breaks: "The further pages of the keys of an operator's own account have the keys of every account.",
    edits: [
      {
        file: 'src/http/pages/dashboard/keys/list-keys.tsx',
        find: "pathOn(signedIn.account, '/keys', request, { ...asked, ...more });",
        replace: "pathOn(account.id, '/keys', request, { ...(asked ? {} : {}), ...more });",
      },
    ],
    model: 'part',
    caughtBy: ['key-pages-list'],
  },
  {
    name: 'page-of-a-job-shows-the-length-it-was-asked-for-as-made',
    breaks: 'The page of a job says that its video is as long as it was asked for.',
    edits: [
      {
        file: `${PAGES}/jobs/job-page.tsx`,
        find: '<Seconds of={output.lengthMs} />',
        replace: '<Seconds of={job.lengthMs} />',
      },
    ],
    caughtBy: ['pages-agree'],
    faults: 'light',
  },
  {
    name: 'ledger-file-swaps-reference-and-key',
    breaks: 'The file of a ledger has the references in the column of the other keys.',
    edits: [
      {
        file: `${PAGES}/keys/ledger-file.ts`,
        find: "    reference ?? '',\n    other ?? '',\n",
        replace: "    other ?? '',\n    reference ?? '',\n",
      },
    ],
    caughtBy: ['pages-agree'],
    faults: 'light',
  },
  {
    name: 'account-in-trouble-for-a-failure-among-many',
    breaks: 'The first page complains of failed jobs as soon as one of a day has failed.',
    edits: [
      {
        file: `${PAGES}/overview/troubles.tsx`,
        find: '{failed > completed && (',
        replace: '{failed > 0 && (',
      },
    ],
    caughtBy: ['pages-at-rest'],
    faults: 'light',
  },
  {
    name: 'jobs-of-an-account-are-those-of-the-operators',
    breaks: "An operator who asks for an account's jobs is shown those of their own.",
    edits: [
      {
        file: `${PAGES}/jobs/list-jobs.tsx`,
        find: 'keysOf(scope.account, deps);',
        replace: 'keysOf(request.signedIn.account, deps);',
      },
    ],
    caughtBy: ['job-pages'],
    faults: 'light',
  },
];

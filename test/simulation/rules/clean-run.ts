/**
 * A run against no rule: one key, one job, for tests to change, drop from or add to.
 *
 * A key with 10 DA submits 4 s at 1 DA a second, the provider makes 2.5 s, a crash comes after that was
 * shown, and everything is read at the end.
 */
import {
  ACCEPTED,
  at,
  balance,
  COMPLETED,
  exchange,
  JOB,
  KEY,
  type Moment,
  POLL,
  pollCalled,
  providerSaid,
  type Run,
  SUBMIT,
  submitCalled,
} from './told-history.js';

export const DONE = {
  id: JOB,
  status: 'completed',
  model: 'model/idempotent',
  seconds: 4,
  completed_at: 9,
  url: 'u',
  output_seconds: 2.5,
  cost: 2.5,
};
export const PENDING = { id: JOB, status: 'pending', model: 'model/idempotent', seconds: 4 };
export const CREDITS = { balance: 7.5, reserved: 0, total_credits: 10, total_usage: 2.5 };
const LEDGER = {
  data: [
    { id: 'le_1_4', type: 'release', amount: 1.5, balance_after: 7.5, reserved_after: 0, job_id: JOB },
    { id: 'le_1_3', type: 'charge', amount: 2.5, balance_after: 6, reserved_after: 1.5, job_id: JOB },
    { id: 'le_1_2', type: 'reserve', amount: 4, balance_after: 6, reserved_after: 4, job_id: JOB },
    {
      id: 'le_1_1',
      type: 'credit',
      amount: 10,
      balance_after: 10,
      reserved_after: 0,
      reference: 'key_creation',
    },
  ],
};

function ledgerPage(change: (entries: typeof LEDGER.data) => void = () => {}): object {
  const page = structuredClone(LEDGER);
  change(page.data);
  return page;
}

/** A page of the ledger as a client is shown it late in the run, with this change. */
export function ledgerShown(change: (entries: typeof LEDGER.data) => void): ReturnType<typeof at> {
  return at(610, ...exchange({ op: 'ledger', key: 0, limit: 9 }, 200, ledgerPage(change)));
}

export const SETTLED_DISK = {
  keys: {
    [KEY]: {
      account: 'acct_default',
      rpm: 60,
      revoked: false,
      credited: 10_000_000,
      charged: 2_500_000,
      reserved: 0,
      open_jobs: 0,
      entries: 4,
    },
  },
  credentials: { hash_1: { kind: 'api', id: KEY }, hash_2: { kind: 'management', id: 'mgmt_1' } },
  management_keys: { mgmt_1: { account: 'acct_default', role: 'operator' } },
  audit: {
    'acct_default/0': {
      act: 'management_key_created',
      about: 'mgmt_1',
      by: { kind: 'node', id: 'node' },
      at: 0,
      detail: { role: 'operator' },
    },
    'acct_default/1': {
      act: 'key_created',
      about: KEY,
      by: { kind: 'management_key', id: 'mgmt_1', address: '' },
      at: 0,
      detail: { name: 'Key 0', rate_limit_rpm: 60 },
    },
  },
  accounts: { acct_default: { credited: '10000000', charged: '2500000', reserved: '0' } },
  ledger: {
    [`${KEY}/000000000001`]: {
      type: 'credit',
      amount: 10_000_000,
      balance: 10_000_000,
      reserved: 0,
      job: null,
      reference: 'key_creation',
    },
    [`${KEY}/000000000002`]: {
      type: 'reserve',
      amount: 4_000_000,
      balance: 6_000_000,
      reserved: 4_000_000,
      job: JOB,
      reference: null,
    },
    [`${KEY}/000000000003`]: {
      type: 'charge',
      amount: 2_500_000,
      balance: 6_000_000,
      reserved: 1_500_000,
      job: JOB,
      reference: null,
    },
    [`${KEY}/000000000004`]: {
      type: 'release',
      amount: 1_500_000,
      balance: 7_500_000,
      reserved: 0,
      job: JOB,
      reference: null,
    },
  },
  unfinished: {},
  jobs: {
    [JOB]: {
      key: KEY,
      provider: 'idempotent',
      model: 'model/idempotent',
      lengthMs: 4_000,
      reserved: 4_000_000,
      status: 'completed',
      settled: { cost: 2_500_000 },
      machine: { context: { output: { lengthMs: 2_500 }, failure: null } },
    },
  },
  job_inputs: { [JOB]: { prompt: 'Scene 1' } },
  activity: {
    [`${KEY}/2026-11-21/model%2Fidempotent/idempotent`]: {
      completed: 1,
      failed: 0,
      output_ms: 2_500,
      cost: 2_500_000,
    },
  },
  account_activity: {
    'acct_default/2026-11-21/model%2Fidempotent/idempotent': {
      completed: 1,
      failed: 0,
      output_ms: 2_500,
      cost: 2_500_000,
    },
  },
};

export type Disk = typeof SETTLED_DISK;

export function disk(when: 'restart' | 'end', change: (records: Disk) => void = () => {}): Moment {
  const records = structuredClone(SETTLED_DISK);
  change(records);
  return { disk: records, when };
}

export function cleanRun(change: Run = {}): Run {
  return {
    made: at(
      0,
      ...exchange(
        { op: 'create_key', newKey: 0, account: 0, creditsMicroDa: 10_000_000 },
        201,
        { id: KEY, account: 'acct_default', key: 'sk', balance: 10, rate_limit_rpm: 60 },
        balance(10_000_000),
        { keyId: '' },
      ),
    ),
    submit: at(100, ...exchange(SUBMIT, 202, { id: JOB, status: 'pending' }, balance(6_000_000))),
    providerSubmit: at(110, submitCalled(1), providerSaid(1, ACCEPTED)),
    early: at(120, ...exchange(POLL, 200, PENDING, balance(6_000_000), { jobId: JOB })),
    providerPoll: at(200, pollCalled(2), providerSaid(2, COMPLETED)),
    shown: at(300, ...exchange(POLL, 200, DONE, balance(7_500_000), { jobId: JOB })),
    crash: at(400, { what: 'crashed', on: 'now', undecided: 'lost' }, disk('restart')),
    start: at(500, { what: 'starting', isReboot: false }, { what: 'started' }, { what: 'quiet' }),
    credits: at(600, ...exchange({ op: 'credits', key: 0 }, 200, CREDITS, balance(7_500_000))),
    ledger: at(610, ...exchange({ op: 'ledger', key: 0, limit: 100 }, 200, ledgerPage(), balance(7_500_000))),
    again: at(620, ...exchange(POLL, 200, DONE, balance(7_500_000), { jobId: JOB })),
    end: at(1_000, disk('end')),
    ...change,
  };
}

export function poll(body: object, balanceMicroDa = 7_500_000): readonly Moment[] {
  return exchange(POLL, 200, body, balance(balanceMicroDa), { jobId: JOB });
}

export function failed(slug: string, cost = 0): object {
  return { id: JOB, status: 'failed', seconds: 4, completed_at: 9, error: slug, cost };
}

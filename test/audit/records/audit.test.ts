import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { generateNodeHistory } from '../../../simulation/history/generate.js';
import type { NodeHistory } from '../../../simulation/history/node-history.js';
import { NodeRun } from '../../../simulation/models/node/node-run.js';
import { audit } from '../../../src/audit/records/audit.js';
import type { Discrepancy } from '../../../src/audit/records/discrepancy.js';
import { readAnchor } from '../../../src/node/clock/steady-anchor.js';
import type { StoreReader, Table } from '../../../src/store/store.js';
import { repetitions } from '../../test-set.js';
import { RecordCopy } from './record-copy.js';

function auditAll(records: StoreReader): Discrepancy[] {
  const found: Discrepancy[] = [];
  const { discrepancies } = audit(records, { report: (one) => found.push(one) });
  expect(discrepancies).toBe(found.length);
  return found;
}

/** Plays a history and shows the disk whenever the node is down. */
async function play(history: NodeHistory, disk: (records: StoreReader) => void): Promise<void> {
  await new NodeRun(history, { see: () => {}, disk }).run();
}

describe('an audit of a node that nothing but its histories happened to', () => {
  it.each([
    ['none', repetitions(1, 6)],
    ['light', repetitions(2, 10)],
    ['heavy', repetitions(2, 10)],
  ] as const)('finds nothing, at every restart and at the end, with faults %s', async (faults, histories) => {
    let audits = 0;
    for (let seed = 1; seed <= histories; seed++) {
      await play(generateNodeHistory(seed, faults), (records) => {
        audits += 1;
        expect(auditAll(records), `seed ${seed}`).toEqual([]);
      });
    }
    expect(audits).toBeGreaterThanOrEqual(histories);
  });
});

describe('an audit of a node whose models cost nothing', () => {
  it('finds nothing', async () => {
    const { setup, ...history } = generateNodeHistory(RICH_SEED, 'light');
    const models = setup.models.map((model) => ({ ...model, pricePerSecondMicroDa: 0 }));
    const steps = history.steps.filter((step) => step.do !== 'reload');
    let free = 0;
    await play({ ...history, setup: { ...setup, models }, steps }, (records) => {
      free += new RecordCopy(records)
        .entries('ledger')
        .filter(({ value }) => /"amount":0,/.test(value)).length;
      expect(auditAll(records)).toEqual([]);
    });
    expect(free).toBeGreaterThan(0);
  });
});

/** A history whose records have much of everything; others are looked at if the generator has changed. */
const RICH_SEED = 12;
const RICH_ENOUGH = 100;
const SEEDS = [RICH_SEED, ...Array.from({ length: 15 }, (_, seed) => seed + 1)];

describe('an audit of records of which one was tampered with', () => {
  /** With open, settled and completed jobs, idempotency keys, references and activity. */
  let sound: RecordCopy;

  beforeAll(async () => {
    let best = 0;
    for (const seed of SEEDS) {
      if (best >= RICH_ENOUGH) break;
      await play(generateNodeHistory(seed, 'heavy'), (records) => {
        const copy = new RecordCopy(records);
        const open = copy.entries('unfinished').length;
        const settled = copy.entries('jobs').length - open;
        const paid = copy.entries('jobs').filter(({ value }) => /"cost":[1-9]/.test(value)).length;
        const references = copy.entries('references').length;
        const score = [open, settled, paid, references].reduce((all, some) => all * Math.min(some, 5), 1);
        if (score <= best) return;
        best = score;
        sound = copy;
      });
    }
    expect(best).toBeGreaterThan(0);
  });

  /** Those of which something else speaks. */
  const INDEXED: readonly Table[] = [
    'accounts',
    'account_order',
    'credentials',
    'management_keys',
    'account_management_keys',
    'keys',
    'account_keys',
    'ledger',
    'references',
    'jobs',
    'job_inputs',
    'key_jobs',
    'unfinished',
    'activity',
    'account_activity',
    'reminders',
    'idempotency',
  ];

  it.each(INDEXED)('names what misses any one record of %s', (table) => {
    const entries = sound.entries(table);
    expect(entries.length).toBeGreaterThan(0);
    for (const { key, value } of entries.slice(0, repetitions(4, 15))) {
      // Its account's row is named.
      if (table === 'activity' && value.includes('"cost":0')) continue;
      if (table === 'management_keys' && value.includes('"revoked":true')) continue;
      if (table === 'idempotency' && JSON.parse(value).expires <= Number(readAnchor(sound)?.steadyMs))
        continue;
      const damaged = new RecordCopy(sound);
      damaged.write(table, key, undefined);
      const found = auditAll(damaged);
      expect(found.length, `${table} ${key}`).toBeGreaterThan(0);
      expect(
        found.some(({ what }) => names(what, key, value)),
        `${key}: ${JSON.stringify(found)}`,
      ).toBe(true);
    }
  });

  it('names any record that is no JSON any more', () => {
    const tables: Table[] = [
      'accounts',
      'credentials',
      'management_keys',
      'keys',
      'ledger',
      'references',
      'jobs',
    ];
    for (const table of [
      ...tables,
      'audit',
      'job_inputs',
      'unfinished',
      'idempotency',
      'activity',
      'account_activity',
    ] as const) {
      for (const { key, value } of sound.entries(table).slice(0, repetitions(2, 5))) {
        const damaged = new RecordCopy(sound);
        damaged.write(table, key, value.slice(0, -1));
        const found = auditAll(damaged).filter(({ kind }) => kind === 'unreadable_record');
        expect(found).toEqual([expect.objectContaining({ table, key })]);
        expect(found[0]?.what).toContain('no JSON');
      }
    }
  });

  it('names any amount that was changed, and the key that it is of', () => {
    const amounts: readonly (readonly [Table, RegExp])[] = [
      ['keys', /"(credited|charged|reserved|open_jobs|entries)":(\d+)/g],
      ['ledger', /"(amount|balance|reserved)":(\d+)/g],
      ['unfinished', /"(reserved)":(\d+)/g],
      ['activity', /"(cost)":(\d+)/g],
      ['account_activity', /"(completed|failed|output_ms|cost)":(\d+)/g],
      ['references', /"(amount|entry)":(\d+)/g],
      ['accounts', /"(credited|charged|reserved|made_at)":"?(\d+)/g],
    ];
    const all = amounts.flatMap(([table, pattern]) =>
      sound
        .entries(table)
        .flatMap(({ key, value }) =>
          [...value.matchAll(pattern)].map((match) => ({ table, key, value, match })),
        ),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...all),
        fc.integer({ min: 1, max: 1000 }),
        ({ table, key, value, match }, more) => {
          const damaged = new RecordCopy(sound);
          const other = match[0].replace(/\d+/, (digits) => String(Number(digits) + more));
          damaged.write(table, key, value.replace(match[0], other));
          const found = auditAll(damaged);
          expect(found.some(({ what }) => names(what, key, value))).toBe(true);
        },
      ),
      { numRuns: repetitions(25, 100) },
    );
  });

  it('names an account that says that more, or less, of its balances is marked than its keys say', () => {
    const [{ key, value } = { key: '', value: '' }] = sound.entries('accounts');
    const marked = Number(/"marked":"(\d+)"/.exec(value)?.[1] ?? 0);
    const damaged = new RecordCopy(sound);
    const other = value.replace(/(,"marked":"\d+")?}$/, `,"marked":"${marked + 5}"}`);
    damaged.write('accounts', key, other);
    const what = `account ${key}: marked ${marked + 5} in its record, but ${marked} by its keys`;
    expect(auditAll(damaged)).toEqual([{ kind: 'account_and_keys', table: 'accounts', key, what }]);
  });

  it.each([
    ['account_order', 'account_order_index'],
    ['credentials', 'credentials_index'],
    ['account_keys', 'account_keys_index'],
    ['account_management_keys', 'account_management_keys_index'],
    ['key_jobs', 'key_jobs_index'],
  ] as const)('names a row of %s that nothing calls for', (table, kind) => {
    const [entry] = sound.entries(table);
    if (entry === undefined) throw new Error('no such row');
    const damaged = new RecordCopy(sound);
    const swap = (text: string) => text.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    damaged.write(table, swap(entry.key), table === 'account_order' ? swap(entry.value) : entry.value);
    expect(auditAll(damaged)).toContainEqual(expect.objectContaining({ kind }));
  });

  it('names a job that says it cost more, or less, than its key was charged, though it agrees with itself', () => {
    const completed = sound.entries('jobs').filter(({ value }) => /"cost":[1-9]/.test(value));
    expect(completed.length).toBeGreaterThan(0);
    for (const { key, value } of completed.slice(0, 10)) {
      const charged = Number(/"cost":(\d+)/.exec(value)?.[1]);
      const damaged = new RecordCopy(sound);
      const doubled = /"(reserved|pricePerSecond|cost)":(\d+)/g;
      const other = value.replace(doubled, (_, name, amount) => `"${name}":${Number(amount) * 2}`);
      damaged.write('jobs', key, other);
      expect(auditAll(damaged)).toEqual([
        {
          kind: 'job_and_ledger',
          table: 'jobs',
          key,
          what: `job ${key}: charged ${2 * charged} by its record, but ${charged} by the ledger of its key`,
        },
      ]);
    }
  });

  it('names nothing where the job of a charge is no longer kept', () => {
    const row = sound.entries('expiry').find(({ key }) => key.includes('/job/'));
    const id = row?.key.split('/')[2] ?? '';
    const damaged = new RecordCopy(sound);
    const isOfJob = ({ key, value }: { readonly key: string; readonly value: string }) =>
      key.includes(id) || value.includes(id);
    const idempotency = sound.entries('idempotency').find(isOfJob)?.key;
    for (const table of ['jobs', 'job_inputs', 'key_jobs', 'expiry', 'idempotency'] as const) {
      for (const entry of sound.entries(table)) {
        const isOfItsKey = idempotency !== undefined && entry.key.includes(idempotency);
        if (isOfJob(entry) || isOfItsKey) damaged.write(table, entry.key, undefined);
      }
    }
    expect(auditAll(damaged).filter(({ kind }) => kind !== 'sums_of_the_node')).toEqual([]);
  });

  it('names a settled job that nothing will ever remove', () => {
    const row = sound.entries('expiry').find(({ key }) => key.includes('/job/'));
    if (row === undefined) throw new Error('no job is settled');
    const damaged = new RecordCopy(sound);
    damaged.write('expiry', row.key, undefined);
    const id = row.key.split('/')[2];
    expect(auditAll(damaged)).toEqual([expect.objectContaining({ kind: 'job_expiry', key: id })]);
  });

  it('names windows that cannot be read', () => {
    const damaged = new RecordCopy(sound);
    damaged.write('windows', '0000001700000000000/0'.slice(-18), '2\nkey_a ~~\u0001');
    const [found] = auditAll(damaged);
    expect(found).toMatchObject({ kind: 'unreadable_record', table: 'windows' });
  });

  it('names a job whose machine is where its status is not', () => {
    const job = sound.entries('jobs').find(({ value }) => value.includes('"status":"completed"'));
    if (job === undefined) throw new Error('no job is completed');
    const damaged = new RecordCopy(sound);
    damaged.write('jobs', job.key, job.value.replace('"value":"completed"', '"value":"failed"'));
    expect(auditAll(damaged)).toEqual([expect.objectContaining({ kind: 'job_state', key: job.key })]);
  });
});

/** Whether the text names the record: its key, the id in its key, or one that it is of. */
function names(what: string, key: string, value: string): boolean {
  const ids = `${key} ${value}`.match(/\b(?:acct|key|mkey|video)_\w+|[0-9a-f]{64}/g) ?? [];
  return what.includes(key) || ids.some((id) => what.includes(id));
}

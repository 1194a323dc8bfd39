/** Once nothing goes on, the figures say so, and they are the sums over the records on disk. */
import type { StoreReader, Table } from '../../../src/store/store.js';
import type { Samples } from '../../history/onlookers/watching.js';
import type { EntryRecord, GenerationRecord, JobRecord, KeyRecord } from '../facts/disk-image.js';
import { TableImage } from '../facts/disk-image.js';
import { keptFiles } from '../facts/kept-image.js';
import { ShortMachine } from '../facts/loads/short-machine.js';
import type { OrderRecord } from '../facts/order-image.js';
import type { Rule } from '../invariant.js';
import { MayBeRemoved } from './may-be-removed.js';
import { OpenCalls } from './open-calls.js';
import { microDaOf, samplesOf } from './samples.js';

/** While the machine is short, as it may be at the end. */
const SHEDDING = 'tollgate_shedding';
const IN_FLIGHT = 'tollgate_provider_calls_in_flight';
/** Nothing of these is left. */
const GONE = [
  'tollgate_reserved_da',
  'tollgate_marked_reserved_da',
  'tollgate_mailbox_messages',
  'tollgate_mailbox_deepest_messages',
  'tollgate_jobs_watched',
  'tollgate_provider_calls_waiting',
  'tollgate_results_reading',
  SHEDDING,
  'tollgate_shed_refusals_waiting',
];

export const FIGURES_AT_REST: Rule = {
  name: 'figures-at-rest',
  says: 'At rest no figure says that anything is under way, and those of jobs, keys, texts, orders, reminders and money are the sums over the records.',
  watch(setup, report) {
    const calls = new OpenCalls();
    const removal = new MayBeRemoved(setup);
    /** A clip that was to be removed may lie there still. */
    let mayBeLeft = false;
    const machine = new ShortMachine();
    let isShort = false;
    let latest: Samples | undefined;
    /** Calls of the latest scrape that had not been heard of by then; a stop may end others. */
    let unheard: ReturnType<typeof samplesOf> = [];
    const books = {
      jobs: new TableImage<JobRecord>('jobs'),
      keys: new TableImage<KeyRecord>('keys'),
      texts: new TableImage<GenerationRecord>('generations'),
      orders: new TableImage<OrderRecord>('orders'),
      ledger: new TableImage<EntryRecord>('ledger'),
    };
    return {
      observe(seen) {
        calls.observe(seen);
        removal.observe(seen);
        machine.observe(seen);
        if (seen.what === 'files_failed') mayBeLeft = true;
        if (seen.what === 'scraped' && seen.samples !== undefined) {
          latest = seen.samples;
          isShort = machine.mayBeShort(seen.at);
          unheard = samplesOf(latest, IN_FLIGHT).filter(
            ({ labels, value }) => Number(value) > calls.count(labels),
          );
        }
        // Anything may happen between a scrape and the end of a process, but for the last one.
        if (seen.what === 'started' || seen.what === 'crashed') latest = undefined;
      },
      disk(records, when, results) {
        if (when !== 'end' || latest === undefined) return;
        const samples = latest;
        for (const { labels, value } of unheard)
          report(`a call is under way at rest that nobody heard of: ${value} of ${JSON.stringify(labels)}`);
        for (const metric of GONE.filter((one) => !(isShort && one === SHEDDING)))
          for (const { labels, value } of samplesOf(samples, metric))
            report(`${metric} of ${JSON.stringify(labels)} stands at ${value} at rest`);
        if (samples.tollgate_storage_up !== '1') report('tollgate_storage_up is not 1 at rest');
        const told = (name: string, expected: number | bigint) => {
          const figure = samples[name] ?? '0';
          if (figure !== String(expected))
            report(`${name} stands at ${figure}, and the records say ${expected}`);
        };
        // More may be removed, or come due, before the process has ended.
        const mayGo = removal.isLikely;
        const byState = (metric: string, states: readonly string[], list: readonly string[]) => {
          for (const state of states)
            told(`${metric}{state="${state}"}`, list.filter((one) => one === state).length);
        };
        const keys = [...books.keys.read(records).values()];
        const texts = [...books.texts.read(records).values()];
        const orders = [...books.orders.read(records).values()];
        const jobs = [...books.jobs.read(records).values()].map(({ status }) => status);
        if (!mayGo) byState('tollgate_jobs', ['pending', 'in_progress', 'completed', 'failed'], jobs);
        byState(
          'tollgate_keys',
          ['active', 'revoked'],
          keys.map(({ revoked }) => (revoked ? 'revoked' : 'active')),
        );
        const generations = texts.map(({ status }) => status);
        if (!mayGo)
          byState('tollgate_generations', ['open', 'completed', 'failed', 'interrupted'], generations);
        byState(
          'tollgate_orders',
          ['made', 'awaiting_payment', 'paid', 'expired'],
          orders.map(({ status }) => status),
        );
        told('tollgate_accounts', countOf(records, 'accounts'));
        if (!mayGo) told('tollgate_reminders_set', countOf(records, 'reminders'));
        told('tollgate_orders_set_aside', countOf(records, 'set_aside_orders'));
        const clips = keptFiles(results).filter(({ kind }) => kind === 'clip');
        if (!mayGo && !mayBeLeft) told('tollgate_results_kept_files', clips.length);
        const balance = sum(keys.map(({ credited, charged, reserved }) => credited - charged - reserved));
        if (microDaOf(samples, 'tollgate_balance_da') !== balance)
          report(
            `tollgate_balance_da is ${samples.tollgate_balance_da}, and the keys have ${balance} micro-DA`,
          );
        const marked = sum(keys.map((key) => key.marked ?? 0));
        if (microDaOf(samples, 'tollgate_marked_balance_da') !== marked)
          report(
            `tollgate_marked_balance_da is ${samples.tollgate_marked_balance_da}, and keys have ${marked} micro-DA`,
          );
        const entries = [...books.ledger.read(records).values()];
        for (const type of ['credit', 'charge', 'debit', 'transfer_in', 'transfer_out']) {
          const moved = sum(entries.filter((entry) => entry.type === type).map(({ amount }) => amount));
          const name = `tollgate_ledger_da_total{type="${type}"}`;
          if (microDaOf(samples, name) !== moved)
            report(`${name} is ${samples[name]}, and the ledger has ${moved} micro-DA`);
        }
      },
    };
  },
};

function countOf(records: StoreReader, table: Table): number {
  let count = 0;
  for (const _ of records.range(table, {})) count += 1;
  return count;
}

function sum(amounts: readonly number[]): bigint {
  return amounts.reduce((all, amount) => all + BigInt(amount), 0n);
}

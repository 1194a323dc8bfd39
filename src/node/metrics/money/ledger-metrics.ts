/**
 * Jobs, keys and money: sums that are committed with what moves them, and so are exact, after a restart too.
 */

import { failedTally, JOB_STATUSES, jobsTally } from '../../../actors/jobs/tallies.js';
import { ENTRY_TYPES, type EntryType } from '../../../actors/money/ledger.js';
import { MARKED_BALANCE, MARKED_RESERVED, movedTally } from '../../../actors/money/tallies.js';
import type { Tallies } from '../../../actors/runtime/tallies.js';
import { printDa } from '../../../money/micro-da.js';
import { FAILURE_SLUGS } from '../../../providers/provider.js';
import { counter, gauge } from '../definition.js';
import type { MetricsPage } from '../page.js';

export const LEDGER_METRICS = {
  jobs: gauge('tollgate_jobs', 'Jobs on disk, by state. Settled ones are kept for retention-days.', [
    'state',
  ]),
  accepted: counter('tollgate_jobs_accepted_total', 'Jobs accepted. Goes on across restarts.'),
  completed: counter('tollgate_jobs_completed_total', 'Jobs that were completed. Goes on across restarts.'),
  failed: counter('tollgate_jobs_failed_total', 'Jobs that failed, by slug. Goes on across restarts.', [
    'error',
  ]),
  output: counter(
    'tollgate_output_seconds_total',
    'Seconds of video that completed jobs put out. Goes on across restarts.',
  ),
  moved: counter(
    'tollgate_ledger_da_total',
    `Amounts of ledger entries, in DA, by type (${ENTRY_TYPES.join(', ')}). Goes on across restarts.`,
    ['type'],
  ),
  reserved: gauge('tollgate_reserved_da', 'Amount that unfinished jobs hold in reserve, in DA.'),
  balance: gauge('tollgate_balance_da', 'Amount that all keys can still spend together, in DA.'),
  markedBalance: gauge(
    'tollgate_marked_balance_da',
    'The part of tollgate_balance_da that payments without money brought, in DA.',
  ),
  markedReserved: gauge('tollgate_marked_reserved_da', 'The same part of tollgate_reserved_da, in DA.'),
  keys: gauge('tollgate_keys', 'API keys on disk, by state (active, revoked).', ['state']),
  accounts: gauge('tollgate_accounts', 'Accounts on disk.'),
};

const KEY_STATES = ['active', 'revoked'];
const MS_DIGITS = 3;

export function addLedgerMetrics(page: MetricsPage, tallies: Tallies): void {
  const sum = (name: string) => BigInt(tallies.get(name) ?? 0);
  const moved = (type: EntryType) => sum(movedTally(type));
  for (const state of JOB_STATUSES) page.add(LEDGER_METRICS.jobs, String(sum(jobsTally(state))), { state });
  page.add(LEDGER_METRICS.accepted, String(sum('jobs_accepted')));
  page.add(LEDGER_METRICS.completed, String(sum('jobs_completed')));
  for (const error of FAILURE_SLUGS) {
    page.add(LEDGER_METRICS.failed, String(sum(failedTally(error))), { error });
  }
  page.add(LEDGER_METRICS.output, printSeconds(sum('output_ms')));
  for (const type of ENTRY_TYPES) page.add(LEDGER_METRICS.moved, printDa(moved(type)), { type });
  const reserved = moved('reserve') - moved('charge') - moved('release');
  page.add(LEDGER_METRICS.reserved, printDa(reserved));
  page.add(LEDGER_METRICS.balance, printDa(moved('credit') - moved('debit') - moved('charge') - reserved));
  page.add(LEDGER_METRICS.markedBalance, printDa(sum(MARKED_BALANCE)));
  page.add(LEDGER_METRICS.markedReserved, printDa(sum(MARKED_RESERVED)));
  for (const state of KEY_STATES) page.add(LEDGER_METRICS.keys, String(sum(`keys/${state}`)), { state });
  page.add(LEDGER_METRICS.accounts, String(sum('accounts')));
}

function printSeconds(ms: bigint): string {
  const digits = String(ms).padStart(MS_DIGITS + 1, '0');
  return `${digits.slice(0, -MS_DIGITS)}.${digits.slice(-MS_DIGITS)}`;
}

/** Keys and windows in memory, and how far the record of windows on disk is behind. */

import type { KeyTable } from '../../actors/keys/key-table.js';
import type { AddressWindows } from '../../actors/windows/address-windows.js';
import type { RollingWindows } from '../../actors/windows/rolling-windows.js';
import type { WindowJournal } from '../../actors/windows/window-journal.js';
import { counter, gauge } from './definition.js';
import type { MetricsPage } from './page.js';

export const MEMORY_METRICS = {
  keys: gauge('tollgate_keys_resident', 'Keys in memory, of those that were used since the start.'),
  windows: gauge('tollgate_windows_resident', 'Rolling windows in memory: of keys and of addresses.'),
  addresses: gauge(
    'tollgate_address_windows_resident',
    'Client addresses that are counted one by one; newcomers beyond address-windows-max share one count.',
  ),
  lag: gauge(
    'tollgate_window_journal_lag_seconds',
    'Age of the oldest admission that no note on disk has. After a kill, windows have forgotten that much.',
  ),
  notes: counter(
    'tollgate_window_journal_notes_total',
    'Notes of windows for the disk, by outcome (written, failed). A note that failed is made again.',
    ['outcome'],
  ),
};

export interface MemoryMetrics {
  readonly keys: KeyTable;
  readonly windows: RollingWindows;
  readonly addresses: AddressWindows;
  readonly journal: WindowJournal;
}

export function addMemoryMetrics(page: MetricsPage, metrics: MemoryMetrics): void {
  const { keys, windows, addresses, journal } = metrics;
  page.add(MEMORY_METRICS.keys, keys.count);
  page.add(MEMORY_METRICS.windows, windows.count);
  page.add(MEMORY_METRICS.addresses, addresses.count);
  page.add(MEMORY_METRICS.lag, journal.lagMs / 1000);
  page.add(MEMORY_METRICS.notes, journal.notes.written, { outcome: 'written' });
  page.add(MEMORY_METRICS.notes, journal.notes.failed, { outcome: 'failed' });
}

/** What a node takes of its machine: connections, disk, descriptors. */
import type { HttpServer } from '../../http/server.js';
import type { DatabaseUsage } from '../../store/lmdb-usage.js';
import { gauge } from './definition.js';
import type { MachineNumbers } from './machine-watch.js';
import type { MetricsPage } from './page.js';

export const MACHINE_METRICS = {
  connections: gauge('tollgate_http_connections', 'Connections of clients, idle ones included.'),
  exchanges: gauge(
    'tollgate_http_requests_open',
    'Requests that wait for their answer, or are being sent one.',
  ),
  databaseSize: gauge(
    'tollgate_database_size_bytes',
    'Length of the database file, what is kept ahead of need included.',
  ),
  databasePageSize: gauge('tollgate_database_page_size_bytes', 'Size of a page of the database.'),
  databasePages: gauge(
    'tollgate_database_pages',
    'Pages of the database, by state (used; free: filled again before the file grows).',
    ['state'],
  ),
  diskFree: gauge('tollgate_disk_free_bytes', 'What is left of the file system with the data folder.'),
  diskSize: gauge('tollgate_disk_size_bytes', 'Size of the file system with the data folder.'),
  openFiles: gauge('process_open_fds', 'File descriptors that are open, connections included.'),
  openFilesMax: gauge('process_max_fds', 'File descriptors that may be open.'),
};

export function addMachineMetrics(
  page: MetricsPage,
  server: HttpServer,
  usage: DatabaseUsage | undefined,
  numbers: Partial<MachineNumbers>,
): void {
  page.add(MACHINE_METRICS.connections, server.connections);
  page.add(MACHINE_METRICS.exchanges, server.open);
  if (usage !== undefined) {
    page.add(MACHINE_METRICS.databaseSize, usage.fileBytes);
    page.add(MACHINE_METRICS.databasePageSize, usage.pageBytes);
    page.add(MACHINE_METRICS.databasePages, usage.usedPages, { state: 'used' });
    page.add(MACHINE_METRICS.databasePages, usage.freePages, { state: 'free' });
  }
  const { diskFreeBytes, diskSizeBytes, openFiles, openFilesMax } = numbers;
  if (diskFreeBytes !== undefined) page.add(MACHINE_METRICS.diskFree, diskFreeBytes);
  if (diskSizeBytes !== undefined) page.add(MACHINE_METRICS.diskSize, diskSizeBytes);
  if (openFiles !== undefined) page.add(MACHINE_METRICS.openFiles, openFiles);
  if (openFilesMax !== undefined) page.add(MACHINE_METRICS.openFilesMax, printedLimit(openFilesMax));
}

function printedLimit(limit: number): string {
  return Number.isFinite(limit) ? String(limit) : '+Inf';
}

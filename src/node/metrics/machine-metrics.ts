/** The share that a node takes of its machine: connections, disk, descriptors. */
import type { ConnectionMetrics } from '../../http/uws/connection-guard.js';
import type { HttpServer } from '../../http/uws/server.js';
import type { DatabaseUsage } from '../../store/lmdb/usage.js';
import type { LoadWatch } from '../machine/load-watch.js';
import type { MachineNumbers } from '../machine/machine-watch.js';
import { counter, gauge } from './definition.js';
import type { MetricsPage } from './page.js';

export const MACHINE_METRICS = {
  connections: gauge('tollgate_http_connections', 'Connections of clients, idle ones included.'),
  connectionsMax: gauge(
    'tollgate_http_connections_max',
    'Connections that may be open, beside eight that are kept for operators; 0 while no file descriptor is left.',
  ),
  connectionsRefused: counter(
    'tollgate_http_connections_refused_total',
    'Connections closed because there were too many.',
  ),
  descriptorsExhausted: gauge(
    'tollgate_descriptors_exhausted',
    'Whether no file descriptor is left but those that are kept back.',
  ),
  listening: gauge(
    'tollgate_http_listening',
    'Whether connections are accepted, by place (port, unix_socket); 0 while not even a descriptor that was kept back is left.',
    ['place'],
  ),
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
  diskFree: gauge('tollgate_disk_free_bytes', 'Free space of the file system with the data folder.'),
  diskSize: gauge('tollgate_disk_size_bytes', 'Size of the file system with the data folder.'),
  openFiles: gauge('process_open_fds', 'File descriptors that are open, connections included.'),
  openFilesMax: gauge('process_max_fds', 'File descriptors that may be open.'),
};

export interface MachineMetrics {
  readonly server: HttpServer;
  readonly connections: ConnectionMetrics;
  /** Undefined until the node has started. */
  readonly watch: LoadWatch | undefined;
  readonly usage: DatabaseUsage | undefined;
  readonly numbers: Partial<MachineNumbers>;
}

export function addMachineMetrics(page: MetricsPage, metrics: MachineMetrics): void {
  const { server, connections, watch, usage, numbers } = metrics;
  page.add(MACHINE_METRICS.connections, connections.open);
  page.add(MACHINE_METRICS.connectionsMax, connections.max);
  page.add(MACHINE_METRICS.connectionsRefused, connections.refused);
  if (watch !== undefined) {
    page.add(MACHINE_METRICS.descriptorsExhausted, watch.areDescriptorsExhausted ? 1 : 0);
  }
  page.add(MACHINE_METRICS.listening, server.isListening('tcp') ? 1 : 0, { place: 'port' });
  const unixSocket = server.isListening('unix');
  if (unixSocket !== undefined) {
    page.add(MACHINE_METRICS.listening, unixSocket ? 1 : 0, { place: 'unix_socket' });
  }
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

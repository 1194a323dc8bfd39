/** What is shed and why, and what the node may run short of. */
import type { SystemFigures } from '../../actors/runtime/inspection.js';
import { type LoadShedder, SHED_REASONS } from '../../overload/load-shedder.js';
import type { LoadWatch } from '../load-watch.js';
import { counter, gauge } from './definition.js';
import type { MetricsPage } from './page.js';

/** What lasts; the others are of the moment. */
const LASTING_REASONS = ['queue', 'memory', 'disk_space'] as const;

export const OVERLOAD_METRICS = {
  shed: counter(
    'tollgate_shed_total',
    'Requests turned away before anything was done for them, by reason (queue, memory, disk_space, bodies, provider; mailbox: mailbox-max messages wait for one actor; stale: a message waited too long).',
    ['reason'],
  ),
  shedding: gauge(
    'tollgate_shedding',
    'Whether new jobs are turned away now, by reason (queue, memory, disk_space).',
    ['reason'],
  ),
  clockSteps: counter('tollgate_clock_steps_total', 'Steps of the wall clock by a second or more.'),
  stalls: counter(
    'tollgate_event_loop_stalls_total',
    'Times that the event loop stood still for over a second.',
  ),
  connectionsMax: gauge(
    'tollgate_http_connections_max',
    'Connections that may be open, beside eight on a management port; 0 while no file descriptor is left.',
  ),
  connectionsRefused: counter(
    'tollgate_http_connections_refused_total',
    'Connections closed because there were too many.',
  ),
  descriptorsExhausted: gauge(
    'tollgate_descriptors_exhausted',
    'Whether no file descriptor is left, but those that are kept back.',
  ),
  listening: gauge(
    'tollgate_http_listening',
    'Whether connections are accepted at all; 0 while not even a descriptor that was kept back is left.',
  ),
  memory: gauge('tollgate_memory_bytes', 'Memory of the process, without mapped files.'),
  memoryMax: gauge(
    'tollgate_memory_max_bytes',
    'Memory at whose 85 % new work is shed; absent where nothing bounds it.',
  ),
};

export interface OverloadFigures {
  readonly shedder: LoadShedder;
  readonly figures: SystemFigures;
  /** Steps of the wall clock by a second or more. */
  readonly clockSteps: number;
  /** Undefined where there is no machine. */
  readonly watch: LoadWatch | undefined;
}

export function addOverloadMetrics(page: MetricsPage, overload: OverloadFigures): void {
  const { shedder, figures, clockSteps, watch } = overload;
  for (const reason of SHED_REASONS) page.add(OVERLOAD_METRICS.shed, shedder.counts[reason], { reason });
  page.add(OVERLOAD_METRICS.shed, figures.refusedOverloaded, { reason: 'mailbox' });
  page.add(OVERLOAD_METRICS.shed, figures.refusedStale, { reason: 'stale' });
  const { shedsFor } = shedder;
  for (const reason of LASTING_REASONS) {
    page.add(OVERLOAD_METRICS.shedding, shedsFor.includes(reason) ? 1 : 0, { reason });
  }
  page.add(OVERLOAD_METRICS.clockSteps, clockSteps);
  if (watch !== undefined) addWatched(page, watch);
}

function addWatched(page: MetricsPage, watch: LoadWatch): void {
  const { machine, connections } = watch;
  page.add(OVERLOAD_METRICS.stalls, watch.stalls);
  page.add(OVERLOAD_METRICS.connectionsMax, connections.max);
  page.add(OVERLOAD_METRICS.connectionsRefused, connections.refused);
  page.add(OVERLOAD_METRICS.descriptorsExhausted, watch.areDescriptorsExhausted ? 1 : 0);
  page.add(OVERLOAD_METRICS.listening, watch.isListening ? 1 : 0);
  const [, { usedBytes, boundBytes }] = machine.memory();
  page.add(OVERLOAD_METRICS.memory, usedBytes);
  if (boundBytes !== undefined) page.add(OVERLOAD_METRICS.memoryMax, boundBytes);
}

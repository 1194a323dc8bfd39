/** Requests that are shed, by reason, and the causes of a late node. */
import type { SystemMetrics } from '../../actors/runtime/inspection.js';
import { type LoadShedder, SHED_REASONS } from '../../overload/load-shedder.js';
import type { LoadWatch } from '../machine/load-watch.js';
import { counter, gauge } from './definition.js';
import type { MetricsPage } from './page.js';

/** Reasons that last; the others are of the moment. */
const LASTING_REASONS = ['queue', 'memory', 'disk_space'] as const;

export const OVERLOAD_METRICS = {
  shed: counter(
    'tollgate_shed_total',
    'Requests turned away before anything was done for them, by reason (queue, memory, disk_space, bodies, provider; mailbox: mailbox-max messages wait for one actor, or ten times as many for all; stale: a message waited too long).',
    ['reason'],
  ),
  shedding: gauge(
    'tollgate_shedding',
    'Whether new jobs are turned away now, by reason (queue, memory, disk_space).',
    ['reason'],
  ),
  refusalsWaiting: gauge(
    'tollgate_shed_refusals_waiting',
    'Requests shed for the queue whose refusal is not written yet: to write them takes a bounded share of the time.',
  ),
  clockSteps: counter('tollgate_clock_steps_total', 'Steps of the wall clock by a second or more.'),
  stalls: counter(
    'tollgate_event_loop_stalls_total',
    'Times that the event loop stood still for over a second.',
  ),
};

export interface OverloadMetrics {
  readonly shedder: LoadShedder;
  readonly system: SystemMetrics;
  readonly refusalsWaiting: number;
  /** Steps of the wall clock by a second or more. */
  readonly clockSteps: number;
  /** Undefined if there is no machine. */
  readonly watch: LoadWatch | undefined;
}

export function addOverloadMetrics(page: MetricsPage, overload: OverloadMetrics): void {
  const { shedder, system, refusalsWaiting, clockSteps, watch } = overload;
  for (const reason of SHED_REASONS) page.add(OVERLOAD_METRICS.shed, shedder.counts[reason], { reason });
  page.add(OVERLOAD_METRICS.shed, system.refusedOverloaded, { reason: 'mailbox' });
  page.add(OVERLOAD_METRICS.shed, system.refusedStale, { reason: 'stale' });
  const { shedsFor } = shedder;
  for (const reason of LASTING_REASONS) {
    page.add(OVERLOAD_METRICS.shedding, shedsFor.includes(reason) ? 1 : 0, { reason });
  }
  page.add(OVERLOAD_METRICS.refusalsWaiting, refusalsWaiting);
  page.add(OVERLOAD_METRICS.clockSteps, clockSteps);
  if (watch !== undefined) page.add(OVERLOAD_METRICS.stalls, watch.stalls);
}

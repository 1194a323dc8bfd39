/** What `/metrics` says of a node. Names follow the conventions of Prometheus; no label holds a key or an id. */

import type { Effect } from '../actors/effects.js';
import type { ActorSystem } from '../actors/runtime/system.js';
import type { GatewayFigures } from '../http/gateway-figures.js';
import type { ModelCallsNumbers } from '../providers/model-calls.js';
import type { ProviderCalls } from '../providers/provider-calls.js';
import type { Metric, Sample } from './metrics.js';
import { VERSION } from './version.js';

const BREAKER_STATES = ['closed', 'half_open', 'open'] as const;

export function nodeMetrics(
  system: ActorSystem<Effect>,
  gateway: GatewayFigures,
  calls: ProviderCalls,
): readonly Metric[] {
  return [
    gauge('tollgate_build_info', 'The version that runs.', [{ labels: { version: VERSION }, value: 1 }]),
    ...processMetrics(),
    ...gatewayMetrics(gateway),
    ...systemMetrics(system),
    ...providerMetrics(calls),
  ];
}

function processMetrics(): Metric[] {
  const { user, system } = process.cpuUsage();
  return [
    counter('process_cpu_seconds_total', 'CPU time, user and system.', (user + system) / 1e6),
    gauge('process_resident_memory_bytes', 'Resident memory.', process.memoryUsage.rss()),
    gauge('process_start_time_seconds', 'Unix time of the start.', Math.floor(performance.timeOrigin / 1000)),
  ];
}

function gatewayMetrics({ routes, refusals, gone }: GatewayFigures): Metric[] {
  const answered = routes.flatMap(({ method, path, byStatus }) =>
    [...byStatus].map(([status, value]) => ({
      labels: { method, route: path, status: String(status) },
      value,
    })),
  );
  const refused = [...refusals].map(([code, value]) => ({ labels: { code }, value }));
  return [
    counter('tollgate_http_requests_total', 'Requests answered.', answered),
    counter('tollgate_http_errors_total', 'Error answers, by code.', refused),
    counter('tollgate_http_requests_aborted_total', 'Requests whose client went away first.', gone),
  ];
}

function systemMetrics(system: ActorSystem<Effect>): Metric[] {
  const { figures } = system;
  return [
    gauge('tollgate_storage_up', 'Whether the disk takes writes.', system.takesWrites ? 1 : 0),
    counter('tollgate_turns_total', 'Messages handled by actors.', figures.turns),
    counter('tollgate_turns_failed_total', 'Turns that were undone.', figures.turnsFailed),
    counter('tollgate_commits_total', 'Commits on disk.', figures.commits),
    counter('tollgate_commits_failed_total', 'Commits rejected or late.', figures.commitsFailed),
    counter('tollgate_commit_seconds_total', 'Time spent in commits.', figures.commitMsTotal / 1000),
    counter('tollgate_actors_activated_total', 'Actors brought into memory.', figures.activations),
    counter('tollgate_actors_passivated_total', 'Actors that left memory.', figures.passivations),
    counter(
      'tollgate_actors_set_aside_total',
      'Times that a failing actor was set aside.',
      figures.setAsides,
    ),
    gauge('tollgate_actors_resident', 'Actors in memory.', system.residentCount),
    gauge('tollgate_mailbox_messages', 'Messages waiting in mailboxes.', system.waitingMessages),
    counter(
      'tollgate_mailbox_refused_total',
      'Messages refused by a full mailbox.',
      figures.refusedOverloaded,
    ),
    counter('tollgate_reminders_fired_total', 'Reminders that came due.', figures.remindersFired),
  ];
}

function providerMetrics(calls: ProviderCalls): Metric[] {
  const { watched, models } = calls.numbers();
  const perModel = (value: (numbers: ModelCallsNumbers) => number): Sample[] =>
    models.map((numbers) => ({ labels: labelsOf(numbers), value: value(numbers) }));
  return [
    gauge('tollgate_jobs_watched', 'Jobs that are polled.', watched),
    counter(
      'tollgate_provider_calls_total',
      'Calls to providers, by kind and outcome.',
      models.flatMap(callSamples),
    ),
    gauge(
      'tollgate_provider_breaker_state',
      'Circuit breaker: 0 closed, 1 half open, 2 open.',
      perModel(({ breaker }) => BREAKER_STATES.indexOf(breaker)),
    ),
    gauge(
      'tollgate_provider_submits_waiting',
      'Submits waiting for their turn.',
      perModel((one) => one.submitsWaiting),
    ),
    {
      name: 'tollgate_provider_poll_lateness_seconds',
      help: 'How long after their due time polls began.',
      type: 'histogram',
      samples: models.flatMap(latenessSamples),
    },
  ];
}

function latenessSamples(numbers: ModelCallsNumbers): Sample[] {
  const labels = labelsOf(numbers);
  const { boundsMs, buckets, count, sumMs } = numbers.pollLateness;
  let upTo = 0;
  const cumulated = boundsMs.map((boundMs, bucket): Sample => {
    upTo += buckets[bucket] ?? 0;
    return { suffix: '_bucket', labels: { ...labels, le: String(boundMs / 1000) }, value: upTo };
  });
  return [
    ...cumulated,
    { suffix: '_bucket', labels: { ...labels, le: '+Inf' }, value: count },
    { suffix: '_sum', labels, value: sumMs / 1000 },
    { suffix: '_count', labels, value: count },
  ];
}

function callSamples(numbers: ModelCallsNumbers): Sample[] {
  return Object.entries(numbers.calls).flatMap(([kind, byOutcome]) =>
    Object.entries(byOutcome).map(([outcome, value]) => ({
      labels: { ...labelsOf(numbers), kind, outcome },
      value,
    })),
  );
}

function labelsOf({ provider, model }: ModelCallsNumbers): Record<string, string> {
  return { provider, model };
}

function counter(name: string, help: string, samples: number | readonly Sample[]): Metric {
  return {
    name,
    help,
    type: 'counter',
    samples: typeof samples === 'number' ? [{ value: samples }] : samples,
  };
}

function gauge(name: string, help: string, samples: number | readonly Sample[]): Metric {
  return { name, help, type: 'gauge', samples: typeof samples === 'number' ? [{ value: samples }] : samples };
}

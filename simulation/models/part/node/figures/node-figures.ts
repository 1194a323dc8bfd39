/** The figures of what a node has at hand: each is shown under its own name, in its own unit. */
import type { NodeEffect } from '../../../../../src/actors/effects.js';
import type { ActorSystem } from '../../../../../src/actors/runtime/system.js';
import type { MailQueue } from '../../../../../src/mail/mail-queue.js';
import { addActorMetrics } from '../../../../../src/node/metrics/actor-metrics.js';
import { addCertificateMetrics, addReloadMetrics } from '../../../../../src/node/metrics/config-metrics.js';
import { addMachineMetrics, type MachineMetrics } from '../../../../../src/node/metrics/machine-metrics.js';
import { addMailMetrics } from '../../../../../src/node/metrics/mail-metrics.js';
import { addMemoryMetrics, type MemoryMetrics } from '../../../../../src/node/metrics/memory-metrics.js';
import {
  addOverloadMetrics,
  type OverloadMetrics,
} from '../../../../../src/node/metrics/overload-metrics.js';
import type { MetricsPage } from '../../../../../src/node/metrics/page.js';
import { addProviderMetrics } from '../../../../../src/node/metrics/provider-metrics.js';
import { addResultMetrics, type ResultMetrics } from '../../../../../src/node/metrics/result-metrics.js';
import { addServiceMetrics } from '../../../../../src/node/metrics/service-metrics.js';
import type { ProviderCalls } from '../../../../../src/providers/calls/provider-calls.js';
import type { Random } from '../../../../world/random.js';
import { byLabel, type DrawnFigures, type Samples } from './drawn-figures.js';

/** Adds figures to a page; returns the samples that are due. */
export type Chapter = (page: MetricsPage, drawn: DrawnFigures, random: Random) => Samples;

const texts = (values: Readonly<Record<string, number>>): Samples =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));

const overload: Chapter = (page, drawn, random) => {
  const counts = drawn.each('queue', 'memory', 'disk_space', 'bodies', 'provider');
  const system = { refusedOverloaded: drawn.next(), refusedStale: drawn.next() };
  const shedsFor = (['queue', 'memory', 'disk_space'] as const).filter(() => random.chance(0.5));
  const [refusalsWaiting, clockSteps, stalls] = [drawn.next(), drawn.next(), drawn.next()];
  const watch = random.chance(0.5) ? { stalls } : undefined;
  const figures = { shedder: { counts, shedsFor }, system, refusalsWaiting, clockSteps, watch };
  addOverloadMetrics(page, figures as unknown as OverloadMetrics);
  const shed = { ...counts, mailbox: system.refusedOverloaded, stale: system.refusedStale };
  const isShedding = (reason: (typeof shedsFor)[number]) => (shedsFor.includes(reason) ? 1 : 0);
  const shedding = { queue: isShedding('queue'), memory: isShedding('memory') };
  return {
    ...byLabel('tollgate_shed_total', 'reason', shed),
    ...byLabel('tollgate_shedding', 'reason', { ...shedding, disk_space: isShedding('disk_space') }),
    ...texts({ tollgate_shed_refusals_waiting: refusalsWaiting, tollgate_clock_steps_total: clockSteps }),
    ...(watch && texts({ tollgate_event_loop_stalls_total: stalls })),
  };
};

const memory: Chapter = (page, drawn) => {
  const [keys, windows, addresses] = [drawn.next(), drawn.next(), drawn.next()];
  const notes = drawn.each('written', 'failed');
  const lagMs = drawn.next();
  const journal = { lagMs, notes };
  const counted = { keys: { count: keys }, windows: { count: windows }, addresses: { count: addresses } };
  addMemoryMetrics(page, { ...counted, journal } as unknown as MemoryMetrics);
  return {
    ...texts({ tollgate_keys_resident: keys, tollgate_windows_resident: windows }),
    ...texts({ tollgate_address_windows_resident: addresses }),
    ...texts({ tollgate_window_journal_lag_seconds: lagMs / 1_000 }),
    ...byLabel('tollgate_window_journal_notes_total', 'outcome', notes),
  };
};

const machine: Chapter = (page, drawn, random) => {
  const connections = drawn.each('open', 'max', 'refused');
  const usage = drawn.each('fileBytes', 'pageBytes', 'usedPages', 'freePages');
  const numbers = drawn.each('diskFreeBytes', 'diskSizeBytes', 'openFiles', 'openFilesMax');
  const isUnlimited = random.chance(0.3);
  const [isExhausted, isPort] = [random.chance(0.5), random.chance(0.5)];
  const unix = random.pick([true, false, undefined]);
  const open = drawn.next();
  const [hasUsage, hasNumbers, isStarted] = [random.chance(0.7), random.chance(0.7), random.chance(0.7)];
  addMachineMetrics(page, {
    server: { open, isListening: (place: string) => (place === 'tcp' ? isPort : unix) },
    connections,
    watch: isStarted ? { areDescriptorsExhausted: isExhausted } : undefined,
    usage: hasUsage ? usage : undefined,
    numbers: hasNumbers ? { ...numbers, ...(isUnlimited && { openFilesMax: Number.POSITIVE_INFINITY }) } : {},
  } as unknown as MachineMetrics);
  return {
    ...texts({ tollgate_http_connections: connections.open, tollgate_http_requests_open: open }),
    ...texts({ tollgate_http_connections_max: connections.max }),
    ...texts({ tollgate_http_connections_refused_total: connections.refused }),
    ...(isStarted && texts({ tollgate_descriptors_exhausted: Number(isExhausted) })),
    ...byLabel('tollgate_http_listening', 'place', { port: Number(isPort) }),
    ...(unix !== undefined && byLabel('tollgate_http_listening', 'place', { unix_socket: Number(unix) })),
    ...(hasUsage && {
      ...texts({ tollgate_database_size_bytes: usage.fileBytes }),
      ...texts({ tollgate_database_page_size_bytes: usage.pageBytes }),
      ...byLabel('tollgate_database_pages', 'state', { used: usage.usedPages, free: usage.freePages }),
    }),
    ...(hasNumbers && {
      ...texts({ tollgate_disk_free_bytes: numbers.diskFreeBytes }),
      ...texts({ tollgate_disk_size_bytes: numbers.diskSizeBytes, process_open_fds: numbers.openFiles }),
      process_max_fds: isUnlimited ? '+Inf' : String(numbers.openFilesMax),
    }),
  };
};

const actors: Chapter = (page, drawn, random) => {
  const takesWrites = random.chance(0.5);
  const commits = { committed: drawn.durations(), rejected: drawn.durations(), late: drawn.durations() };
  const gateWaits = drawn.durations();
  const metrics = drawn.each(
    ...(['turnsCommitted', 'writesCommitted', 'turns', 'turnsFailed', 'activations'] as const),
    ...(['passivations', 'quarantines', 'remindersFired'] as const),
  );
  const system = drawn.each('waitingMessages', 'deepestMailbox', 'remindersSet');
  const residents = drawn.each('api_key', 'video_job');
  addActorMetrics(page, {
    ...system,
    takesWrites,
    residentsByKind: new Map(Object.entries(residents)),
    metrics: { ...metrics, commitDurations: commits, gateWaits },
  } as unknown as ActorSystem<NodeEffect>);
  const times = Object.entries(commits).map(([outcome, durations]) =>
    durations.samples('tollgate_commit_duration_seconds', `outcome="${outcome}"`),
  );
  return {
    ...Object.assign({}, ...times),
    ...gateWaits.samples('tollgate_gate_wait_seconds', ''),
    ...byLabel('tollgate_actors_resident', 'kind', residents),
    ...texts({
      tollgate_storage_up: Number(takesWrites),
      tollgate_turns_committed_total: metrics.turnsCommitted,
      tollgate_records_written_total: metrics.writesCommitted,
      tollgate_turns_total: metrics.turns,
      tollgate_turns_failed_total: metrics.turnsFailed,
      tollgate_actors_activated_total: metrics.activations,
      tollgate_actors_passivated_total: metrics.passivations,
      tollgate_actors_set_aside_total: metrics.quarantines,
      tollgate_mailbox_messages: system.waitingMessages,
      tollgate_mailbox_deepest_messages: system.deepestMailbox,
      tollgate_reminders_set: system.remindersSet,
      tollgate_reminders_fired_total: metrics.remindersFired,
    }),
  };
};

const providers: Chapter = (page, drawn, random) => {
  const own = 'provider="one",model="a \\"film\\" \\\\ \\n"';
  const about = { provider: 'one', model: 'a "film" \\ \n' };
  const kinds = ['submit', 'find', 'poll', 'last_call', 'cancel'] as const;
  const inFlight = drawn.each(...kinds);
  const calls = Object.fromEntries(kinds.map((kind) => [kind, drawn.each('answered', 'timeout')]));
  const durations = Object.fromEntries(kinds.map((kind) => [kind, drawn.durations()]));
  const waiting = drawn.each('submitsWaiting', 'findsWaiting', 'finalPollsWaiting');
  const breaker = random.pick(['closed', 'half_open', 'open'] as const);
  const [watched, breakerOpenings, late] = [drawn.next(), drawn.next(), drawn.durations()];
  const numbers = Object.entries(durations).map(([kind, times]) => [kind, times.numbers()]);
  const model = { ...about, ...waiting, breaker, breakerOpenings, inFlight, calls };
  const all = { ...model, durations: Object.fromEntries(numbers), pollLateness: late.numbers() };
  addProviderMetrics(page, { numbers: () => ({ watched, models: [all] }) } as unknown as ProviderCalls);
  const { submitsWaiting: submit, findsWaiting: find, finalPollsWaiting: last_call } = waiting;
  const samples = kinds.map((kind) => ({
    ...byLabel('tollgate_provider_calls_total', `${own},kind="${kind}",outcome`, calls[kind] ?? {}),
    ...durations[kind]?.samples('tollgate_provider_call_duration_seconds', `${own},kind="${kind}"`),
  }));
  return {
    ...Object.assign({}, ...samples),
    ...byLabel('tollgate_provider_calls_in_flight', `${own},kind`, inFlight),
    ...byLabel('tollgate_provider_calls_waiting', `${own},kind`, { submit, find, last_call }),
    ...late.samples('tollgate_provider_poll_lateness_seconds', own),
    ...texts({
      tollgate_jobs_watched: watched,
      [`tollgate_provider_breaker_state{${own}}`]: { closed: 0, half_open: 1, open: 2 }[breaker],
      [`tollgate_provider_breaker_opened_total{${own}}`]: breakerOpenings,
    }),
  };
};

const others: Chapter = (page, drawn, random) => {
  const [readings, store] = [drawn.each('read', 'unreadable', 'retried'), drawn.each('bytes', 'files')];
  const [evictions, cameBytes, open] = [drawn.next(), drawn.next(), drawn.next()];
  const results = { reader: { metrics: readings, open }, store: { ...store, metrics: { evictions } } };
  const keeps = random.chance(0.7);
  const { reader, store: kept } = results;
  addResultMetrics(page, {
    cameBytes,
    reader: keeps ? reader : undefined,
    store: kept,
  } as unknown as ResultMetrics);
  const [mails, waiting] = [drawn.each('sent', 'failed', 'dropped'), drawn.next()];
  addMailMetrics(page, { metrics: mails, waiting } as unknown as MailQueue);
  const [calls, traffic] = [
    drawn.each('ok', 'busy'),
    drawn.each('connections', 'bytesSent', 'bytesReceived'),
  ];
  addServiceMetrics(page, [{ provider: 'one', calls: { file: calls }, ...traffic }] as never);
  const [reloads, isLastApplied] = [drawn.each('applied', 'refused'), random.chance(0.5)];
  const [inForceSince, validUntil] = [drawn.next(), random.chance(0.5) ? drawn.next() : undefined];
  addReloadMetrics(page, { ...reloads, inForceSince, isLastApplied });
  addCertificateMetrics(page, validUntil);
  const bytes = { sent: traffic.bytesSent, received: traffic.bytesReceived };
  return {
    ...(keeps && {
      ...byLabel('tollgate_result_readings_total', 'outcome', readings),
      ...texts({ tollgate_results_reading: open, tollgate_result_read_bytes_total: cameBytes }),
      ...texts({ tollgate_results_kept_bytes: store.bytes, tollgate_results_kept_files: store.files }),
      ...texts({ tollgate_results_evicted_total: evictions }),
    }),
    ...byLabel('tollgate_mails_total', 'outcome', mails),
    ...texts({ tollgate_mails_waiting: waiting }),
    ...byLabel('tollgate_service_requests_total', 'provider="one",kind="file",outcome', calls),
    ...byLabel('tollgate_service_connections', 'provider', { one: traffic.connections }),
    ...byLabel('tollgate_service_bytes_total', 'provider="one",direction', bytes),
    ...byLabel('tollgate_config_reloads_total', 'outcome', reloads),
    ...texts({
      tollgate_config_last_reload_successful: Number(isLastApplied),
      tollgate_config_last_reload_success_timestamp_seconds: inForceSince,
    }),
    ...(validUntil !== undefined && texts({ tollgate_tls_certificate_expiry_timestamp_seconds: validUntil })),
  };
};

export const NODE_CHAPTERS: Readonly<Record<string, Chapter>> = {
  overload,
  memory,
  machine,
  actors,
  providers,
  others,
};

/**
 * Makes the frames that watchers of a node are sent. Nothing in one costs more with more keys, jobs or
 * requests.
 */

import type { NodeEffect } from '../../actors/effects.js';
import { failedTally, jobsTally } from '../../actors/jobs/tallies.js';
import { readApiKey } from '../../actors/keys/api-key-record.js';
import type { KeyTable } from '../../actors/keys/key-table.js';
import type { ActorSystem } from '../../actors/runtime/system.js';
import type { Tallies } from '../../actors/runtime/tallies.js';
import type { HottestWindows, HotWindow } from '../../actors/windows/hottest-windows.js';
import type { RollingWindows } from '../../actors/windows/rolling-windows.js';
import {
  FRAME_VERSION,
  type LiveFrame,
  type LiveHistogram,
  type LiveKey,
  type LiveProcess,
  type LiveProvider,
} from '../../http/live/frame-shape.js';
import type { GatewayMetrics } from '../../http/monitoring/gateway-metrics.js';
import { ANSWER_BOUNDS_MS, addedUp, type HistogramNumbers, WAIT_BOUNDS_MS } from '../../metrics/histogram.js';
import type { LoadShedder } from '../../overload/load-shedder.js';
import type { ModelCallsNumbers } from '../../providers/calls/model-calls.js';
import type { ProviderCalls } from '../../providers/calls/provider-calls.js';
import { FAILURE_SLUGS } from '../../providers/provider.js';
import type { World } from '../../time/world.js';

const KEYS_MAX = 40;
const PROVIDERS_MAX = 64;
const WITHOUT_ANSWER = ['timeout', 'error', 'garbage'];
/** Of the subject of a window of a key, whose id is behind it. */
const KEY_SUBJECT = /^(api_key|management_key)\/(.*)$/;

export interface FrameSources {
  readonly world: World;
  readonly system: ActorSystem<NodeEffect>;
  readonly windows: RollingWindows;
  readonly keys: KeyTable;
  readonly calls: ProviderCalls;
  readonly gateway: () => GatewayMetrics;
  readonly shedder: LoadShedder;
  readonly whyNotReady: () => string | undefined;
  /** Undefined if there is no process to tell of. */
  readonly liveProcess: (() => LiveProcess) | undefined;
}

export function isOfKey(subject: string): boolean {
  return KEY_SUBJECT.test(subject);
}

export function liveFrame(sources: FrameSources, hottest: HottestWindows, watchers: number): LiveFrame {
  const { world, system, windows, keys, calls } = sources;
  const { metrics } = system;
  const gateway = sources.gateway();
  const nowMs = world.steadyMs();
  return {
    v: FRAME_VERSION,
    at_ms: world.wallMs(),
    clock_ms: world.stopwatchMs(),
    not_ready: sources.whyNotReady() ?? null,
    shedding: sources.shedder.shedsFor,
    watchers,
    requests: requestsOf(gateway),
    limits: {
      api_key: gateway.verdictsOf('api_key'),
      management_key: gateway.verdictsOf('management_key'),
      address: gateway.verdictsOf('address'),
    },
    hottest_keys: hottest.top(nowMs, KEYS_MAX).map((window) => keyOf(window, system)),
    jobs: jobsOf(system.tallies),
    commits: {
      committed_ms: histogramOf(metrics.commitDurations.committed.numbers()),
      rejected: metrics.commitDurations.rejected.count,
      late: metrics.commitDurations.late.count,
      turns: metrics.turnsCommitted,
    },
    actors: {
      resident: Object.fromEntries(system.residentsByKind),
      messages_waiting: system.waitingMessages,
      reminders: system.remindersSet,
      keys: keys.count,
      windows: windows.count,
    },
    providers: calls.numbers().models.slice(0, PROVIDERS_MAX).map(providerOf),
    process: sources.liveProcess?.() ?? null,
  };
}

function requestsOf({ routes, refusals, gone }: GatewayMetrics): LiveFrame['requests'] {
  const answered: Record<string, number> = {};
  const durations: HistogramNumbers[] = [];
  for (const route of routes) {
    for (const [status, count] of route.byStatus) {
      const name = `${Math.trunc(status / 100)}xx`;
      answered[name] = (answered[name] ?? 0) + count;
    }
    durations.push(...route.durations.values());
  }
  return {
    answered,
    aborted: gone,
    errors: Object.fromEntries([...refusals].filter(([, count]) => count > 0)),
    duration_ms: histogramOf(addedUp(ANSWER_BOUNDS_MS, durations)),
  };
}

function keyOf({ subject, counted, limit }: HotWindow, system: ActorSystem<NodeEffect>): LiveKey {
  const [, kind = '', id = ''] = KEY_SUBJECT.exec(subject) ?? [];
  const isApiKey = kind === 'api_key';
  return {
    kind: isApiKey ? 'api_key' : 'management_key',
    id,
    name: isApiKey ? nameOf(id, system) : null,
    last_minute: counted,
    limit_rpm: limit,
  };
}

/**
 * A damaged page takes away the names on it, and no more: whoever uses such a key is answered 500, which the
 * log has.
 */
function nameOf(apiKey: string, { records }: ActorSystem<NodeEffect>): string | null {
  try {
    return readApiKey(apiKey, records)?.name ?? null;
  } catch {
    return null;
  }
}

function jobsOf(tallies: Tallies): LiveFrame['jobs'] {
  const sum = (name: string) => Number(tallies.get(name) ?? 0n);
  return {
    pending: sum(jobsTally('pending')),
    in_progress: sum(jobsTally('in_progress')),
    completed: sum(jobsTally('completed')),
    failed: sum(jobsTally('failed')),
    accepted_total: sum('jobs_accepted'),
    completed_total: sum('jobs_completed'),
    failed_total: FAILURE_SLUGS.reduce((all, slug) => all + sum(failedTally(slug)), 0),
  };
}

function providerOf(numbers: ModelCallsNumbers): LiveProvider {
  const ended = Object.values(numbers.calls).flatMap((byResult) => Object.entries(byResult));
  const count = (isFailed: boolean) =>
    ended.reduce(
      (sum, [result, times]) => (WITHOUT_ANSWER.includes(result) === isFailed ? sum + times : sum),
      0,
    );
  return {
    provider: numbers.provider,
    model: numbers.model,
    breaker: numbers.breaker,
    breaker_opened: numbers.breakerOpenings,
    in_flight: Object.values(numbers.inFlight).reduce((sum, calls) => sum + calls, 0),
    waiting: numbers.submitsWaiting + numbers.finalPollsWaiting,
    watched: numbers.watched,
    answered: count(false),
    failed: count(true),
    call_ms: histogramOf(addedUp(WAIT_BOUNDS_MS, Object.values(numbers.durations))),
  };
}

export function histogramOf({ boundsMs, buckets, sumMs }: HistogramNumbers): LiveHistogram {
  return { bounds_ms: boundsMs, buckets, sum_ms: sumMs };
}

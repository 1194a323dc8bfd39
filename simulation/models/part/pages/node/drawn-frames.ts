/** Frames of a node as its page may be handed them. */
import type { LiveFrame, LiveHistogram } from '../../../../../src/http/live/frame-shape.js';
import type { Random } from '../../../../world/random.js';

export interface LookAct {
  readonly do: 'look';
  readonly frame: LiveFrame;
  readonly role: 'operator' | 'owner' | 'member';
}

/** The page is a long one: most moments pass without a look. */
export type FrameAct = LookAct | { readonly do: 'pass' };

const BREAKERS = ['closed', 'closed', 'half_open', 'open'] as const;
const CODES = ['invalid_api_key', 'rate_limit_exceeded', 'overloaded', 'internal_error', 'too_many_jobs'];
const REASONS = ['disk_space', 'queue', 'memory'];
const HOTTEST = 10;

export function drawnMoment(random: Random): FrameAct {
  if (random.chance(0.8)) return { do: 'pass' };
  return {
    do: 'look',
    frame: drawnFrame(random),
    role: random.pick(['operator', 'operator', 'operator', 'operator', 'owner', 'member']),
  };
}

/** All figures of one kind are told apart by their size. */
function drawnFrame(random: Random): LiveFrame {
  const some = () => random.pick([0, 1, 7, random.below(1_000), random.below(9_000_000)]);
  const verdicts = () => ({ admitted: some(), refused: some() });
  const waiting = () => random.pick([0, 0, 1, random.below(5_000)]);
  return {
    v: 1,
    at_ms: 1_800_000_000_000 + random.below(1_000_000_000),
    clock_ms: some(),
    not_ready: random.chance(0.3) ? random.pick(['starting', 'the disk <is> full']) : null,
    shedding: REASONS.filter(() => random.chance(0.2)),
    watchers: some(),
    requests: {
      answered: { '2xx': some(), '4xx': some(), '5xx': some() },
      aborted: some(),
      errors: Object.fromEntries(CODES.filter(() => random.chance(0.5)).map((code) => [code, 1 + some()])),
      duration_ms: histogram(random),
    },
    limits: { api_key: verdicts(), management_key: verdicts(), address: verdicts() },
    hottest_keys: Array.from({ length: random.pick([0, 1, 3, HOTTEST]) }, (_, at) => ({
      kind: random.pick(['api_key', 'api_key', 'management_key'] as const),
      id: `key_${at}`,
      name: random.pick(['Film & <sound>', 'Ads', null]),
      last_minute: some(),
      limit_rpm: 1 + some(),
    })),
    jobs: {
      ...{ pending: some(), in_progress: some(), completed: some(), failed: some() },
      ...{ accepted_total: some(), completed_total: some(), failed_total: some() },
    },
    commits: { committed_ms: histogram(random), rejected: some(), late: some(), turns: some() },
    actors: {
      resident: { api_key: some(), video_job: some() },
      ...{ messages_waiting: some(), reminders: some(), keys: some(), windows: some() },
    },
    providers: Array.from({ length: random.pick([0, 1, 2, 5]) }, (_, at) => ({
      provider: `provider-${at}`,
      model: random.pick(['film', 'film/2']),
      breaker: random.pick(BREAKERS),
      breaker_opened: some(),
      ...{ in_flight: some(), waiting: waiting(), watched: some(), answered: some(), failed: some() },
      call_ms: histogram(random),
    })),
    process: random.chance(0.2)
      ? null
      : {
          version: '1.2.3',
          uptime_ms: random.below(900_000_000),
          ...{ cpu_ms: some(), loop_active_ms: some(), loop_delay_ms: histogram(random) },
          rss_bytes: random.chance(0.1) ? null : 1_000 * some(),
          ...{ heap_used_bytes: 1_000 * some(), heap_total_bytes: some(), external_bytes: some() },
          ...{ connections: some(), open_requests: some() },
        },
  };
}

function histogram(random: Random): LiveHistogram {
  return {
    bounds_ms: [1, 5, 25, 100],
    buckets: Array.from({ length: 5 }, () => random.pick([0, 0, 1, random.below(100), random.below(9_000)])),
    sum_ms: random.below(1_000_000),
  };
}

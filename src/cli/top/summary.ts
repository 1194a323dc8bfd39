/**
 * The lines above the tables of `tollgate top`: what the node did between two frames, one line for each
 * subject.
 */
import type { LiveFrame } from '../../http/live/frame-shape.js';
import { count } from '../framework/format.js';
import { inCells, type Line, type Span, type Tone } from './lines.js';
import { boundText, bytesText, msText, percentText, rateText } from './numbers.js';
import { type Interval, perSecond, timesIn } from './rates.js';

const LABEL_CELLS = 10;
const ERRORS_MAX = 4;
const RESIDENT_MAX = 4;
const GRAVE_ERRORS = ['internal_error', 'storage_unavailable'];
const TOTAL: Span = ['total', 'faint'];

export function summaryLines(interval: Interval): readonly Line[] {
  return [
    requestLine(interval),
    refusedLine(interval),
    errorLine(interval),
    latencyLine(interval),
    commitLine(interval),
    jobLine(interval),
    actorLine(interval),
    ...processLines(interval),
  ];
}

/** `LABEL     3/s  name 1  name 2`: a label, then spans with gaps in between. */
function labelled(label: string, ...spans: readonly Span[]): Line {
  return [[inCells(label, LABEL_CELLS), 'strong'], ...spans.flatMap((span) => [span, ['  '] as const])];
}

function requestLine(interval: Interval): Line {
  const ofClass = (name: string, tone: Tone): Span => {
    const rate = perSecond(interval, ({ requests }) => requests.answered[name] ?? 0);
    return [`${name} ${rateText(rate)}/s`, rate !== undefined && rate > 0 ? tone : 'plain'];
  };
  const all = perSecond(interval, ({ requests }) =>
    Object.values(requests.answered).reduce((sum, answered) => sum + answered, 0),
  );
  const aborted = perSecond(interval, ({ requests }) => requests.aborted);
  return labelled(
    'REQUESTS',
    [`${rateText(all)}/s`, 'strong'],
    ofClass('2xx', 'plain'),
    ofClass('4xx', 'warn'),
    ofClass('5xx', 'bad'),
    [`aborted ${rateText(aborted)}/s`],
  );
}

function refusedLine(interval: Interval): Line {
  const { api_key, management_key, address } = interval.frame.limits;
  const rate = (of: (limits: LiveFrame['limits']) => number) =>
    perSecond(interval, ({ limits }) => of(limits));
  const all = rate(
    (limits) => limits.api_key.refused + limits.management_key.refused + limits.address.refused,
  );
  const part = (name: string, refused: number | undefined): Span => [`${name} ${rateText(refused)}/s`];
  const total = api_key.refused + management_key.refused + address.refused;
  return labelled(
    'REFUSED',
    [`${rateText(all)}/s`, all !== undefined && all > 0 ? 'warn' : 'plain'],
    part(
      'keys',
      rate((limits) => limits.api_key.refused),
    ),
    part(
      'management',
      rate((limits) => limits.management_key.refused),
    ),
    part(
      'addresses',
      rate((limits) => limits.address.refused),
    ),
    [`total ${count(total)}`, 'faint'],
  );
}

/** The errors of now; if there are none, those since the start. */
function errorLine(interval: Interval): Line {
  const totals = Object.entries(interval.frame.requests.errors);
  const most = (all: readonly (readonly [string, number])[]) =>
    all
      .filter(([, number]) => number > 0)
      .sort((a, b) => b[1] - a[1])
      .slice(0, ERRORS_MAX);
  const rates = most(
    totals.map(([code]) => [code, perSecond(interval, ({ requests }) => requests.errors[code] ?? 0) ?? 0]),
  );
  if (rates.length > 0) {
    return labelled(
      'ERRORS',
      ...rates.map(([code, rate]): Span => [`${code} ${rateText(rate)}/s`, toneOfError(code)]),
    );
  }
  const before = most(totals).map(([code, total]): Span => [`${code} ${count(total)}`, 'faint']);
  return labelled('ERRORS', ['none now', 'plain'], ...(before.length > 0 ? [TOTAL, ...before] : []));
}

/** A defect or a failing disk needs a look, however rare. */
function toneOfError(code: string): Tone {
  return GRAVE_ERRORS.includes(code) ? 'bad' : 'plain';
}

function latencyLine({ frame, before }: Interval): Line {
  const times = timesIn(frame.requests.duration_ms, before?.requests.duration_ms);
  return labelled(
    'LATENCY',
    [`p50 ${boundText(times, 0.5)}`],
    [`p90 ${boundText(times, 0.9)}`],
    [`p99 ${boundText(times, 0.99)}`],
    [`p99.9 ${boundText(times, 0.999)}`],
    [`mean ${msText(times?.meanMs)}`],
  );
}

function commitLine(interval: Interval): Line {
  const { frame, before } = interval;
  const times = timesIn(frame.commits.committed_ms, before?.commits.committed_ms);
  const rate = perSecond(interval, ({ commits }) =>
    commits.committed_ms.buckets.reduce((sum, one) => sum + one, 0),
  );
  const turns = perSecond(interval, ({ commits }) => commits.turns);
  const { rejected, late } = frame.commits;
  return labelled(
    'COMMITS',
    [`${rateText(rate)}/s`],
    [`p50 ${boundText(times, 0.5)}`],
    [`p99 ${boundText(times, 0.99)}`],
    [`rejected ${count(rejected)}`, toneOfTrouble(rejected, before?.commits.rejected)],
    [`late ${count(late)}`, toneOfTrouble(late, before?.commits.late)],
    [`mean ${msText(times?.meanMs)}`],
    [`turns ${rateText(turns)}/s`],
  );
}

/** Trouble that is over is a warning only. */
function toneOfTrouble(total: number, before: number | undefined): Tone {
  if (total === 0) return 'plain';
  return before !== undefined && total > before ? 'bad' : 'warn';
}

function jobLine(interval: Interval): Line {
  const { pending, in_progress, completed, failed } = interval.frame.jobs;
  return labelled(
    'JOBS',
    [`new ${rateText(perSecond(interval, ({ jobs }) => jobs.accepted_total))}/s`],
    [`pending ${count(pending)}`],
    [`in progress ${count(in_progress)}`],
    [`failed ${count(failed)}`],
    [`completed ${count(completed)}`],
  );
}

function actorLine({ frame }: Interval): Line {
  const { resident, messages_waiting, reminders } = frame.actors;
  const kinds = Object.entries(resident).sort((a, b) => b[1] - a[1]);
  const all = kinds.reduce((sum, [, number]) => sum + number, 0);
  return labelled(
    'ACTORS',
    [`${count(all)} in memory`],
    [`queued ${count(messages_waiting)}`],
    [`reminders ${count(reminders)}`],
    ...kinds
      .filter(([, number]) => number > 0)
      .slice(0, RESIDENT_MAX)
      .map(([kind, number]): Span => [`${kind} ${count(number)}`, 'faint']),
  );
}

function processLines(interval: Interval): readonly Line[] {
  const { frame, before } = interval;
  const node = frame.process;
  if (node === null) return [];
  const share = (total: (frame: LiveFrame) => number) => {
    const msPerSecond = perSecond(interval, total);
    return msPerSecond === undefined ? undefined : msPerSecond / 1_000;
  };
  const delays = timesIn(node.loop_delay_ms, before?.process?.loop_delay_ms);
  return [
    labelled(
      'MEMORY',
      [bytesText(node.rss_bytes ?? undefined)],
      [`heap ${bytesText(node.heap_used_bytes)} of ${bytesText(node.heap_total_bytes)}`],
      [`external ${bytesText(node.external_bytes)}`],
      [`${count(frame.actors.keys)} keys`],
      [`${count(frame.actors.windows)} windows`],
    ),
    labelled(
      'PROCESS',
      [`CPU ${percentText(share(({ process }) => process?.cpu_ms ?? 0))}`],
      [`loop busy ${percentText(share(({ process }) => process?.loop_active_ms ?? 0))}`],
      [`delay p99 ${boundText(delays, 0.99)} ms`],
      [`connections ${count(node.connections)}`],
      [`open ${count(node.open_requests)}`],
    ),
  ];
}

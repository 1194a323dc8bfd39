/** The operator's page of a node: all figures of the frame that it is handed, and rows for later ones. */
import type { LiveFrame, LiveHistogram } from '../../../../../src/http/live/frame-shape.js';
import type { Part } from '../../part.js';
import type { Trial } from '../../trial.js';
import { PageDesk } from '../page-desk.js';
import { VIEWERS } from '../viewers.js';
import { drawnMoment, type FrameAct, type LookAct } from './drawn-frames.js';
import { figuresIn, linesIn, troublesIn } from './node-html.js';

/** Without a frame before it, no rate and no share is known. */
const UNKNOWN = '–';
const SPARE_ROUTES = 12;
const HOTTEST = 10;

export function nodePagePart(): Part<undefined, FrameAct> {
  return {
    name: 'node-page',
    limits: () => undefined,
    act: (random) => drawnMoment(random),
    pauseMs: () => 0,
    begin(trial) {
      const now: { frame?: LiveFrame } = {};
      const desk = new PageDesk(trial, false, {}, { nodeFrame: () => now.frame });
      const take = (act: FrameAct): void | Promise<void> => {
        if (act.do === 'pass') return;
        now.frame = act.frame;
        return look(trial, desk, act);
      };
      return { take, compare() {} };
    },
  };
}

async function look(trial: Trial, desk: PageDesk, { frame, role }: LookAct): Promise<void> {
  const viewer = { ...VIEWERS.owner, role };
  const page = await desk.ask(viewer, { path: '/node' });
  trial.same('result', page.result, role === 'operator' ? '200' : '404');
  if (role !== 'operator') return;
  trial.same('figures', figuresIn(page.main), figuresDue(frame));
  trial.same('troubles', troublesIn(page.main), troublesDue(frame));
  const { providers, hottest_keys: keys, requests } = frame;
  const [routes, hottest] = [linesIn(page.main, 'Providers'), linesIn(page.main, 'Hottest keys')];
  trial.same('routes', shown(routes), byUrgency(providers).map(routeLine));
  trial.same('rooms', [routes.length, hottest.length], [providers.length + SPARE_ROUTES, HOTTEST]);
  trial.same('keys', shown(hottest), keys.map(keyLine));
  trial.same('requests', shown(linesIn(page.main, 'Requests and limits')), [
    ...Object.entries(requests.answered).map(([name, count]) => `Answers ${name} | ${UNKNOWN} | ${count}`),
    `Clients gone too soon | ${UNKNOWN} | ${requests.aborted}`,
    `Refused: API keys | ${UNKNOWN} | ${frame.limits.api_key.refused}`,
    `Refused: management | ${UNKNOWN} | ${frame.limits.management_key.refused}`,
    `Refused: addresses | ${UNKNOWN} | ${frame.limits.address.refused}`,
  ]);
  const errors = linesIn(page.main, 'Requests and limits', 'Error ');
  const counts = errors.map((line) => Number(line.split(' | ').at(-1)));
  trial.same(
    'errors',
    counts,
    counts.toSorted((one, other) => other - one),
  );
  const due = Object.entries(requests.errors).map(([code, count]) => `Error ${code} | ${UNKNOWN} | ${count}`);
  trial.same('errors', shown(errors).toSorted(), due.toSorted());
}

/** The rows that are hidden have the mark of it before them. */
function shown(lines: readonly string[]): readonly string[] {
  return lines.filter((line) => !line.startsWith('hidden '));
}

function figuresDue({ requests, jobs, commits, actors, process, at_ms: at }: LiveFrame): readonly string[] {
  const first = [UNKNOWN, boundOf(requests.duration_ms, 0.99), UNKNOWN];
  const states = [jobs.pending, jobs.in_progress, jobs.completed, jobs.failed];
  const { committed_ms: committed, rejected, late } = commits;
  const written = [UNKNOWN, boundOf(committed, 0.5), boundOf(committed, 0.99), rejected, late];
  const resident = Object.values(actors.resident).reduce((sum, one) => sum + one, 0);
  const { messages_waiting: mail, reminders, keys, windows } = actors;
  const all = [...first, ...states, ...written, resident, mail, reminders, keys, windows].map(String);
  if (process === null) return all;
  const { version, connections, open_requests: open, rss_bytes: rss, heap_used_bytes: heap } = process;
  const megabytes = (bytes: number) => Math.round(bytes / 1_000_000);
  const memory = [rss === null ? UNKNOWN : megabytes(rss), megabytes(heap)];
  const delay = boundOf(process.loop_delay_ms, 0.99);
  const startedAt = new Date(Math.floor((at - process.uptime_ms) / 1_000) * 1_000).toISOString();
  return [...all, ...[UNKNOWN, UNKNOWN, delay, connections, open, ...memory].map(String), version, startedAt];
}

/** The bound that so much of all lies within. */
function boundOf({ bounds_ms: bounds, buckets }: LiveHistogram, share: number): string {
  const all = buckets.flatMap((count, at) => Array.from({ length: count }, () => at));
  if (all.length === 0) return UNKNOWN;
  const bound = bounds[all[Math.ceil(share * all.length) - 1] ?? 0];
  return bound === undefined ? `>${bounds.at(-1)}` : `≤${bound}`;
}

function troublesDue({ not_ready: why, shedding, commits: { rejected, late } }: LiveFrame) {
  return [
    ...(why === null ? ['good The node takes work'] : [`bad The node takes no work ${why}`]),
    ...(shedding.length > 0 ? [`wait The node turns some work away now ${shedding.join(', ')}`] : []),
    ...(rejected > 0 ? [`wait Commits that the disk refused since the start ${rejected}`] : []),
    ...(late > 0 ? [`wait Commits that took too long since the start ${late}`] : []),
  ];
}

/** Routes with a breaker that is not closed come first, and behind them routes with calls that wait. */
function byUrgency(routes: LiveFrame['providers']): LiveFrame['providers'] {
  const open = routes.filter(({ breaker }) => breaker !== 'closed');
  const waiting = routes.filter((route) => !open.includes(route) && route.waiting > 0);
  return [...open, ...waiting, ...routes.filter((one) => !open.includes(one) && !waiting.includes(one))];
}

function routeLine(route: LiveFrame['providers'][number]): string {
  const { provider, model, watched, breaker, waiting, in_flight: calls, answered, failed } = route;
  const named = `${provider} ${model} Jobs polled: ${watched}`;
  const tone = { closed: 'good', half_open: 'wait', open: 'bad' }[breaker];
  const counts = [waiting, watched, calls, answered, failed, boundOf(route.call_ms, 0.99)];
  return [named, `${tone} ${breaker.replace('_', ' ')}`, ...counts].join(' | ');
}

function keyLine({ kind, id, name, last_minute: last, limit_rpm: limit }: LiveFrame['hottest_keys'][number]) {
  const link = kind === 'api_key' ? `/keys/${id} ` : '';
  return [`${link}${name === null ? '' : `${name} `}${id}`, `${last} / ${limit}`, `${last} of ${limit}`].join(
    ' | ',
  );
}

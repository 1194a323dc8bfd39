/** A watcher of a node is sent a frame at once and one a second, of the figures that the node shows. */
import type { Observation } from '../../history/observation.js';
import type { Samples } from '../../history/onlookers/watching.js';
import { codeOf, isObject, type JsonObject } from '../facts/requests.js';
import type { Rule } from '../invariant.js';
import { comesInTime, EVERY_MS, GOING_AWAY } from './frame-pace.js';
import { HotKeys } from './hot-keys.js';
import { sumOf } from './samples.js';

const NODE_WATCHERS = 16;

interface Watcher {
  frames: number;
  lastAt: number;
  lastClockMs: number;
}

export const FRAMES: Rule = {
  name: 'frames',
  says: 'A watcher of a node is sent a frame at once, then one each second, with the figures that the node shows in that instant and the keys that asked most; no more do than have a place, until the node stops.',
  watch({ limits }, report) {
    const watchersMax = limits?.nodeWatchers ?? NODE_WATCHERS;
    const watchers = new Map<number, Watcher>();
    /** Pages that watch, and those of them that ask for the node: its other watchers, if operators do. */
    const pages = new Set<number>();
    const ofNode = new Set<number>();
    const hot = new HotKeys();
    let frame: JsonObject | undefined;
    let isStopping = false;
    /** Since then there was always somebody. */
    let watchedSince = 0;

    const seeFrame = (seen: Extract<Observation, { what: 'frame' }>): void => {
      const { request, at, wallMs } = seen;
      const watcher = watchers.get(request);
      const wrong = (what: string) => report(`a frame for request ${request}: ${what}`);
      if (watcher === undefined) {
        wrong('nobody watches');
        return;
      }
      const sinceMs = at - watcher.lastAt;
      if (!comesInTime(watcher.frames, sinceMs))
        wrong(`it comes ${sinceMs} ms after ${watcher.frames === 0 ? 'the handshake' : 'the one before'}`);
      frame = seen.frame;
      const { v, at_ms: atMs, clock_ms: clockMs, watchers: count } = frame;
      if (v !== 1) wrong(`v is ${String(v)}`);
      if (atMs !== wallMs) wrong(`at_ms is ${String(atMs)}, and the clock says ${wallMs}`);
      if (watcher.frames > 0 && Math.abs(Number(clockMs) - watcher.lastClockMs - sinceMs) > 1)
        wrong(`clock_ms went on by ${Number(clockMs) - watcher.lastClockMs} in ${sinceMs} ms`);
      const inAll = watchers.size + pages.size;
      if (count !== inAll) wrong(`it tells of ${String(count)} watchers of ${inAll}`);
      for (const flaw of hot.wrongIn(frame.hottest_keys, watchedSince, at)) wrong(flaw);
      watcher.frames += 1;
      watcher.lastAt = at;
      watcher.lastClockMs = Number(clockMs);
    };
    const late = (at: number): void => {
      for (const [request, { lastAt }] of watchers) {
        if (at - lastAt <= EVERY_MS) continue;
        report(`request ${request} watches, and was sent no frame for ${at - lastAt} ms`);
        watchers.delete(request);
      }
    };

    return {
      observe(seen, exchange) {
        hot.observe(seen, exchange);
        switch (seen.what) {
          case 'answered': {
            const page = exchange?.sent.call.op === 'watch_page' ? exchange.sent.call : undefined;
            const isFirst = watchers.size + pages.size === 0;
            if (seen.status === 101 && isFirst) watchedSince = seen.at;
            if (page !== undefined && seen.status === 101) pages.add(seen.request);
            if (page?.isOfNode === true && seen.status === 101) ofNode.add(seen.request);
            if (exchange?.sent.call.op !== 'watch') return;
            const { request } = exchange.sent;
            const [size, code] = [watchers.size, codeOf(seen)];
            if (seen.status === 101 && size >= watchersMax)
              report(`request ${request} watches as one too many`);
            if (code === 'overloaded' && size + ofNode.size < watchersMax)
              report(`request ${request} is refused a place, and ${size} watch`);
            if (seen.status === 101 && exchange.sent.call.isPlain)
              report(`request ${request} watches without a handshake`);
            const begun = { frames: 0, lastAt: seen.at, lastClockMs: 0 };
            if (seen.status === 101) watchers.set(request, begun);
            return;
          }
          case 'frame':
            if (!pages.has(seen.request)) seeFrame(seen);
            return;
          case 'scraped':
            late(seen.at);
            if (seen.samples !== undefined && frame !== undefined)
              for (const wrong of differences(frame, seen.samples)) report(wrong);
            frame = undefined;
            return;
          case 'watch_over': {
            ofNode.delete(seen.request);
            if (pages.delete(seen.request)) return;
            const isRight =
              seen.code === 'left' || seen.code === 'lost' || (seen.code === GOING_AWAY && isStopping);
            if (!isRight) report(`request ${seen.request} was sent away with ${seen.code}`);
            watchers.delete(seen.request);
            return;
          }
          case 'stopping':
            late(seen.at);
            isStopping = true;
            return;
          case 'stopped':
            for (const request of watchers.keys())
              report(`request ${request} watches a node that has stopped`);
            return;
          case 'starting':
            isStopping = false;
            watchers.clear();
            pages.clear();
            ofNode.clear();
            return;
          case 'quiet':
            late(seen.at);
        }
      },
    };
  },
};

/** Figures of a frame, and those of the page, which count the same. */
function differences(frame: JsonObject, samples: Samples): readonly string[] {
  const wrong: string[] = [];
  const same = (path: string, figure: number) => {
    const told = path
      .split('.')
      .reduce<unknown>((part, name) => (isObject(part) ? part[name] : undefined), frame);
    if ((told ?? 0) !== figure)
      wrong.push(`a frame says ${path} ${String(told)}, and the figures say ${figure}`);
  };
  const sum = (metric: string, labels: Readonly<Record<string, string>> = {}) =>
    sumOf(samples, metric, (own) => Object.entries(labels).every(([name, value]) => own[name] === value));
  const requests = 'tollgate_http_requests_total';
  for (const ofClass of ['2', '3', '4', '5'])
    same(
      `requests.answered.${ofClass}xx`,
      sumOf(samples, requests, ({ status = '' }) => status.startsWith(ofClass)),
    );
  same('requests.aborted', sum('tollgate_http_requests_aborted_total'));
  same('requests.duration_ms.count', sum('tollgate_http_request_duration_seconds_count'));
  const { errors } = isObject(frame.requests) ? frame.requests : {};
  for (const code of Object.keys(isObject(errors) ? errors : {}))
    same(`requests.errors.${code}`, sum('tollgate_http_errors_total', { code }));
  for (const window of ['api_key', 'management_key', 'address']) {
    same(`limits.${window}.admitted`, sum('tollgate_limiter_admitted_total', { window }));
    same(`limits.${window}.refused`, sum('tollgate_limiter_refused_total', { window }));
  }
  for (const state of ['pending', 'in_progress', 'completed', 'failed'])
    same(`jobs.${state}`, sum('tollgate_jobs', { state }));
  for (const name of ['accepted', 'completed', 'failed'])
    same(`jobs.${name}_total`, sum(`tollgate_jobs_${name}_total`));
  same('commits.committed_ms.count', sum('tollgate_commit_duration_seconds_count', { outcome: 'committed' }));
  for (const outcome of ['rejected', 'late'])
    same(`commits.${outcome}`, sum('tollgate_commit_duration_seconds_count', { outcome }));
  same('commits.turns', sum('tollgate_turns_committed_total'));
  same('actors.messages_waiting', sum('tollgate_mailbox_messages'));
  same('actors.reminders', sum('tollgate_reminders_set'));
  same('actors.keys', sum('tollgate_keys_resident'));
  same('actors.windows', sum('tollgate_windows_resident'));
  return [...wrong, ...wrongRoutes(frame, samples)];
}

const WITHOUT_ANSWER: readonly string[] = ['timeout', 'error', 'garbage'];
const STATES = ['closed', 'half_open', 'open'];

function wrongRoutes({ providers }: JsonObject, samples: Samples): readonly string[] {
  const routes = Array.isArray(providers) ? providers.filter(isObject) : [];
  return routes.flatMap((route) => {
    const { provider, model } = route;
    const sum = (metric: string, isFailed?: boolean) =>
      sumOf(
        samples,
        metric,
        (labels) =>
          labels.provider === provider &&
          labels.model === model &&
          labels.kind !== 'text' &&
          (isFailed === undefined || WITHOUT_ANSWER.includes(labels.outcome ?? '') === isFailed),
      );
    const calls = 'tollgate_provider_calls_total';
    const expected: Readonly<Record<string, unknown>> = {
      breaker: STATES[sum('tollgate_provider_breaker_state')],
      breaker_opened: sum('tollgate_provider_breaker_opened_total'),
      in_flight: sum('tollgate_provider_calls_in_flight'),
      answered: sum(calls, false),
      failed: sum(calls, true),
    };
    return Object.entries(expected)
      .filter(([name, value]) => route[name] !== value)
      .map(
        ([name, value]) =>
          `a frame says ${name} ${String(route[name])} of ${String(provider)} and ${String(model)}, and the figures say ${String(value)}`,
      );
  });
}

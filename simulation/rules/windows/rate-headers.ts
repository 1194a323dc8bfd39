/** The headers of an answer say what its window holds. */

import type { Answer } from '../facts/requests.js';
import type { Rule } from '../invariant.js';
import { named } from './window-account.js';
import {
  type Entry,
  isBefore,
  isOverLimit,
  isPoint,
  isSure,
  WINDOW_MS,
  type Window,
} from './window-entries.js';
import { Windows } from './windows.js';

/** Clocks of two processes are read in whole ms. */
const ROUNDING_MS = 5;
const WHOLE = /^(0|[1-9]\d{0,15})$/;

export const RATE_HEADERS: Rule = {
  name: 'rate-headers',
  says: 'Limit, Remaining and Reset are what the window holds when answering; waiting Retry-After admits.',
  watch(setup, report, requests) {
    const windows = new Windows(setup, requests, (entry, window) => {
      const { answer, sent } = entry.exchange;
      // Pages have no such headers.
      if (answer === undefined || sent.call.op === 'job_form') return;
      for (const wrong of check(entry, answer, window)) {
        report(`request ${sent.request}, ${window.name}: ${wrong}`);
      }
    });
    return {
      observe: (seen, exchange) => windows.observe(seen, exchange),
      end: () => windows.end(),
    };
  },
};

/** The number of entries in a window at the moment of an answer: at least `sure`, at most `all`. */
interface Held {
  readonly sure: readonly Entry[];
  readonly all: readonly Entry[];
}

function check(entry: Entry, answer: Answer, window: Window): readonly string[] {
  const limit = wholeIn(answer, 'x-ratelimit-limit-rpm');
  const remaining = wholeIn(answer, 'x-ratelimit-remaining-rpm');
  const reset = wholeIn(answer, 'x-ratelimit-reset');
  if (limit === undefined || remaining === undefined || reset === undefined) {
    return ['X-RateLimit-Limit-RPM, -Remaining-RPM or -Reset is missing or no whole number'];
  }
  const limits = window.limits(entry.exchange.seq, entry.exchange.endSeq);
  if (!limits.includes(limit)) return [`X-RateLimit-Limit-RPM is ${limit}, the limit ${limits.join(' or ')}`];
  const held = heldAt(entry, window);
  const least = Math.max(0, limit - held.all.length);
  const most = Math.max(0, limit - held.sure.length);
  if (remaining < least || remaining > most) {
    const account =
      remaining > most
        ? `missing from its count is one of ${named(held.sure)}`
        : `counted beside one too many: ${named(held.all)}`;
    return [
      `X-RateLimit-Remaining-RPM is ${remaining}, of ${limit} there remain ${range(least, most)}; ${account}`,
    ];
  }
  const leaves = remaining > 0 ? firstLeaves(held) : admissibleAt(held, limit);
  if (leaves === undefined) return [];
  const wrong: string[] = [];
  const slack = isPoint(entry.exchange.sent) ? 0 : ROUNDING_MS;
  const from = Math.ceil((answer.wallMs + leaves.from - answer.at - slack) / 1000);
  const to = Math.ceil((answer.wallMs + leaves.to - answer.at + slack) / 1000);
  if (reset < from || reset > to) wrong.push(`X-RateLimit-Reset is ${reset}, not ${range(from, to)}`);
  if (isOverLimit(entry.exchange)) wrong.push(...waits(entry, answer, leaves));
  return wrong;
}

/** A refused client that waits as it is told is admitted, and is not told to wait longer than it must. */
function waits(entry: Entry, answer: Answer, leaves: Span): readonly string[] {
  const seconds = wholeIn(answer, 'retry-after');
  const ms = wholeIn(answer, 'retry-after-ms');
  if (seconds === undefined || ms === undefined)
    return ['Retry-After or retry-after-ms is missing or not whole'];
  const slack = isPoint(entry.exchange.sent) ? 0 : ROUNDING_MS;
  // Over a network, the node counts from an earlier moment than that of the answer's arrival.
  const least = leaves.from - answer.at - slack;
  const most = leaves.to - (isPoint(entry.exchange.sent) ? answer.at : entry.lo) + slack;
  const wrong: string[] = [];
  if (ms < least) wrong.push(`retry-after-ms is ${ms}, and nothing leaves before ${least} ms`);
  if (seconds * 1000 < least) wrong.push(`Retry-After is ${seconds}, and nothing leaves before ${least} ms`);
  if (seconds > Math.max(1, Math.ceil(most / 1000))) {
    wrong.push(`Retry-After is ${seconds}, and a request is admissible in ${most} ms`);
  }
  return wrong;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** When the oldest counted request leaves. */
function firstLeaves({ sure, all }: Held): Span | undefined {
  if (all.length === 0) return undefined;
  const from = Math.min(...all.map(({ lo }) => lo));
  const to = Math.min(...sure.map(({ hi }) => hi));
  return { from: from + WINDOW_MS, to: to + WINDOW_MS };
}

/** When the next request is admissible: the `limit`-th newest of those counted leaves. */
function admissibleAt({ sure, all }: Held, limit: number): Span | undefined {
  if (all.length < limit) return undefined;
  const newest = (times: readonly number[]) => times.toSorted((a, b) => b - a)[limit - 1];
  const from = newest(sure.map(({ lo }) => lo)) ?? Math.min(...all.map(({ lo }) => lo));
  const to = newest(all.map(({ hi }) => hi)) ?? Number.POSITIVE_INFINITY;
  return { from: from + WINDOW_MS, to: to + WINDOW_MS };
}

/**
 * Headers are as of the moment of answering. If a request has an interval of arrival, the answer has one as
 * well, from there to its arrival; content is answered while it streams.
 */
function heldAt(entry: Entry, window: Window): Held {
  const { exchange } = entry;
  const isKnown = isPoint(entry.exchange.sent) && exchange.sent.call.op !== 'content';
  const earliest = isKnown ? exchange.endAt : entry.lo;
  const sure: Entry[] = [];
  const all: Entry[] = [];
  for (const other of window.entries) {
    if (other.exchange.seq > exchange.endSeq) break;
    if (other.counts === 'no' || other.hi + WINDOW_MS <= earliest) continue;
    all.push(other);
    const isHere =
      other === entry || (isKnown ? other.arrivedSeq < exchange.endSeq : isBefore(other, entry) === 'yes');
    if (isHere && isSure(other, entry) && other.lo + WINDOW_MS > exchange.endAt) sure.push(other);
  }
  return { sure, all };
}

function wholeIn({ headers }: Answer, name: string): number | undefined {
  const text = headers[name];
  return text !== undefined && WHOLE.test(text) ? Number(text) : undefined;
}

function range(least: number, most: number): string {
  return least === most ? String(least) : `${least} to ${most}`;
}

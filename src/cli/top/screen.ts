/** The screen of `tollgate top`: makes lines of a frame, the one before it and a size. */
import type { LiveFrame } from '../../http/live/frame-shape.js';
import { duration } from '../framework/format.js';
import { cellsOf, inCells, type Line, type Span, wholeSpans } from './lines.js';
import type { Interval } from './rates.js';
import { summaryLines } from './summary.js';
import { keyTable, providerTable } from './tables.js';

export interface TopView {
  readonly url: string;
  /** Undefined until the first frame has come. */
  readonly interval: Interval | undefined;
  /** Why the node cannot be reached; undefined while it can. */
  readonly lost: string | undefined;
}

export interface ScreenSize {
  readonly columns: number;
  readonly rows: number;
}

const PROVIDER_ROWS_MAX = 8;
const FOOTER: Line = [['q quits', 'faint']];
const EMPTY: Line = [['']];

/** At most `rows` lines. */
export function topScreen(view: TopView, size: ScreenSize): readonly Line[] {
  const { interval, lost } = view;
  const head = headLines(view, size.columns);
  if (interval === undefined) return [...head, EMPTY, FOOTER].slice(0, size.rows);
  const upper = [EMPTY, ...summaryLines(interval).map((line) => wholeSpans(line, size.columns)), EMPTY];
  const left = size.rows - head.length - upper.length - 1;
  const keysWanted = Math.max(1, interval.frame.hottest_keys.length) + 1;
  const forProviders = Math.min(PROVIDER_ROWS_MAX + 1, Math.max(Math.floor(left / 2), left - keysWanted - 1));
  const providers = providerTable(interval, size.columns, forProviders);
  const gap = providers.length > 0 ? [EMPTY] : [];
  const keys = keyTable(interval, size.columns, left - providers.length - gap.length);
  const lower = [...providers, ...gap, ...(interval.frame.hottest_keys.length > 0 ? keys : NO_KEYS)];
  const body = [...upper, ...lower.slice(0, Math.max(0, left))];
  return [...head, ...(lost === undefined ? body : body.map(faint)), FOOTER].slice(0, size.rows);
}

function faint(line: Line): Line {
  return line.map(([text]) => [text, 'faint']);
}

const NO_KEYS: readonly Line[] = [[['no key made a request in the last minute', 'faint']]];

function headLines({ url, interval, lost }: TopView, columns: number): readonly Line[] {
  const node = interval?.frame.process;
  const name: Span = [`tollgate${node ? ` ${node.version}` : ''}`, 'strong'];
  const at: Span = [`  at ${url}`];
  if (interval === undefined) return [[name, [`  ${lost ?? 'connecting'}`, 'warn'], at]];
  const clock = clockText(interval.frame);
  if (lost !== undefined) {
    return [
      [name, ['  not reachable', 'bad'], [` since ${clock}`], at],
      [[`${lost}; trying again every second`, 'bad']],
    ];
  }
  const { not_ready, shedding } = interval.frame;
  const up = node ? `  up ${duration(node.uptime_ms / 1_000)}` : '';
  const left: Line = [name, statusSpan(not_ready, shedding), [up], at];
  const room = columns - cellsOf(left);
  return [room < clock.length + 2 ? left : [...left, [inCells(clock, room, true), 'faint']]];
}

function statusSpan(notReady: string | null, shedding: readonly string[]): Span {
  if (notReady !== null) return [`  not ready: ${notReady}`, 'bad'];
  return shedding.length === 0 ? ['  ready', 'good'] : [`  shedding: ${shedding.join(', ')}`, 'warn'];
}

function clockText({ at_ms }: LiveFrame): string {
  return `${new Date(at_ms).toISOString().slice(11, 19)} UTC`;
}

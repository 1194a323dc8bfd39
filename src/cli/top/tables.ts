/** The tables of `tollgate top`: routes to providers, and the hottest keys. */
import type { LiveFrame, LiveKey, LiveProvider } from '../../http/live/frame-shape.js';
import { count } from '../framework/format.js';
import { inCells, type Line, type Span, type Tone } from './lines.js';
import { boundText, rateText } from './numbers.js';
import { type Interval, perSecond, timesIn } from './rates.js';

interface Column<Row> {
  readonly head: string;
  /** In cells; 0 for the one column that takes the cells that are left. */
  readonly width: number;
  readonly isNumber?: boolean;
  /** Left out if the terminal has fewer columns. */
  readonly fromColumns?: number;
  readonly cell: (row: Row) => string;
  readonly tone?: (row: Row) => Tone;
}

const GAP = '  ';
const REST_MIN = 8;
const REST_MAX = 48;
const BAR_CELLS = 20;
const BREAKER_TONES: Readonly<Record<LiveProvider['breaker'], Tone>> = {
  closed: 'good',
  half_open: 'warn',
  open: 'bad',
};

export function providerTable(interval: Interval, columns: number, rowsMax: number): readonly Line[] {
  const { frame, before } = interval;
  const same = (of: LiveFrame | undefined, { provider, model }: LiveProvider) =>
    of?.providers.find((one) => one.provider === provider && one.model === model);
  const rate = (row: LiveProvider, total: (one: LiveProvider) => number) =>
    rateText(
      perSecond(interval, (of) => {
        const one = same(of, row);
        return one === undefined ? 0 : total(one);
      }),
    );
  const p99 = (row: LiveProvider) => boundText(timesIn(row.call_ms, same(before, row)?.call_ms), 0.99);
  const rows = [...frame.providers].sort((a, b) => urgency(b) - urgency(a) || callsOf(b) - callsOf(a));
  return table<LiveProvider>(rows, columns, rowsMax, [
    {
      head: rows.length < rowsMax ? 'ROUTE' : `ROUTE (${rowsMax - 1} of ${rows.length})`,
      width: 0,
      cell: ({ provider, model }) => `${provider} ${model}`,
    },
    {
      head: 'BREAKER',
      width: 9,
      cell: ({ breaker }) => breaker.replace('_', ' '),
      tone: ({ breaker }) => BREAKER_TONES[breaker],
    },
    { head: 'POLLED', width: 7, isNumber: true, cell: ({ watched }) => count(watched) },
    {
      head: 'CALLS',
      width: 5,
      isNumber: true,
      fromColumns: 90,
      cell: ({ in_flight }) => count(in_flight),
    },
    { head: 'WAIT', width: 6, isNumber: true, fromColumns: 70, cell: ({ waiting }) => count(waiting) },
    { head: 'OK/S', width: 7, isNumber: true, cell: (row) => rate(row, ({ answered }) => answered) },
    { head: 'FAIL/S', width: 6, isNumber: true, cell: (row) => rate(row, ({ failed }) => failed) },
    { head: 'P99 MS', width: 7, isNumber: true, fromColumns: 64, cell: p99 },
  ]);
}

export function keyTable({ frame }: Interval, columns: number, rowsMax: number): readonly Line[] {
  return table<LiveKey>(frame.hottest_keys, columns, rowsMax, [
    { head: 'HOTTEST KEYS', width: 31, cell: ({ id }) => id },
    {
      head: 'NAME',
      width: 0,
      fromColumns: 72,
      cell: ({ name, kind }) => name ?? (kind === 'management_key' ? '(management)' : ''),
    },
    { head: 'LAST MIN', width: 9, isNumber: true, cell: ({ last_minute }) => count(last_minute) },
    { head: 'LIMIT', width: 9, isNumber: true, cell: ({ limit_rpm }) => count(limit_rpm) },
    { head: 'USED', width: 5, isNumber: true, cell: (row) => `${percentUsed(row)} %`, tone: toneOfUse },
    {
      head: '',
      width: BAR_CELLS,
      fromColumns: 120,
      cell: (row) => '#'.repeat(Math.min(BAR_CELLS, Math.round((percentUsed(row) / 100) * BAR_CELLS))),
      tone: toneOfUse,
    },
  ]);
}

/** At most 100: after a limit was lowered, more requests than it may have been counted. */
function percentUsed({ last_minute, limit_rpm }: LiveKey): number {
  return Math.min(100, Math.floor((100 * last_minute) / limit_rpm));
}

function toneOfUse(row: LiveKey): Tone {
  const percent = percentUsed(row);
  if (percent >= 100) return 'bad';
  return percent >= 80 ? 'warn' : 'plain';
}

/** Routes in trouble come first; the rest by calls since the start, so that rows keep their places. */
function urgency({ breaker, waiting }: LiveProvider): number {
  if (breaker !== 'closed') return 2;
  return waiting > 0 ? 1 : 0;
}

function callsOf({ answered, failed }: LiveProvider): number {
  return answered + failed;
}

/** No lines if there is no room for a row. */
function table<Row>(
  rows: readonly Row[],
  columns: number,
  rowsMax: number,
  all: readonly Column<Row>[],
): readonly Line[] {
  if (rowsMax < 2 || rows.length === 0) return [];
  const shown = all.filter(({ fromColumns = 0 }) => columns >= fromColumns);
  const taken = shown.reduce((sum, { width }) => sum + width + GAP.length, -GAP.length);
  const rest = Math.min(REST_MAX, Math.max(REST_MIN, columns - taken));
  const line = (cell: (column: Column<Row>) => Span): Line =>
    shown.flatMap((column, at) => {
      const [text, tone] = cell(column);
      const span: Span = [
        inCells(text, column.width === 0 ? rest : column.width, column.isNumber),
        tone ?? 'plain',
      ];
      return at === 0 ? [span] : [[GAP] as const, span];
    });
  return [
    line(({ head }) => [head, 'strong']),
    ...rows.slice(0, rowsMax - 1).map((row) => line(({ cell, tone }) => [cell(row), tone?.(row) ?? 'plain'])),
  ];
}

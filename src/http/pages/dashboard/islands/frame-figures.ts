/** Figures of frames as texts: the server writes a page with them, the script keeps it up to date. */

/**
 * `rate` is the growth of a total in a second; `share` is that of a time in ms, as a part of the time between
 * two frames. `p50` and `p99` are of a histogram: of all that came since the frame before, if there is one.
 */
export type FigureFormat = 'count' | 'amount' | 'text' | 'megabytes' | 'rate' | 'share' | 'p50' | 'p99';

export interface Frames {
  readonly now: unknown;
  /** Undefined if there is one frame only. */
  readonly before: unknown;
}

interface Numbers {
  readonly count: Intl.NumberFormat;
  readonly amount: Intl.NumberFormat;
  readonly rate: Intl.NumberFormat;
  readonly share: Intl.NumberFormat;
}

const UNKNOWN = '–';
const BYTES_PER_MB = 1_000_000;

const made = new Map<string, Numbers>();

/** Made once for each locale: to make them takes longer than to render a page. */
function numbersIn(locale: string): Numbers {
  const numbers = made.get(locale) ?? {
    count: new Intl.NumberFormat(locale),
    amount: new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 6 }),
    rate: new Intl.NumberFormat(locale, { maximumSignificantDigits: 3 }),
    share: new Intl.NumberFormat(locale, { style: 'percent' }),
  };
  made.set(locale, numbers);
  return numbers;
}

/** @param path names with bars between them; of an array, the index */
export function figureIn(frame: unknown, path: string): unknown {
  return path.split('|').reduce(step, frame);
}

function step(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

/** Undefined if the frame has no such figure. */
export function figureText(
  frames: Frames,
  path: string,
  format: FigureFormat,
  locale: string,
): string | undefined {
  const figure = figureIn(frames.now, path);
  const { count, amount, rate, share } = numbersIn(locale);
  if (format === 'rate' || format === 'share') {
    const growth = growthPerSecond(frames, path);
    if (growth === undefined) return UNKNOWN;
    return format === 'rate' ? rate.format(growth) : share.format(growth / 1_000);
  }
  if (figure === undefined) return undefined;
  switch (format) {
    case 'text':
      return Array.isArray(figure) ? figure.join(', ') : String(figure ?? '');
    case 'amount':
      return amount.format(figure as `${number}`);
    case 'megabytes':
      return figure === null ? UNKNOWN : count.format(Math.round(Number(figure) / BYTES_PER_MB));
    case 'p50':
    case 'p99':
      return boundText(figure, figureIn(frames.before, path), format === 'p50' ? 0.5 : 0.99, rate);
    default:
      return count.format(total(figure));
  }
}

/** A number, or the sum of those that there are by name or by place. */
function total(figure: unknown): number {
  if (typeof figure === 'number') return figure;
  return numbersOf(figure).reduce((sum, one) => sum + one, 0);
}

function numbersOf(figure: unknown): readonly number[] {
  return Object.values(figure ?? {}).map(Number);
}

function growthPerSecond({ now, before }: Frames, path: string): number | undefined {
  if (before === undefined) return undefined;
  const growthOf = (name: string) => total(figureIn(now, name)) - total(figureIn(before, name));
  const seconds = growthOf('clock_ms') / 1_000;
  return seconds > 0 ? Math.max(0, growthOf(path)) / seconds : undefined;
}

/** The bound that this share of all, from 0 to 1, lies within. */
function boundText(now: unknown, before: unknown, share: number, format: Intl.NumberFormat): string {
  const bounds = numbersOf(figureIn(now, 'bounds_ms'));
  const earlier = numbersOf(figureIn(before, 'buckets'));
  const buckets = numbersOf(figureIn(now, 'buckets')).map((one, at) => Math.max(0, one - (earlier[at] ?? 0)));
  const all = total(buckets);
  if (all === 0) return UNKNOWN;
  let upTo = 0;
  const at = buckets.findIndex((one) => {
    upTo += one;
    return one > 0 && upTo >= share * all;
  });
  const bound = bounds[at];
  return bound === undefined ? `>${format.format(bounds.at(-1) ?? 0)}` : `≤${format.format(bound)}`;
}

/** False of what is null, nothing, or without an entry. */
export function isThere(figure: unknown): boolean {
  return Array.isArray(figure) ? figure.length > 0 : Boolean(figure);
}

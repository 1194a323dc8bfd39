/** How `tollgate top` prints numbers: short, and a dash if unknown. */
import { count } from '../framework/format.js';
import type { Times } from './rates.js';

const UNKNOWN = '–';
const MIB = 1_048_576;
const GIB = 1_024 * MIB;

/** `1,204`, `3.5`, `0`. */
export function rateText(rate: number | undefined): string {
  if (rate === undefined) return UNKNOWN;
  if (rate === 0 || rate >= 9.95) return count(Math.round(rate));
  return rate < 0.05 ? '<0.1' : rate.toFixed(1);
}

/** `≤0.25`: the bound in ms that the share lies within; `>max` beyond the largest bound. */
export function boundText(times: Times | undefined, share: number): string {
  if (times === undefined) return UNKNOWN;
  const bound = times.quantileMs(share);
  return Number.isFinite(bound) ? `≤${bound}` : '>max';
}

/** `0.061 ms`, `12.9 ms`. */
export function msText(ms: number | undefined): string {
  if (ms === undefined) return UNKNOWN;
  if (ms >= 100) return `${count(Math.round(ms))} ms`;
  return `${ms >= 1 ? ms.toFixed(1) : ms.toFixed(3)} ms`;
}

export function bytesText(bytes: number | undefined): string {
  if (bytes === undefined) return UNKNOWN;
  return bytes >= 10 * GIB ? `${(bytes / GIB).toFixed(1)} GiB` : `${count(Math.round(bytes / MIB))} MiB`;
}

export function percentText(share: number | undefined): string {
  return share === undefined ? UNKNOWN : `${Math.round(100 * share)} %`;
}

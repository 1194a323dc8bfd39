/**
 * Carries steady time over a restart.
 *
 * While a node runs, steady time is monotonic time plus an offset. The anchor is one moment on all the
 * clocks at once, kept in the store (table `meta`, key `clock`); from it the next start finds its offset.
 *
 * Invariants
 *  1. Steady time at the start is never before the anchor's, whatever the clocks say.
 *  2. Within one boot of the machine steady time goes on exactly, by the monotonic clock alone: no step of
 *     the wall clock, however large, shows in it.
 *  3. Across boots the wall clock bridges the gap; if it stepped back, no time has passed.
 *
 * Across boots only what happened after the anchor was written can be told twice, so a running node rewrites
 * it as often as it writes its windows, and when the wall clock was stepped (`anchor-keeper.ts`).
 */
import * as z from 'zod';
import type { StoreReader, Write } from '../../store/store.js';
import type { SteadyMs, WallMs } from '../../time/clock.js';
import { StartRefused } from '../config/start-refused.js';

const TABLE = 'meta';
const KEY = 'clock';

const RECORD_VERSION = 1;

/** One moment on the clocks of a machine. */
export interface ClockReading {
  /** Names the run of the kernel that `monotonicMs` counts from; undefined if nothing names it. */
  readonly bootId: string | undefined;
  readonly monotonicMs: number;
  readonly wallMs: WallMs;
}

/** The same moment on the node's own time line. */
export interface SteadyAnchor extends ClockReading {
  readonly steadyMs: SteadyMs;
}

/**
 * Steady time less monotonic time, in whole milliseconds, for a node that starts `now`.
 *
 * @param anchor the latest anchor in the store; undefined on the very first start: steady time begins
 *   at the wall time then
 */
export function continueSteady(anchor: SteadyAnchor | undefined, now: ClockReading): number {
  if (anchor === undefined) return now.wallMs - now.monotonicMs;
  const sameBoot = anchor.bootId !== undefined && anchor.bootId === now.bootId;
  if (sameBoot && now.monotonicMs >= anchor.monotonicMs) return anchor.steadyMs - anchor.monotonicMs;
  const passedMs = Math.max(0, now.wallMs - anchor.wallMs);
  return anchor.steadyMs + passedMs - now.monotonicMs;
}

/** The anchor of the moment `now` in a node that runs with `steadyOffsetMs`. */
export function anchorAt(now: ClockReading, steadyOffsetMs: number): SteadyAnchor {
  return { ...now, steadyMs: (now.monotonicMs + steadyOffsetMs) as SteadyMs };
}

const RECORD = z.strictObject({
  v: z.literal(RECORD_VERSION),
  boot_id: z.string().nullable(),
  monotonic_ms: z.int().min(0),
  steady_ms: z.int(),
  wall_ms: z.int(),
});

/** The record of an anchor, as text; undefined in a store that has none yet. */
export function storedAnchor(records: Pick<StoreReader, 'get'>): string | undefined {
  return records.get(TABLE, KEY);
}

/** @throws as `decodeAnchor` does */
export function readAnchor(records: Pick<StoreReader, 'get'>): SteadyAnchor | undefined {
  const text = storedAnchor(records);
  return text === undefined ? undefined : decodeAnchor(text);
}

export function anchorWrite(anchor: SteadyAnchor): Write & { readonly value: string } {
  return { table: TABLE, key: KEY, value: encodeAnchor(anchor) };
}

export function encodeAnchor(anchor: SteadyAnchor): string {
  const record: z.input<typeof RECORD> = {
    v: RECORD_VERSION,
    boot_id: anchor.bootId ?? null,
    monotonic_ms: anchor.monotonicMs,
    steady_ms: anchor.steadyMs,
    wall_ms: anchor.wallMs,
  };
  return JSON.stringify(record);
}

/** @throws StartRefused if a newer release wrote the record; any other misfit is a defect */
export function decodeAnchor(text: string): SteadyAnchor {
  const value: unknown = JSON.parse(text);
  const { v } = z.looseObject({ v: z.int() }).parse(value);
  if (v > RECORD_VERSION) {
    throw new StartRefused(
      `the data folder was written by a newer release (clock record version ${v}, this one knows ${RECORD_VERSION})`,
    );
  }
  const record = RECORD.parse(value);
  return {
    bootId: record.boot_id ?? undefined,
    monotonicMs: record.monotonic_ms,
    steadyMs: record.steady_ms as SteadyMs,
    wallMs: record.wall_ms as WallMs,
  };
}

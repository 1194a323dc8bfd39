import type { RollingWindows } from '../windows/rolling-windows.js';
import { API_PREFIX } from './key-table.js';

/** Requests of a key that its window counts now. */
export function lastMinuteOf(windows: RollingWindows, keyId: string, nowMs: number): number {
  const window = windows.find(API_PREFIX + keyId);
  return window === undefined ? 0 : windows.counted(window, nowMs);
}

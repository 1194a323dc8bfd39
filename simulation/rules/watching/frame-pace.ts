/** The pace of frames: the first at once, the next with those of all others, then one a second. */

export const EVERY_MS = 1_000;
/** Of a close frame: the node stops. */
export const GOING_AWAY = 1_001;

/** @param frames that came before, the latest of them, or the handshake, `sinceMs` ago */
export function comesInTime(frames: number, sinceMs: number): boolean {
  if (frames === 0) return sinceMs === 0;
  return frames === 1 ? sinceMs <= EVERY_MS : sinceMs === EVERY_MS;
}

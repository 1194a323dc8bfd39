/**
 * Renders the clips of the simulated provider: a bar that sways over land and sky, in the colours of one of a
 * few scenes, as long as asked for to the millisecond.
 *
 * Nothing is encoded at run time: a clip is one scene's group of frames repeated, and cut off at its
 * length; the last frame is shown for what is left of it.
 *
 * Invariants
 *  1. A clip lasts exactly `lengthMs`.
 *  2. The same length and seed give the same bytes, in every process.
 */
import { clipFrames, FRAME_HEIGHT, FRAME_MS, FRAME_WIDTH, FRAMES_PER_GROUP } from './clip-frames.js';
import { type EncodedFrame, mp4File } from './mp4-file.js';

export const CLIP_CONTENT_TYPE = 'video/mp4';
const CLIP_LENGTH_MIN_MS = 1;
const CLIP_LENGTH_MAX_MS = 60_000;

export interface ClipWanted {
  /** Whole milliseconds, 1 to 60,000. */
  readonly lengthMs: number;
  /** Any whole number from 0: chooses the scene. */
  readonly seed: number;
}

/** The scene a seed leads to: clips of one length and one scene are the same bytes. */
export function sceneOfSeed(seed: number): number {
  return seed % clipFrames().scenes.length;
}

export function isClipLength(lengthMs: number): boolean {
  return Number.isInteger(lengthMs) && lengthMs >= CLIP_LENGTH_MIN_MS && lengthMs <= CLIP_LENGTH_MAX_MS;
}

/** Throws `RangeError` for a length out of bounds: whoever asks has checked it. */
export function renderClip({ lengthMs, seed }: ClipWanted): Uint8Array {
  if (!isClipLength(lengthMs)) {
    throw new RangeError(`not the length of a clip in ms: ${lengthMs}`);
  }
  const { scenes, sequenceParameters, pictureParameters } = clipFrames();
  const scene = scenes[sceneOfSeed(seed)] ?? [];
  const frames: EncodedFrame[] = [];
  for (let shownMs = 0; shownMs < lengthMs; shownMs += FRAME_MS) {
    const inGroup = frames.length % FRAMES_PER_GROUP;
    const bytes = scene[inGroup];
    if (bytes === undefined) throw new Error(`scene without frame ${inGroup}`);
    frames.push({ bytes, durationMs: Math.min(FRAME_MS, lengthMs - shownMs), isKey: inGroup === 0 });
  }
  const format = { width: FRAME_WIDTH, height: FRAME_HEIGHT, sequenceParameters, pictureParameters };
  return mp4File(format, frames);
}

/** The size of a frame in pixels, for services that have no words for resolution and aspect ratio. */
import type { RemoteFields } from './remote-fields.js';

const RESOLUTION_DEFAULT = '720p';
const ASPECT_RATIO_DEFAULT = '16:9';
/** `4k` has 2160 lines. */
const LINES_PER_K = 540;

export interface FrameSize {
  readonly width: number;
  readonly height: number;
}

/** @param block width and height are whole multiples of it, unless the request names both in pixels */
export function frameSize(
  { resolution = RESOLUTION_DEFAULT, aspectRatio = ASPECT_RATIO_DEFAULT }: RemoteFields,
  block: number,
): FrameSize {
  const [, width, height] = /^(\d+)x(\d+)$/.exec(resolution) ?? [];
  if (width !== undefined) return { width: Number(width), height: Number(height) };
  const [across = 16, down = 9] = aspectRatio.split(':').map(Number);
  const given = Number.parseInt(resolution, 10);
  const shorter = resolution.endsWith('k') ? given * LINES_PER_K : given;
  const pixelsPerPart = shorter / Math.min(across, down);
  const whole = (pixels: number) => Math.max(1, Math.round(pixels / block)) * block;
  return { width: whole(across * pixelsPerPart), height: whole(down * pixelsPerPart) };
}

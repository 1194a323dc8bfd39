/**
 * The frames of the simulated clips, encoded once: H.264 constrained baseline, 320x180, 20 frames a second.
 *
 * `clip-frames.h264` holds NAL units, each behind its length in four bytes, big-endian: the form in which an
 * MP4 file holds them. The first two are the parameter sets, the same for all scenes; each further one is a
 * frame. A scene is one closed group of 80 frames (4 s), the first an IDR frame, whose motion ends where it
 * begins, so that a clip of any length is the group repeated and cut off.
 *
 * Made with ffmpeg 5.1 (libx264), once for each set of colours SKY, GROUND, BAR:
 *
 *     ffmpeg -f lavfi -i color=c=SKY:s=320x180:r=20:d=4 -f lavfi -i color=c=GROUND:s=320x60:r=20:d=4 \
 *       -f lavfi -i color=c=BAR:s=24x92:r=20:d=4 -filter_complex "[0][1]overlay=y=120[bg];
 *       [bg][2]overlay=x='148-148*cos(PI*t/2)':y='44-32*cos(PI*t)':eval=frame,format=yuv420p" \
 *       -c:v libx264 -profile:v baseline -preset veryslow -tune animation -crf 26 -threads 1 \
 *       -x264-params keyint=80:min-keyint=80:scenecut=0:bframes=0:ref=1:slices=1:level=1.3 \
 *       -bsf:v filter_units=remove_types=6 -f h264 scene.h264
 *
 * then each start code replaced by the length, and the two parameter sets set apart.
 */
import { readAsset } from '../../../packaged/assets.js';

const FILE = 'src/providers/adapters/simulated/clip-frames.h264';
const LENGTH_BYTES = 4;

export const FRAME_WIDTH = 320;
export const FRAME_HEIGHT = 180;
export const FRAME_MS = 50;
export const FRAMES_PER_GROUP = 80;

export interface ClipFrames {
  /** NAL units of type 7 and 8, without their lengths. */
  readonly sequenceParameters: Uint8Array;
  readonly pictureParameters: Uint8Array;
  /** The group of each scene; frames have their lengths in front. */
  readonly scenes: readonly (readonly Uint8Array[])[];
}

let known: ClipFrames | undefined;

/** Reads the file the first time. */
export function clipFrames(): ClipFrames {
  known ??= framesIn(readAsset(FILE));
  return known;
}

function framesIn(file: Buffer): ClipFrames {
  const units: Uint8Array[] = [];
  for (let at = 0; at < file.length; ) {
    const end = at + LENGTH_BYTES + file.readUInt32BE(at);
    units.push(file.subarray(at, end));
    at = end;
  }
  const [sequenceParameters, pictureParameters, ...frames] = units;
  if (sequenceParameters === undefined || pictureParameters === undefined)
    throw new Error(`${FILE} holds no parameter sets`);
  const scenes: (readonly Uint8Array[])[] = [];
  for (let at = 0; at < frames.length; at += FRAMES_PER_GROUP)
    scenes.push(frames.slice(at, at + FRAMES_PER_GROUP));
  return {
    sequenceParameters: sequenceParameters.subarray(LENGTH_BYTES),
    pictureParameters: pictureParameters.subarray(LENGTH_BYTES),
    scenes,
  };
}

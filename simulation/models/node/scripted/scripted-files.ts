/**
 * The results of scripted providers, as files that say their length in words: a container of video takes more
 * than virtual time to read.
 */
import { ForbiddenFileError, type RemoteFile } from '../../../../src/outward/outward.js';
import type { World } from '../../../../src/time/world.js';
import type { ReadMove } from '../../../history/provider-script.js';
import { passed } from '../../../world/passed.js';
import type { Random } from '../../../world/random.js';

/** The call of a service is given up after so long. */
const TIME_LIMIT_MS = 30_000;
const CLIP = /^a clip of (\d+) ms$/;

/** The length that a file says, in ms; undefined if it is no clip. */
export function clipLengthOf(bytes: Uint8Array): number | undefined {
  const [, lengthMs] = CLIP.exec(Buffer.from(bytes).toString()) ?? [];
  return lengthMs === undefined ? undefined : Number(lengthMs);
}

/** A file opened as a move says. */
export async function openScripted(
  world: World,
  { do: how, delayMs }: ReadMove,
  lengthMs: number,
  signal: AbortSignal,
  random: Random,
): Promise<RemoteFile | undefined> {
  await passed(world, how === 'never' ? TIME_LIMIT_MS : delayMs, signal);
  switch (how) {
    case 'error':
      if (random.chance(0.5)) return oddFile(lengthMs, random);
      throw new Error('the connection was reset');
    case 'never':
      throw new Error('the connection was reset');
    case 'forbidden':
      throw new ForbiddenFileError('a private address');
    case 'gone':
      return undefined;
    case 'no_clip':
      return fileOf(Buffer.from('<html>'), true);
    default:
      return scriptedFile(lengthMs, how === 'whole');
  }
}

/** No file that an adapter should answer with. */
function oddFile(lengthMs: number, random: Random): RemoteFile {
  const file = scriptedFile(lengthMs);
  const odd = random.pick([
    {},
    { ...file, read: undefined },
    { ...file, size: random.pick([Number.NaN, -1, 1.5, '17', null]) },
    { ...file, contentType: random.pick([undefined, 7, null]) },
    { ...file, takesRanges: 'yes' },
  ]);
  return odd as RemoteFile;
}

export function scriptedFile(lengthMs: number, isWhole = true): RemoteFile {
  return fileOf(bytesOfClip(lengthMs), isWhole);
}

export function bytesOfClip(lengthMs: number): Uint8Array {
  return Buffer.from(`a clip of ${lengthMs} ms`);
}

function fileOf(bytes: Uint8Array, isWhole: boolean): RemoteFile {
  return {
    contentType: 'video/mp4',
    size: bytes.length,
    takesRanges: true,
    async *read(from, to = bytes.length) {
      if (isWhole) yield bytes.subarray(from, to);
      else {
        yield bytes.subarray(from, Math.min(to, bytes.length / 2));
        throw new Error('the connection was reset');
      }
    },
  };
}

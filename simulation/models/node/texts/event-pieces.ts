/** The events of a stream on their way over the line: bytes that come in any pieces. */
import { EventReader } from '../../../../src/outward/event-stream.js';
import type { Random } from '../../../world/random.js';

const CUTS_MAX = 3;
const CUT_CHANCE = 0.6;

/** Each batch as the reader of production finds it in its bytes. Its pieces come in the same instant. */
export async function* eventsInPieces(
  batches: AsyncIterable<readonly string[]>,
  random: Random,
): AsyncGenerator<readonly string[]> {
  const reader = new EventReader();
  const isCut = random.chance(CUT_CHANCE);
  for await (const batch of batches) {
    const bytes = Buffer.from(batch.map(eventOf).join(''));
    const cuts = isCut ? cutsOf(bytes, random) : [];
    const ends = [...cuts, bytes.length];
    yield ends.flatMap((end, nth) => reader.read(bytes.subarray(ends[nth - 1] ?? 0, end)));
  }
}

function eventOf(data: string): string {
  return `${data.replaceAll(/^/gm, 'data: ')}\n\n`;
}

/** In their order, mostly within a character if there are long ones. */
function cutsOf(bytes: Uint8Array, random: Random): readonly number[] {
  if (bytes.length === 0) return [];
  const within = [...bytes.keys()].filter((at) => ((bytes[at] ?? 0) & 0xc0) === 0x80);
  const cuts = Array.from({ length: random.between(1, CUTS_MAX) }, () =>
    within.length > 0 && random.chance(0.7) ? random.pick(within) : random.below(bytes.length),
  );
  return cuts.sort((a, b) => a - b);
}

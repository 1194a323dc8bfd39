/** An MP4 file as a player reads it: how long it plays, and where its frames are (ISO/IEC 14496-12). */

interface Box {
  readonly type: string;
  readonly at: number;
  readonly body: Buffer;
}

const CONTAINERS: readonly string[] = ['moov', 'trak', 'mdia', 'minf', 'stbl'];
const HEAD_BYTES = 8;

export interface ShownClip {
  /** In each header that tells one, in ms. */
  readonly durationsMs: readonly number[];
  /** The frames do not fill the data, or begin elsewhere. */
  readonly isBroken: boolean;
}

export function shownClip(file: Uint8Array): ShownClip {
  const boxes = boxesIn(Buffer.from(file), 0);
  const body = (type: string) => boxes.find((one) => one.type === type)?.body ?? Buffer.alloc(64);
  const data = boxes.find(({ type }) => type === 'mdat');
  const times = pairsIn(body('stts'));
  const sizes = body('stsz');
  const [all, count] = [sizes.readUInt32BE(4), sizes.readUInt32BE(8)];
  const bytes = all > 0 ? all * count : sum(numbersIn(sizes, 12, count));
  const shownMs = sum(times.map(([frames, ms]) => frames * ms));
  const frames = sum(times.map(([many]) => many));
  const beginsAt = body('stco').readUInt32BE(8);
  return {
    durationsMs: [...[body('mvhd'), body('mdhd')].map(lengthOf), body('tkhd').readUInt32BE(20), shownMs],
    isBroken: frames !== count || bytes !== data?.body.length || beginsAt !== data.at + HEAD_BYTES,
  };
}

/** Of `mvhd` and `mdhd`: the scale, and the duration in it. */
function lengthOf(body: Buffer): number {
  return (1_000 * body.readUInt32BE(16)) / body.readUInt32BE(12);
}

function boxesIn(bytes: Buffer, offset: number): readonly Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at + HEAD_BYTES <= bytes.length; ) {
    const size = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + HEAD_BYTES);
    const body = bytes.subarray(at + HEAD_BYTES, at + size);
    boxes.push({ type, at: offset + at, body });
    if (CONTAINERS.includes(type)) boxes.push(...boxesIn(body, offset + at + HEAD_BYTES));
    at += Math.max(size, HEAD_BYTES);
  }
  return boxes;
}

function pairsIn(body: Buffer): readonly (readonly [number, number])[] {
  const numbers = numbersIn(body, 8, 2 * body.readUInt32BE(4));
  return numbers.flatMap((one, nth) => (nth % 2 === 0 ? [[one, numbers[nth + 1] ?? 0] as const] : []));
}

function numbersIn(body: Buffer, from: number, count: number): readonly number[] {
  return Array.from({ length: count }, (_, nth) => body.readUInt32BE(from + 4 * nth));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((before, one) => before + one, 0);
}

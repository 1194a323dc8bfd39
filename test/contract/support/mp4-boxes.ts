/** Reads as much of an MP4 file (ISO/IEC 14496-12) as says whether it can be played, and for how long. */

export interface Mp4Box {
  readonly type: string;
  readonly bytes: Buffer;
}

/** The boxes that stand one after another. Throws where their sizes do not add up. */
export function boxesOf(bytes: Buffer): Mp4Box[] {
  const boxes: Mp4Box[] = [];
  let at = 0;
  while (at < bytes.length) {
    const size = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    const [header, length] = size === 1 ? [16, Number(bytes.readBigUInt64BE(at + 8))] : [8, size];
    if (length < header || at + length > bytes.length)
      throw new Error(`box ${type} at ${at} has no such size`);
    boxes.push({ type, bytes: bytes.subarray(at + header, at + length) });
    at += length;
  }
  return boxes;
}

export function boxAt(bytes: Buffer, ...path: string[]): Buffer {
  let inside = bytes;
  for (const type of path) {
    const box = boxesOf(inside).find((candidate) => candidate.type === type);
    if (box === undefined) throw new Error(`no box ${type} of ${path.join('/')}`);
    inside = box.bytes;
  }
  return inside;
}

/** Length of the film in seconds, as its header says. */
export function filmSeconds(file: Buffer): number {
  const header = boxAt(file, 'moov', 'mvhd');
  const isLong = header.readUInt8(0) === 1;
  const timescale = header.readUInt32BE(isLong ? 20 : 12);
  const duration = isLong ? Number(header.readBigUInt64BE(24)) : header.readUInt32BE(16);
  return duration / timescale;
}

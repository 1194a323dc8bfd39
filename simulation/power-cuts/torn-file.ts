/**
 * A file as a power cut leaves it: all that was synced is there; of the rest none, all, or an arbitrary part,
 * torn at sectors. A write through a descriptor that syncs by itself, of less than a sector, is never torn.
 */
import type { Random } from '../world/random.js';
import type { Moment } from './system-calls.js';

const SECTOR_BYTES = 512;

type Write = Extract<Moment, { readonly is: 'write' }>;

/** How much of the writes that were not synced is there. */
export const LOSSES = ['all', 'none', 'some writes', 'some sectors'] as const;
export type Loss = (typeof LOSSES)[number];

export class TornFile {
  readonly #moments: readonly Moment[];
  #synced: Uint8Array = new Uint8Array();
  #unsynced: Write[] = [];
  #now = 0;

  constructor(moments: readonly Moment[]) {
    this.#moments = moments;
  }

  /** Goes on to a moment that is no earlier than the one before: all before it has begun. */
  advanceTo(moment: number): void {
    for (; this.#now < moment; this.#now++) this.#take(this.#moments[this.#now]);
  }

  /** The file if the power fails now. */
  left(loss: Loss, random: Random): Uint8Array {
    let file: Uint8Array = Buffer.from(this.#synced);
    for (const write of this.#unsynced) {
      // It may have returned by now, and then was synced.
      if (write.isSynced && write.end <= this.#now) file = written(file, write.at, write.bytes);
      else file = leftOf(write, file, loss, random);
    }
    return file;
  }

  #take(moment: Moment | undefined): void {
    if (moment?.is === 'write') this.#unsynced.push(moment);
    else if (moment?.is === 'synced') this.#sync(moment.begin);
    else if (moment?.is === 'cut') {
      this.#unsynced = [];
      this.#synced = this.#synced.subarray(0, moment.size);
    }
  }

  #sync(begin: number): void {
    const isSynced = (write: Write) => write.end <= begin || (write.isSynced && write.end <= this.#now);
    for (const { at, bytes } of this.#unsynced.filter(isSynced))
      this.#synced = written(this.#synced, at, bytes);
    this.#unsynced = this.#unsynced.filter((write) => !isSynced(write));
  }
}

function leftOf(write: Write, file: Uint8Array, loss: Loss, random: Random): Uint8Array {
  const { at, bytes, isSynced } = write;
  if (loss === 'all') return file;
  if (loss === 'none') return written(file, at, bytes);
  if (loss === 'some writes' || isSynced) return random.chance(0.5) ? written(file, at, bytes) : file;
  let left = file;
  for (let from = 0; from < bytes.length; from += SECTOR_BYTES) {
    if (random.chance(0.5)) left = written(left, at + from, bytes.subarray(from, from + SECTOR_BYTES));
  }
  return left;
}

/** The same file, or a longer one. */
function written(file: Uint8Array, at: number, bytes: Uint8Array): Uint8Array {
  const end = at + bytes.length;
  const long = end <= file.length ? file : Buffer.concat([file, Buffer.alloc(end - file.length)]);
  long.set(bytes, at);
  return long;
}

/**
 * Sums over all actors, kept in one record.
 *
 * An addition to a sum is committed with its turn: each commit that moves a sum writes the record as it
 * stands after it. So the sums are exact at every commit and after every restart, and nobody needs to look at
 * all records to know them.
 *
 * Invariants
 *  1. The record holds, for every name, what the committed turns since the folder was made have added.
 *  2. A sum is a `number` for as long as it is a safe integer, and a `bigint` beyond: exact either way.
 */
import type { StoreReader, Write } from '../../store/store.js';

export type Sum = number | bigint;

/** By name. A name that nothing was added to is absent. */
export type Tallies = ReadonlyMap<string, Sum>;

const TABLE = 'meta';
const KEY = 'tallies';

interface TalliesRecord {
  readonly v: 1;
  /** In decimal digits: sums over keys exceed 2^53. */
  readonly sums: Readonly<Record<string, string>>;
}

/** The sums on disk. @throws if another version wrote them */
export function readTallies(records: Pick<StoreReader, 'get'>): Tallies {
  const text = records.get(TABLE, KEY);
  if (text === undefined) return new Map();
  const { v, sums } = JSON.parse(text) as TalliesRecord;
  if (v !== 1) throw new Error(`the record of sums was written by another version (${v})`);
  return new Map(Object.entries(sums).map(([name, sum]) => [name, added(0, BigInt(sum))]));
}

/** The record of these sums. Names are of lower-case letters, `_` and `/`. */
export function talliesWrite(tallies: Tallies): Write {
  return written([...tallies].map(([name, sum]) => printed(name, sum)).join(','));
}

export function added(sum: Sum, by: Sum): Sum {
  if (typeof sum === 'number' && typeof by === 'number') {
    const together = sum + by;
    if (Number.isSafeInteger(together)) return together;
  }
  const exact = BigInt(sum) + BigInt(by);
  const asNumber = Number(exact);
  return Number.isSafeInteger(asNumber) ? asNumber : exact;
}

/** One sum after a commit. */
interface Moved {
  readonly name: string;
  /** Its index in the record. */
  readonly place: number;
  readonly sum: Sum;
  readonly text: string;
}

/** The sums after a commit: to be handed back once it is on disk. */
export type TalliesAfter = readonly Moved[];

/** The committed sums, and what they would be. One commit at a time is under way. */
export class TallyBook {
  readonly #places: Map<string, number>;
  readonly #sums: Sum[];
  /** As in the record: most sums are the same from one commit to the next. */
  readonly #texts: string[];

  constructor(tallies: Tallies) {
    this.#places = new Map([...tallies.keys()].map((name, place) => [name, place]));
    this.#sums = [...tallies.values()];
    this.#texts = [...tallies].map(([name, sum]) => printed(name, sum));
  }

  get tallies(): Tallies {
    return new Map([...this.#places].map(([name, place]) => [name, this.#sums[place] ?? 0]));
  }

  /** The record with so much added, and what is to be committed when it is on disk. */
  with(tallied: Tallies): { readonly write: Write; readonly after: TalliesAfter } {
    const texts = this.#texts.slice();
    const after: Moved[] = [];
    for (const [name, by] of tallied) {
      const place = this.#places.get(name) ?? texts.length;
      const sum = added(this.#sums[place] ?? 0, by);
      const text = printed(name, sum);
      texts[place] = text;
      after.push({ name, place, sum, text });
    }
    return { write: written(texts.join(',')), after };
  }

  committed(after: TalliesAfter): void {
    for (const { name, place, sum, text } of after) {
      this.#places.set(name, place);
      this.#sums[place] = sum;
      this.#texts[place] = text;
    }
  }
}

function printed(name: string, sum: Sum): string {
  return `"${name}":"${sum}"`;
}

function written(sums: string): Write {
  return { table: TABLE, key: KEY, value: `{"v":1,"sums":{${sums}}}` };
}

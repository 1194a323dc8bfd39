/**
 * Finds what two sides say differently of the same things, in memory that does not grow with the number of
 * things.
 *
 * It is double entry: of each thing (a *group*, such as a key), either side posts what it says (an *amount*
 * under a *label*). The sums of both sides are to be the same for each group and label. Tables are in
 * different orders, so what belongs together is far apart; therefore amounts are not kept but added up, the
 * left side's less the right side's, each times a weight that follows from group and label, in one of many
 * buckets by the group. A bucket in which the sides agree comes to zero. Those that do not are gone through a
 * second time with everything kept, so what differs is named exactly.
 *
 * Invariants
 *  1. If both sides posted the same, the sums are zero: agreement is never reported as a difference.
 *  2. If they did not, a sum is zero by chance once in 2^50: it is a fingerprint, no proof against a
 *     deceiver.
 *  3. All arithmetic is exact: factors are below 2^26, so products are below 2^52.
 */

export type Side = 'left' | 'right';

/** A difference of one group under one label. */
export interface Difference {
  readonly label: string;
  readonly left: bigint;
  readonly right: bigint;
}

/** Takes what is said. `relation` is one of those that it was made for; amounts are whole. */
export interface ClaimSink {
  post(relation: number, side: Side, group: string, label: string, amount: number | bigint): void;
}

/** Some 35 MiB for all relations of a node's records. */
export const USUAL_BUCKETS = 65_536;
/** Two primes just below 2^26, that sums are taken by. */
const PRIMES = [67_108_859, 67_108_837] as const;
/** Weights are odd numbers below 2^25. */
const WEIGHT_MASK = 0x1ffffff;
const SEEDS = [0x811c9dc5, 0x9747b28c] as const;

/** The first time: sums only. */
export class ClaimSums implements ClaimSink {
  readonly #first: readonly Float64Array[];
  readonly #second: readonly Float64Array[];
  readonly #counts: readonly Uint32Array[];
  readonly #buckets: number;
  #group = '';
  #groupHashes: readonly [number, number] = [hash('', SEEDS[0]), hash('', SEEDS[1])];

  /** @param buckets a power of two, at most `USUAL_BUCKETS` */
  constructor(relations: number, buckets: number) {
    this.#buckets = buckets;
    const sums = () => Array.from({ length: relations }, () => new Float64Array(buckets));
    this.#first = sums();
    this.#second = sums();
    this.#counts = Array.from({ length: relations }, () => new Uint32Array(buckets));
  }

  post(relation: number, side: Side, group: string, label: string, amount: number | bigint): void {
    // Posts of one group mostly come one after the other.
    if (group !== this.#group) {
      this.#group = group;
      this.#groupHashes = [hash(group, SEEDS[0]), hash(group, SEEDS[1])];
    }
    const [groupHash, otherHash] = this.#groupHashes;
    const bucket = bucketOf(groupHash, this.#buckets);
    const first = this.#first[relation] as Float64Array;
    const second = this.#second[relation] as Float64Array;
    const sign = side === 'left' ? 1 : -1;
    const one = hash(label, groupHash);
    const other = hash(label, otherHash);
    first[bucket] = added(first[bucket] as number, sign, one, amount, PRIMES[0]);
    second[bucket] = added(second[bucket] as number, sign, other, amount, PRIMES[1]);
    const counts = this.#counts[relation] as Uint32Array;
    counts[bucket] = (counts[bucket] as number) + 1;
  }

  /** The buckets in which the sides differ, each with how much was posted in it. */
  differing(relation: number): { readonly bucket: number; readonly posts: number }[] {
    const found: { readonly bucket: number; readonly posts: number }[] = [];
    for (let bucket = 0; bucket < this.#buckets; bucket++) {
      if (this.#first[relation]?.[bucket] === 0 && this.#second[relation]?.[bucket] === 0) continue;
      found.push({ bucket, posts: this.#counts[relation]?.[bucket] ?? 0 });
    }
    return found;
  }
}

/** The second time: everything that is said in some buckets. */
export class ClaimDetails implements ClaimSink {
  readonly #chosen: ReadonlyMap<number, ReadonlySet<number>>;
  readonly #buckets: number;
  /** By relation, group and label. */
  readonly #said = new Map<number, Map<string, Map<string, { left: bigint; right: bigint }>>>();

  /**
   * @param chosen the buckets to look at, by relation
   * @param buckets of how many
   */
  constructor(chosen: ReadonlyMap<number, ReadonlySet<number>>, buckets: number) {
    this.#chosen = chosen;
    this.#buckets = buckets;
  }

  post(relation: number, side: Side, group: string, label: string, amount: number | bigint): void {
    const bucket = bucketOf(hash(group, SEEDS[0]), this.#buckets);
    if (this.#chosen.get(relation)?.has(bucket) !== true) return;
    const groups = entryOf(this.#said, relation, () => new Map());
    const labels = entryOf(groups, group, () => new Map());
    const sums = entryOf(labels, label, () => ({ left: 0n, right: 0n }));
    sums[side] += BigInt(amount);
  }

  /** The differences, by group, in the order in which groups came. */
  *differences(relation: number): Iterable<{ readonly group: string; readonly of: readonly Difference[] }> {
    for (const [group, labels] of this.#said.get(relation) ?? []) {
      const of = [...labels]
        .map(([label, { left, right }]) => ({ label, left, right }))
        .filter(({ left, right }) => left !== right);
      if (of.length > 0) yield { group, of };
    }
  }
}

function entryOf<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}

function added(sum: number, sign: 1 | -1, hashed: number, amount: number | bigint, prime: number): number {
  const weight = (hashed & WEIGHT_MASK) | 1;
  const next = sum + sign * (amount === 1 ? weight : weighed(weight, amount, prime));
  if (next < 0) return next + prime;
  return next >= prime ? next - prime : next;
}

/** The weighted amount, between the primes below and above zero. */
function weighed(weight: number, amount: number | bigint, prime: number): number {
  const part = typeof amount === 'bigint' ? Number(amount % BigInt(prime)) : amount % prime;
  return (weight * part) % prime;
}

function bucketOf(hashed: number, buckets: number): number {
  return (hashed ^ (hashed >>> 16)) & (buckets - 1);
}

/** 32 bits, well mixed (the steps of MurmurHash3 by A. Appleby, a character at a time). */
function hash(text: string, seed: number): number {
  let mixed = seed;
  for (let n = 0; n < text.length; n++) {
    let block = Math.imul(text.charCodeAt(n), 0xcc9e2d51);
    block = Math.imul((block << 15) | (block >>> 17), 0x1b873593);
    mixed ^= block;
    mixed = Math.imul((mixed << 13) | (mixed >>> 19), 5) + 0xe6546b64;
  }
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

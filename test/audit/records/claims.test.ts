import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ClaimDetails, type ClaimSink, ClaimSums, USUAL_BUCKETS } from '../../../src/audit/records/claims.js';

interface Post {
  readonly side: 'left' | 'right';
  readonly group: string;
  readonly label: string;
  readonly amount: number | bigint;
}

const AMOUNT = fc.oneof(
  fc.integer({ min: -5, max: 5 }),
  fc.maxSafeInteger(),
  fc.bigInt(-(2n ** 90n), 2n ** 90n),
);
const SAID = fc.record({
  group: fc.constantFrom('a', 'b', 'key_1', 'key_2'),
  label: fc.constantFrom('credited', 'charged', ''),
  amount: AMOUNT,
});
/** From one that all share to one for each. */
const BUCKETS = fc.constantFrom(1, 2, 16, USUAL_BUCKETS);

function postAll(sink: ClaimSink, posts: readonly Post[]): void {
  for (const { side, group, label, amount } of posts) sink.post(0, side, group, label, amount);
}

function differencesOf(posts: readonly Post[], buckets: number) {
  const sums = new ClaimSums(1, buckets);
  postAll(sums, posts);
  const differing = new Set(sums.differing(0).map(({ bucket }) => bucket));
  const details = new ClaimDetails(new Map([[0, differing]]), buckets);
  postAll(details, posts);
  return [...details.differences(0)];
}

/** The sums by a map of everything. */
function expected(posts: readonly Post[]) {
  const sums = new Map<string, Map<string, { left: bigint; right: bigint }>>();
  for (const { side, group, label, amount } of posts) {
    const labels = sums.get(group) ?? new Map<string, { left: bigint; right: bigint }>();
    const sum = labels.get(label) ?? { left: 0n, right: 0n };
    sum[side] += BigInt(amount);
    sums.set(group, labels.set(label, sum));
  }
  return [...sums]
    .map(([group, labels]) => ({
      group,
      of: [...labels].map(([label, sum]) => ({ label, ...sum })).filter(({ left, right }) => left !== right),
    }))
    .filter(({ of }) => of.length > 0);
}

describe('claims', () => {
  it('agree where both sides say the same, in whatever order and in whatever parts', () => {
    fc.assert(
      fc.property(fc.array(SAID), fc.array(SAID), BUCKETS, (said, parts, buckets) => {
        const left = [...said, ...parts].map((one): Post => ({ ...one, side: 'left' }));
        const right = [...parts.toReversed(), ...said].map((one): Post => ({ ...one, side: 'right' }));
        expect(differencesOf([...left, ...right], buckets)).toEqual([]);
      }),
    );
  });

  it('name each group and label under which the sides differ, with what either says, and no other', () => {
    const side = fc.constantFrom('left' as const, 'right' as const);
    const post = fc.tuple(SAID, side).map(([said, one]): Post => ({ ...said, side: one }));
    fc.assert(
      fc.property(fc.array(post, { maxLength: 40 }), BUCKETS, (posts, buckets) => {
        expect(differencesOf(posts, buckets)).toEqual(expected(posts));
      }),
    );
  });

  it('find one group of twenty thousand that is missing on one side', () => {
    const posts = Array.from({ length: 20_000 }, (_, n) => ({ group: `key_${n}`, label: 'x', amount: n }));
    const left = posts.map((one): Post => ({ ...one, side: 'left' }));
    const right = posts.filter((_, n) => n !== 3_141).map((one): Post => ({ ...one, side: 'right' }));
    expect(differencesOf([...left, ...right], USUAL_BUCKETS)).toEqual([
      { group: 'key_3141', of: [{ label: 'x', left: 3_141n, right: 0n }] },
    ]);
  });
});

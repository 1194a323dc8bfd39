import fc from 'fast-check';
import { expect, it } from 'vitest';
import { VirtualWorld } from '../../../simulation/world/virtual-world.js';
import { IdMaker, timeOfId } from '../../../src/actors/storage/ids.js';

const STEADY_MS = 1_795_219_200_000;

it('ids sort in the order in which they were made', async () => {
  const world = new VirtualWorld({ steadyMs: STEADY_MS });
  const ids = new IdMaker(world);
  const made: string[] = [];
  for (const passMs of [0, 0, 1, 31, 1_023, 86_400_000]) {
    await world.advance(passMs);
    made.push(ids.next('job'));
  }
  expect(made.toSorted()).toEqual(made);
  expect(new Set(made).size).toBe(made.length);
});

it('ids sort behind those of the run before, also where time went back over a restart', async () => {
  const before = new IdMaker(new VirtualWorld({ seed: 1, steadyMs: STEADY_MS + 60_000 })).next('job');
  for (const aheadMs of [0, 60_000, 60_001]) {
    const world = new VirtualWorld({ seed: 2, steadyMs: STEADY_MS + aheadMs });
    const ids = new IdMaker(world, before);
    const made = [before, ids.next('job')];
    await world.advance(120_000);
    made.push(ids.next('job'));
    expect(made.toSorted()).toEqual(made);
    expect(new Set(made).size).toBe(made.length);
  }
});

it('an id tells its time, and the name of the first account none', () => {
  const made = new IdMaker(new VirtualWorld({ steadyMs: STEADY_MS })).next('account');
  expect(timeOfId(made)).toBe(STEADY_MS);
  for (const id of ['acct_default', 'acct_1', `${made}0`]) expect(timeOfId(id)).toBeUndefined();
});

/**
 * An id by the ULID specification: 48 bits of time and 80 random bits, of which the first is zero here.
 */
function ulidOf(ms: number, random: bigint): string {
  const digits = ((BigInt(ms) << 80n) | random).toString(32).padStart(26, '0');
  return [...digits]
    .map((digit) => '0123456789abcdefghjkmnpqrstvwxyz'.charAt(Number.parseInt(digit, 32)))
    .join('');
}

it('ids are ULIDs: the time in ms, then random bits that count up within it, over every carry', () => {
  const byte = fc.integer({ min: 0, max: 255 });
  const nearACarry = fc.constantFrom(
    [0, 0, 0, 0, 1, 255, 255, 255, 255, 254],
    [0, 255, 255, 255, 255, 255, 255, 255, 255, 254],
    [127, 255, 255, 255, 255, 255, 255, 255, 255, 253],
    [0, 0, 0, 0, 0, 0, 0, 31, 255, 255],
  );
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 2 ** 48 - 1 }),
      fc.oneof(fc.array(byte, { minLength: 10, maxLength: 10 }), nearACarry),
      (ms, bytes) => {
        const world = new VirtualWorld({ steadyMs: ms });
        const still = {
          after: world.after.bind(world),
          soon: world.soon.bind(world),
          random: () => 0,
          wallMs: () => world.wallMs(),
          wallMsAt: () => world.wallMs(),
          stopwatchMs: () => world.stopwatchMs(),
          steadyMs: () => world.steadyMs(),
          randomBytes: (count: number) => Uint8Array.from({ length: count }, (_, at) => bytes[at % 10] ?? 0),
        };
        const ids = new IdMaker(still);
        const first = BigInt(`0x${Buffer.from(bytes).toString('hex')}`) >> 1n;
        const made = [0n, 1n, 2n, 3n].map(() => ids.next('job'));
        expect(made).toEqual([0n, 1n, 2n, 3n].map((more) => `video_${ulidOf(ms, first + more)}`));
        const later = new IdMaker(still, made[3]);
        expect(later.next('job')).toBe(`video_${ulidOf(ms, first + 4n)}`);
      },
    ),
  );
});

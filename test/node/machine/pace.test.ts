import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Pace, type PaceEnvironment, waitedMsIn } from '../../../src/node/machine/pace.js';

/** How long the kernel lets one run before another who wants the core has its turn. */
const TURN_MS = 3;
const PIECE_MS = 0.5;

interface CoreOptions {
  /** Whether somebody else wants the core at that time. */
  readonly isWanted?: (atMs: number) => boolean;
  /** How long the other goes on in its turn. */
  readonly othersTurnMs?: number;
  /** Those who want it are threads of this process. */
  readonly areOwn?: boolean;
  readonly isTold?: boolean;
}

/** A core that two share in turns, if the other wants it. */
class Core implements PaceEnvironment {
  readonly #isWanted: (atMs: number) => boolean;
  readonly #othersTurnMs: number;
  readonly #areOwn: boolean;
  readonly #isTold: boolean;
  #nowMs = 0;
  #waitedMs = 0;
  #turnMs = 0;
  workedMs = 0;
  readonly rests: { readonly atMs: number; readonly ms: number }[] = [];

  constructor(options: CoreOptions = {}) {
    const { isWanted = () => false, othersTurnMs = TURN_MS, areOwn = false, isTold = true } = options;
    this.#isWanted = isWanted;
    this.#othersTurnMs = othersTurnMs;
    this.#areOwn = areOwn;
    this.#isTold = isTold;
  }

  nowMs = () => this.#nowMs;
  cpuMs = () => this.workedMs + (this.#areOwn ? this.#waitedMs : 0);
  waitedMs = () => (this.#isTold ? this.#waitedMs : undefined);

  sleep(ms: number): void {
    this.rests.push({ atMs: this.#nowMs, ms });
    this.#nowMs += ms;
    this.#turnMs = 0;
  }

  stopFor(ms: number): void {
    this.#nowMs += ms;
  }

  /** Works in pieces, as the pace lets it, until that time. */
  workUntil(endMs: number, pace: Pace, pieceMs = PIECE_MS): void {
    while (this.#nowMs < endMs) {
      this.#nowMs += pieceMs;
      this.workedMs += pieceMs;
      this.#turnMs += pieceMs;
      if (!this.#isWanted(this.#nowMs)) this.#turnMs = 0;
      if (this.#turnMs >= TURN_MS) {
        this.#nowMs += this.#othersTurnMs;
        this.#waitedMs += this.#othersTurnMs;
        this.#turnMs = 0;
      }
      pace.step();
    }
  }
}

describe('work beside others', () => {
  it('is not held back where nobody wants its core', () => {
    const core = new Core();
    core.workUntil(10_000, new Pace(0.1, core));
    expect(core.rests).toEqual([]);
  });

  it('takes about its share where somebody wants its core all the time', () => {
    fc.assert(
      fc.property(fc.integer({ min: 5, max: 60 }), (percent) => {
        const core = new Core({ isWanted: () => true });
        core.workUntil(60_000, new Pace(percent / 100, core));
        const share = core.workedMs / 60_000;
        expect(share).toBeLessThan(percent / 100 + 0.01);
        expect(share).toBeGreaterThan((percent / 100) * 0.7);
      }),
      { numRuns: 25 },
    );
  });

  it('never takes more than its share where the system does not tell of waits', () => {
    const pieces = fc.double({ min: 0.05, max: 1.9, noNaN: true });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99 }), pieces, (percent, pieceMs) => {
        const core = new Core({ isTold: false });
        core.workUntil(5_000, new Pace(percent / 100, core), pieceMs);
        expect(core.workedMs).toBeLessThanOrEqual((5_000 * percent) / 100 + 20);
        expect(core.workedMs).toBeGreaterThan(((5_000 * percent) / 100) * 0.6);
      }),
      { numRuns: 50 },
    );
  });

  it('goes on without rest at most two seconds after others have left', () => {
    const core = new Core({ isWanted: (atMs) => atMs < 30_000 });
    core.workUntil(40_000, new Pace(0.1, core));
    expect(core.rests.length).toBeGreaterThan(1_000);
    expect(Math.max(...core.rests.map(({ atMs }) => atMs))).toBeLessThan(32_100);
  });

  it('rests little for others who come for a moment each second', () => {
    const core = new Core({ isWanted: (atMs) => atMs % 1_000 < 5 });
    core.workUntil(20_000, new Pace(0.1, core));
    expect(core.rests.length).toBeGreaterThan(0);
    expect(core.workedMs).toBeGreaterThan(20_000 * 0.9);
  });

  it('is not held back for others who want less than a tenth of its core', () => {
    const core = new Core({ isWanted: () => true, othersTurnMs: 0.2 });
    core.workUntil(20_000, new Pace(0.1, core));
    expect(core.waitedMs()).toBeGreaterThan(500);
    expect(core.rests).toEqual([]);
  });

  it('is not held back for threads of its own process', () => {
    const core = new Core({ isWanted: () => true, areOwn: true });
    core.workUntil(10_000, new Pace(0.1, core));
    expect(core.rests).toEqual([]);
  });

  it('is not held back with a share of a whole core', () => {
    const core = new Core({ isWanted: () => true, isTold: false });
    core.workUntil(10_000, new Pace(1, core));
    expect(core.rests).toEqual([]);
  });

  it('does not rest for an hour because it was stopped for one', () => {
    const core = new Core({ isTold: false });
    const pace = new Pace(0.1, core);
    core.workUntil(100, pace);
    core.stopFor(3_600_000);
    core.workUntil(core.nowMs() + 1_000, pace);
    expect(Math.max(...core.rests.map(({ ms }) => ms))).toBeLessThanOrEqual(200);
  });
});

it('the wait is the second figure of the kernel, in ns', () => {
  expect(waitedMsIn('112042018 5500000 35\n')).toBe(5.5);
  expect(waitedMsIn('')).toBeUndefined();
});

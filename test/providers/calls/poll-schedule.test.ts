import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Pacer } from '../../../src/providers/calls/pacer.js';
import {
  delayAfterAnswerMs,
  delayAfterFailureMs,
  quietPollsIn,
} from '../../../src/providers/calls/poll-schedule.js';

const fraction = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

describe('the schedule of polls', () => {
  it('follows a hint, a little late and never early', () => {
    fc.assert(
      fc.property(fc.integer({ min: 50, max: 60_000 }), fc.nat(100), fraction, (hintMs, quiet, jitter) => {
        const delayMs = delayAfterAnswerMs({ state: 'pending', askAgainAfterMs: hintMs }, quiet, jitter);
        expect(delayMs).toBeGreaterThanOrEqual(hintMs);
        expect(delayMs).toBeLessThanOrEqual(Math.ceil(hintMs * 1.1));
      }),
    );
  });

  it('believes no hint that would make it hammer or forget', () => {
    expect(delayAfterAnswerMs({ state: 'pending', askAgainAfterMs: 0 }, 0, 0)).toBe(50);
    expect(delayAfterAnswerMs({ state: 'in_progress', askAgainAfterMs: 86_400_000 }, 0, 0)).toBe(60_000);
  });

  it('grows from a quarter of a second by half each time to twenty seconds', () => {
    const delays = Array.from({ length: 14 }, (_, quiet) =>
      delayAfterAnswerMs({ state: 'pending' }, quiet, 0),
    );
    expect(delays).toEqual([
      250, 375, 563, 844, 1_266, 1_899, 2_848, 4_272, 6_408, 9_611, 14_417, 20_000, 20_000, 20_000,
    ]);
    expect(delayAfterAnswerMs({ state: 'pending' }, 1_000_000, 0)).toBe(20_000);
  });

  it('tells from the time since the first poll how many there were', () => {
    let sinceFirstPollMs = 0;
    for (let polls = 0; polls < 16; polls++) {
      expect(quietPollsIn(sinceFirstPollMs + 1)).toBe(polls);
      expect(quietPollsIn(sinceFirstPollMs - 1)).toBe(Math.max(0, polls - 1));
      sinceFirstPollMs += 250 * 1.5 ** polls;
    }
    expect([quietPollsIn(-1), quietPollsIn(Number.MAX_SAFE_INTEGER)]).toEqual([0, 16]);
  });

  it('backs off from failures on the same scale', () => {
    expect([1, 2, 3, 100].map((failures) => delayAfterFailureMs(failures, 0))).toEqual([
      250, 375, 563, 20_000,
    ]);
  });

  it('spreads jobs whose intervals are equal', () => {
    const delays = new Set(
      [0, 0.2, 0.4, 0.6, 0.8].map((jitter) => delayAfterAnswerMs({ state: 'pending' }, 30, jitter)),
    );
    expect(delays.size).toBe(5);
    expect(Math.max(...delays)).toBe(20_000);
  });
});

describe('the pacer', () => {
  it('lets no stretch of time have more than its rate and the burst', () => {
    // A hundred and more that begin: by default arrays stay below ten or so, and a burst is not even used up.
    const waits = fc.array(fc.nat(30), { minLength: 1, maxLength: 200, size: 'max' });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 3_000 }),
        fc.integer({ min: 1, max: 20 }),
        waits,
        (rate, burst, gaps) => {
          const pacer = new Pacer(rate, burst);
          const began: number[] = [];
          let now = 1_000;
          for (const gap of gaps) {
            now += gap;
            if (pacer.admitsFrom() > now) continue;
            pacer.take(now);
            began.push(now);
          }
          const beyond = began.flatMap((from, at) =>
            began.slice(at).map((to, more) => more + 1 - ((to - from) * rate) / 1_000 - burst),
          );
          expect(Math.max(...beyond)).toBeLessThanOrEqual(1e-6);
        },
      ),
    );
  });

  it('refuses nothing that is slower than its rate', () => {
    const pacer = new Pacer(10, 1);
    for (let now = 0; now < 5_000; now += 100) {
      expect(pacer.admitsFrom()).toBeLessThanOrEqual(now);
      pacer.take(now);
    }
  });
});

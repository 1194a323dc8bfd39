import { describe, expect, it } from 'vitest';
import { BODY_ROOM } from '../../../../simulation/rules/requests/bodies/body-room.js';
import { MadeHistory } from '../made-history.js';
import { SUBMIT } from '../told-history.js';

const MIB = 1_048_576;
const HALF = MIB / 2;
const UNAVAILABLE = { status: 503 };
const TIMEOUT = { status: 408 };

/** A node that has room for one MiB of bodies. */
class Made extends MadeHistory {
  constructor() {
    super(BODY_ROOM);
    this.see({ at: 0, what: 'reloaded', outcome: 'applied', options: { bodiesMaxMib: 1 } });
  }

  /** A body of which so much comes. @returns the number of the request */
  breaksOff(at: number, bytes: number): number {
    const request = this.send(at, SUBMIT, { hasBody: true });
    this.see({ at, what: 'body_broke_off', request, bytes });
    return request;
  }
}

describe('the rule body-room', () => {
  it('has nothing to say of bodies that fill their room, and of the next one, which is refused', () => {
    const made = new Made();
    const first = [made.breaksOff(10, HALF), made.breaksOff(20, HALF)];
    made.answer(30, made.breaksOff(30, 1), UNAVAILABLE);
    for (const request of first) made.answer(10_020, request, TIMEOUT);
    expect(made.end()).toEqual([]);
  });

  it('has nothing to say of one that comes when others are over, or the process is', () => {
    const made = new Made();
    made.answer(20, made.breaksOff(10, MIB), TIMEOUT);
    made.see({ at: 40, what: 'gave_up', request: made.breaksOff(30, MIB) });
    made.see({ at: 60, what: 'cut_off', request: made.breaksOff(50, MIB) });
    for (const what of ['stopped', 'crashed'] as const) {
      made.breaksOff(70, MIB);
      made.see(what === 'stopped' ? { at: 80, what } : { at: 80, what, on: 'now', undecided: 'lost' });
    }
    made.answer(100, made.breaksOff(90, MIB), TIMEOUT);
    expect(made.end()).toEqual([]);
  });

  it('has nothing to say of one for which another one is refused that came with it', () => {
    const made = new Made();
    const [first, refused, last] = [HALF, HALF - 1, 2].map((bytes) => made.breaksOff(10, bytes)) as [
      number,
      number,
      number,
    ];
    made.answer(10, refused, UNAVAILABLE);
    for (const request of [first, last]) made.answer(10_010, request, TIMEOUT);
    expect(made.end()).toEqual([]);
  });

  it('has nothing to say of one that has room since a reload', () => {
    const made = new Made();
    made.breaksOff(10, MIB);
    made.see({ at: 20, what: 'reloaded', outcome: 'applied', options: { bodiesMaxMib: 2 } });
    made.answer(40, made.breaksOff(30, MIB), TIMEOUT);
    expect(made.end()).toEqual([]);
  });

  it.each([
    ['by itself', [MIB + 1]],
    ['beside another one', [MIB, 1]],
    ['beside two others', [HALF, HALF, 1]],
  ])('reports a body that is waited for without room, %s', (_, sizes) => {
    const made = new Made();
    const requests = sizes.map((bytes, n) => made.breaksOff(10 + n, bytes));
    for (const request of requests) made.answer(10_020, request, TIMEOUT);
    expect(made.end()).toEqual([
      `request ${requests.at(-1)} (submit) answered 408, and there was no room for its body`,
    ]);
  });

  it('reports a body that has no room since a reload', () => {
    const made = new Made();
    made.see({ at: 5, what: 'reloaded', outcome: 'applied', options: { bodiesMaxMib: 2 } });
    made.breaksOff(10, MIB);
    made.see({ at: 20, what: 'reloaded', outcome: 'applied', options: { bodiesMaxMib: 1 } });
    made.answer(40, made.breaksOff(30, 1), { status: 400 });
    expect(made.end().join()).toMatch(/answered 400, and there was no room/);
  });
});

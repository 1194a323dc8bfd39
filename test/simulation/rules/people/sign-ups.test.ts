import { describe, expect, it } from 'vitest';
import { SIGN_UPS } from '../../../../simulation/rules/people/sign-ups.js';
import { MadeHistory } from '../made-history.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

class Made extends MadeHistory {
  constructor() {
    super(SIGN_UPS);
    this.see({ at: 0, what: 'reloaded', outcome: 'applied', options: { signUpsPerDayMax: 2 } });
  }

  signUp(at: number, status: number): void {
    this.ask(at, { op: 'sign_up', name: `s${at}@people.test`, password: 'Password 1' }, { status });
  }
}

describe('the rule sign-ups', () => {
  it('has nothing to say if the third of a day is refused, and the next day or start begins anew', () => {
    const made = new Made();
    for (const [at, status] of [
      [1, 200],
      [2, 200],
      [3, 429],
      [DAY_MS + 4, 200],
    ] as const)
      made.signUp(at, status);
    made.see({ at: DAY_MS + 5, what: 'starting', isReboot: false });
    for (const at of [6, 7]) made.signUp(DAY_MS + at, 200);
    expect(made.end()).toEqual([]);
  });

  it('reports one that is refused behind others that were refused', () => {
    const made = new Made();
    made.signUp(1, 200);
    const call = { op: 'sign_up', name: 'a@people.test', password: 'Password 1' } as const;
    for (let n = 0; n < 5; n++) made.ask(2 + n, call, { status: 429 }, { address: '192.0.2.1' });
    made.signUp(20, 429);
    expect(made.end().at(-1)).toMatch(/refused after at most 1 of 2/);
  });

  it('counts on as the clock steps within a day, and anew only once somebody came on another one', () => {
    const filled = (steps: readonly number[], status = 200) => {
      const made = new Made();
      for (const at of [1, 2]) made.signUp(at, 200);
      for (const ms of steps) {
        made.see({ at: 3, what: 'wall_stepped', ms });
        if (steps.length > 1) made.signUp(4, status);
      }
      made.signUp(10, 200);
      return made.end().join();
    };
    expect(filled([HOUR_MS])).toMatch(/taken after 2 of 2/);
    expect(filled([DAY_MS, -DAY_MS])).toBe('');
    expect(filled([DAY_MS])).toBe('');
  });

  it('reports one too many, and one that is refused for no cause', () => {
    const made = new Made();
    made.signUp(1, 429);
    for (const at of [2, 3, 4]) made.signUp(at, 200);
    expect(made.end().join()).toMatch(/refused after at most 0 of 2.*taken after 2 of 2/);
  });

  it('begins no day anew because the clock stepped, if nobody asked on the other day', () => {
    const stepped = (ms: number) => {
      const made = new Made();
      for (const at of [1, 2]) made.signUp(at, 200);
      made.see({ at: 3, what: 'wall_stepped', ms });
      made.see({ at: 4, what: 'wall_stepped', ms: -ms });
      made.signUp(5, 200);
      return made.end().join();
    };
    expect(stepped(3_600_000)).toMatch(/taken after 2 of 2/);
    expect(stepped(2 * DAY_MS)).toMatch(/taken after 2 of 2/);
  });
});

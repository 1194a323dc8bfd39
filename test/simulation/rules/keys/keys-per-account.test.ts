import { describe, expect, it } from 'vitest';
import { KEYS_PER_ACCOUNT } from '../../../../simulation/rules/keys/keys-per-account.js';
import { MadeHistory, type Reply } from '../made-history.js';

class Made extends MadeHistory {
  constructor() {
    super(KEYS_PER_ACCOUNT);
    this.see({ at: 0, what: 'reloaded', outcome: 'applied', options: { keysPerAccountMax: 2 } });
  }

  make(number: number, account: number, reply: Reply = {}): void {
    const call = { op: 'create_key', newKey: number, account } as const;
    const body = { id: `key_${number}`, account: `acct_${account}`, key: 'sk' };
    this.ask(number * 10, call, { status: 201, body, ...reply });
  }
}

const REFUSED: Reply = { status: 409, code: 'too_many_keys', body: {} };

describe('the rule keys-per-account', () => {
  it('has nothing to say if the third key is refused, and made once another one is revoked', () => {
    const made = new Made();
    made.make(1, 1);
    made.make(2, 1);
    made.make(3, 1, REFUSED);
    made.ask(35, { op: 'revoke', key: 1 }, { body: {} });
    made.make(4, 1);
    expect(made.end()).toEqual([]);
  });

  it('reports a key too many, one that is refused for no cause, and a bound for operators', () => {
    const made = new Made();
    made.make(1, 1, REFUSED);
    for (const number of [2, 3, 4]) made.make(number, 1);
    made.make(5, 0, REFUSED);
    expect(made.end().join()).toMatch(/refused with at most 0 of 2.*made with at least 2 of 2.*refused with/);
  });
});

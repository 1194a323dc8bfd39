import { describe, expect, it } from 'vitest';
import { KEYS_SHOWN } from '../../../../simulation/rules/keys/keys-shown.js';
import { MadePeople } from '../people/made-people.js';

const KEY = {
  id: 'key_0',
  account: 'acct_default',
  name: 'Key 0',
  rate_limit_rpm: 60,
  status: 'active',
};
const LIST = { op: 'list_keys' } as const;

function make(made: MadePeople): void {
  const call = { op: 'create_key', newKey: 0, account: 0, rpm: 60 } as const;
  made.ask(0, call, { status: 201, body: { ...KEY, key: 'sk' } });
}

describe('the rule keys-shown', () => {
  it('has nothing to say of a key that is shown as it was made, changed and revoked', () => {
    const made = new MadePeople(KEYS_SHOWN);
    make(made);
    made.ask(10, LIST, { body: { data: [KEY] } });
    const form = { op: 'form', act: 'change_key', session: 0, key: 0, name: 'Other', rpm: 2 } as const;
    made.under(made.join(20), 30, form, { status: 303, headers: { location: '/keys/key_0?saved' } });
    made.ask(
      40,
      { op: 'revoke', key: 0 },
      { body: { ...KEY, name: 'Other', rate_limit_rpm: 2, status: 'revoked' } },
    );
    expect(made.end()).toEqual([]);
  });

  it('reports what is shown otherwise', () => {
    const made = new MadePeople(KEYS_SHOWN);
    make(made);
    made.ask(10, LIST, { body: { data: [{ ...KEY, name: null, rate_limit_rpm: 7, status: 'revoked' }] } });
    expect(made.end().join()).toMatch(/name null, not Key 0.*limit 7, not 60.*status revoked/);
  });

  it('reports a key that a page made with another limit', () => {
    const made = new MadePeople(KEYS_SHOWN);
    make(made);
    const form = { op: 'form', act: 'make_key', session: 0, newKey: 8, rpm: 5 } as const;
    made.under(made.join(20), 30, form, { body: { key: 'key_8', hasSecret: true } });
    made.ask(40, LIST, { body: { data: [{ ...KEY, id: 'key_8', name: 'Page key 8' }] } });
    expect(made.end().join()).toMatch(/shows key_8 with limit 60, not 5/);
  });
});

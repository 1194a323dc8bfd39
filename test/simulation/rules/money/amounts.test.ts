import { describe, expect, it } from 'vitest';
import type { ClientCall } from '../../../../simulation/history/client-call.js';
import { AMOUNTS } from '../../../../simulation/rules/money/amounts.js';
import { MadeHistory, type Reply } from '../made-history.js';

type Credit = Extract<ClientCall, { readonly op: 'add_credit' }>;

const CREDIT: Credit = { op: 'add_credit', key: 1, amountMicroDa: 1_500_000, reference: 'r' };
const REFUSED = { status: 400, code: 'invalid_request' };

function entry(amount: number): Reply {
  return { status: 201, body: { id: 'le_1_2', type: 'credit', amount, reference: 'r' } };
}

function asked(call: Partial<Credit>, reply: Reply): readonly string[] {
  const history = new MadeHistory(AMOUNTS);
  history.key(1, 60);
  history.ask(1, { ...CREDIT, ...call }, reply);
  return history.end();
}

describe('the rule of amounts', () => {
  it.each(['1.5', '"1.5"', '1.50', '"1.500000000"', '15e-1', undefined])('takes %s for 1.5 DA', (text) => {
    const written = text === undefined ? {} : { amountText: text };
    expect(asked(written, entry(1.5))).toEqual([]);
    expect(asked(written, entry(1.6)).join()).toMatch(/shows amount 1600000; asked for were 1500000/);
    expect(asked(written, REFUSED).join()).toMatch(/1500000 micro-DA is an amount that the key may receive/);
  });

  it.each(['0', '-1', '"-1"', '0.0000001', '"1.0000001"', '"1e3"', '1e30', '"1,5"', 'null', '[1]'])(
    'wants %s refused',
    (text) => {
      const none = { amountMicroDa: 0, amountText: text };
      expect(asked(none, refusedFor('amount'))).toEqual([]);
      expect(asked(none, refusedFor('reference')).join()).toMatch(/was refused for reference/);
      expect(asked(none, entry(1)).join()).toMatch(/is to be refused/);
      expect(asked(none, { status: 422, code: 'reference_reused' }).join()).toMatch(/is to be refused/);
    },
  );

  it('wants a reference of 1 to 200 characters that is none of the gateway', () => {
    for (const reference of ['', 'r'.repeat(201), 'import:1']) {
      expect(asked({ reference }, refusedFor('reference'))).toEqual([]);
      expect(asked({ reference }, entry(1.5)).join()).toMatch(/is to be refused/);
    }
    const wide = '\u{1f4b3}'.repeat(200);
    expect(asked({ reference: wide }, REFUSED).join()).toMatch(/may receive/);
  });

  it('knows how much a key may receive in its life', () => {
    const most = { amountMicroDa: 10 ** 15 };
    expect(asked(most, entry(10 ** 9))).toEqual([]);
    const history = new MadeHistory(AMOUNTS);
    history.key(1, 60);
    history.ask(1, { ...CREDIT, ...most }, entry(10 ** 9));
    history.ask(2, { ...CREDIT, amountMicroDa: 1 }, REFUSED);
    expect(history.messages).toEqual([]);
    history.ask(3, { ...CREDIT, amountMicroDa: 1 }, entry(0.000001));
    expect(history.end().join()).toMatch(/has received 1000000000000001 micro-DA/);
  });

  it('wants amounts printed without exponent and with six decimals at most', () => {
    const printed = (text: string) => {
      const history = new MadeHistory(AMOUNTS);
      const request = history.send(1, { op: 'credits', key: 1 });
      const wallMs = 0;
      const body = `{"balance":${text},"reserved":0}`;
      history.see({ at: 1, what: 'answered', request, status: 200, headers: {}, body, wallMs });
      return history.end();
    };
    for (const text of ['0', '1000000000', '0.000001', '12.5']) expect(printed(text)).toEqual([]);
    for (const text of ['1e-7', '0.0000001', '12.50', '-1', '1e+21']) expect(printed(text)).toHaveLength(1);
  });
});

function refusedFor(param: string): Reply {
  const error = { type: 'error', code: 'invalid_request', message: 'Why.', param };
  return { status: 400, code: 'invalid_request', body: { error } };
}

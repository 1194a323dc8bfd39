import { describe, expect, it } from 'vitest';
import type { SubmitCall } from '../../../../simulation/history/client-call.js';
import {
  amountsUnder,
  costOfLength,
  millisecondsIn,
} from '../../../../simulation/rules/facts/exact-amounts.js';
import { PRICES } from '../../../../simulation/rules/money/prices.js';
import { MadeHistory } from '../made-history.js';
import { TEXTS } from '../texts/made-text.js';

/** Of 0.5 DA a second. */
const SUBMIT: SubmitCall = { op: 'submit', key: 1, model: 'sim/video', prompt: 'Rain', seconds: '2.001' };

function refusedFor(required: number): readonly string[] {
  const history = new MadeHistory(PRICES);
  history.key(1, 60);
  const body = { error: { code: 'insufficient_credits' }, required, balance: 0 };
  history.ask(0, SUBMIT, { status: 402, body });
  return history.end();
}

function reserved(amount: number): readonly string[] {
  const history = new MadeHistory(PRICES);
  history.key(1, 60);
  history.ask(0, SUBMIT, { status: 202, body: { id: 'video_1' } });
  const data = [{ id: 'le_1_1', type: 'reserve', amount, job_id: 'video_1' }];
  history.ask(9, { op: 'ledger', key: 1, limit: 100 }, { status: 200, body: { data } });
  return history.end();
}

describe('the rule of prices', () => {
  it('wants a refusal for money to require what the job would reserve', () => {
    expect(refusedFor(1.0005)).toEqual([]);
    expect(refusedFor(1.000_501)).toHaveLength(1);
    expect(refusedFor(1)).toHaveLength(1);
  });

  it('wants a job to reserve the price of what was asked for', () => {
    expect(reserved(1.0005)).toEqual([]);
    expect(reserved(1.000_499)).toHaveLength(1);
  });

  it('wants the list of models to show none that is not configured', () => {
    const listed = (id: string) => {
      const history = new MadeHistory(PRICES);
      history.key(1, 60);
      history.ask(0, { op: 'models', key: 1 }, { status: 200, body: { data: [{ id }] } });
      return history.end().filter((finding) => finding.includes('not configured'));
    };
    expect(listed('sim/video')).toEqual([]);
    expect(listed('model/further')).toHaveLength(1);
  });

  it('wants the list of models to show the bounds of a model of text', () => {
    const output = { max: 64, default: 32 };
    const shown = { id: 'text/0', provider: 'writer', owned_by: 'writer', context_tokens: 8_192 };
    const price = { price_per_million: { input: 1, output: 2 } };
    const listed = (model: object) => {
      const history = new MadeHistory(PRICES, { texts: TEXTS });
      history.key(1, 60);
      const data = [{ ...shown, ...price, output_tokens: output, ...model }];
      history.ask(0, { op: 'models', key: 1 }, { status: 200, body: { data } });
      return history.end();
    };
    expect(listed({})).toEqual([]);
    expect(listed({ context_tokens: 64 })).toHaveLength(1);
    expect(listed({ owned_by: 'author' })).toHaveLength(1);
    expect(listed({ output_tokens: { max: 32, default: 64 } })).toHaveLength(1);
  });

  it('wants the list of models to show exactly those on offer', () => {
    const left = { id: 'model/left', provider: 'idempotent', pricePerSecondMicroDa: 1 } as const;
    const seconds = { min: 1, max: 60, default: 4 };
    const shown = [{ id: left.id, seconds, price_per_second: 0.000_001 }];
    /** @param at when the model goes: the list is asked for at 1 and answered at 3 */
    const listed = (at: number, data: readonly object[]) => {
      const history = new MadeHistory(PRICES, { models: [{ ...left, deadlineAfterMs: 9_000 }] });
      history.key(1, 60);
      const leave = (now: number) => {
        if (at === now)
          history.see({ at, what: 'reloaded', outcome: 'applied', leftModels: { [left.id]: 'not_named' } });
      };
      leave(0);
      const request = history.send(1, { op: 'models', key: 1 });
      leave(2);
      history.answer(3, request, { body: { data } });
      leave(4);
      return history.end();
    };
    expect([...listed(0, []), ...listed(2, []), ...listed(2, shown), ...listed(4, shown)]).toEqual([]);
    expect(listed(0, shown)).toHaveLength(1);
    expect(listed(4, [])).not.toEqual([]);
  });

  it('wants a job without a length to cost that which its model has by default at the time', () => {
    const model = { id: 'model/left', provider: 'idempotent', pricePerSecondMicroDa: 1_000_000 } as const;
    const bounds = { [model.id]: { lengthMinMs: 2_000, lengthMaxMs: 10_000, lengthDefaultMs: 6_000 } };
    const required = (da: number) => {
      const history = new MadeHistory(PRICES, { models: [{ ...model, deadlineAfterMs: 9_000 }] });
      history.key(1, 60);
      history.see({ at: 1, what: 'reloaded', outcome: 'applied', bounds });
      const body = { error: { code: 'insufficient_credits' }, required: da, balance: 0 };
      history.ask(2, { op: 'submit', key: 1, model: model.id, prompt: 'Rain' }, { status: 402, body });
      return history.end();
    };
    expect(required(6)).toEqual([]);
    expect(required(4)).toHaveLength(1);
  });

  it('reckons in whole numbers and decimal digits', () => {
    expect(['2.5', 2.5, '8', 0.001].map(millisecondsIn)).toEqual([2_500n, 2_500n, 8_000n, 1n]);
    expect(['4.0001', 'soon', -4, 1e-7].map(millisecondsIn)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect([costOfLength(1n, 1n), costOfLength(333_333n, 2_500n), costOfLength(10n ** 15n, 1_000n)]).toEqual([
      1n,
      833_333n,
      10n ** 15n,
    ]);
    expect(amountsUnder('cost', '{"cost":999999999.999999,"b":{"cost":0}}')).toEqual([
      999_999_999_999_999n,
      0n,
    ]);
    expect(amountsUnder('cost', '{"cost":1e-6}')).toEqual([undefined]);
  });
});

import { describe, expect, it } from 'vitest';
import type { ClientCall, SubmitCall } from '../../../../simulation/history/client-call.js';
import { REFUSAL_ORDER } from '../../../../simulation/rules/requests/refusal-order.js';
import { MadeHistory, type Reply } from '../made-history.js';

const SUBMIT: SubmitCall = {
  op: 'submit',
  key: 1,
  model: 'sim/video',
  prompt: 'Rain',
  idempotencyKey: 'once',
};
const ACCEPTED: Reply = { status: 202, body: { id: 'video_1' } };
const BROKE: Reply = { status: 402, code: 'insufficient_credits' };

function told(...asked: readonly (readonly [Partial<SubmitCall>, Reply])[]): readonly string[] {
  const history = new MadeHistory(REFUSAL_ORDER);
  history.key(1, 60);
  for (const [n, [call, reply]] of asked.entries()) history.ask(n, { ...SUBMIT, ...call }, reply);
  return history.end();
}

describe('the rule of the order of refusals', () => {
  it('is content if an accepted submit is replayed, and another one refused for money', () => {
    const replayed: Reply = { ...ACCEPTED, headers: { 'idempotent-replayed': 'true' } };
    expect(told([{}, ACCEPTED], [{}, replayed], [{ idempotencyKey: 'twice' }, BROKE])).toEqual([]);
  });

  it('knows an order again under the same management key alone', () => {
    const order: ClientCall = { op: 'order', key: 1, amountDa: 100, idempotencyKey: 'once' };
    const again = (operatorKey: number) => {
      const history = new MadeHistory(REFUSAL_ORDER);
      history.ask(0, order, { status: 201, body: { id: 'order_1' } }, { credential: 'management' });
      const refused: Reply = { status: 400, code: 'invalid_request' };
      history.ask(1, order, refused, { credential: 'management', operatorKey });
      return history.end();
    };
    expect(again(0)).toHaveLength(1);
    expect(again(1)).toEqual([]);
  });

  it('reports an accepted submit that is refused for money or its model when it is repeated', () => {
    expect(told([{}, ACCEPTED], [{}, BROKE])).toHaveLength(1);
    expect(told([{}, ACCEPTED], [{ prompt: 'Snow' }, BROKE])).toHaveLength(1);
    expect(told([{}, ACCEPTED], [{}, { status: 404, code: 'model_not_found' }])).not.toEqual([]);
  });

  it.each<[string, Partial<SubmitCall>, Reply]>([
    ['no such model', { model: 'no/such-model' }, { status: 404, code: 'model_not_found' }],
    ['a length beyond the bounds', { seconds: 60.001 }, { status: 400, code: 'invalid_request' }],
    ['no length', { seconds: 'soon' }, { status: 400, code: 'invalid_request' }],
    ['a prompt that is too long', { promptLength: 10_001 }, { status: 400, code: 'invalid_request' }],
  ])('wants to hear of %s before the money', (_, call, due) => {
    expect(told([call, due])).toEqual([]);
    expect(told([call, BROKE])).toHaveLength(1);
    expect(told([call, ACCEPTED])).toHaveLength(1);
  });

  it('wants no fault found with what has none', () => {
    for (const call of [{ seconds: 60 }, { seconds: '1.000' }, { promptLength: 10_000 }]) {
      expect(told([call, ACCEPTED])).toEqual([]);
      expect(told([call, { status: 400, code: 'invalid_request' }])).toHaveLength(1);
    }
  });

  it('wants a model not found exactly while a reload has taken it away, but by a repeat', () => {
    const model = { id: 'model/left', provider: 'idempotent', pricePerSecondMicroDa: 1 } as const;
    const gone: Reply = { status: 404, code: 'model_not_found' };
    const replayed: Reply = { ...ACCEPTED, headers: { 'idempotent-replayed': 'true' } };
    const reused: Reply = { status: 422, code: 'idempotency_key_reused' };
    const said = (reply: Reply, more: Partial<SubmitCall> = {}, isBack = false) => {
      const history = new MadeHistory(REFUSAL_ORDER, { models: [{ ...model, deadlineAfterMs: 9_000 }] });
      history.key(1, 60);
      history.ask(0, { ...SUBMIT, model: model.id }, ACCEPTED);
      const reload = { what: 'reloaded', outcome: 'applied' } as const;
      history.see({ at: 1, ...reload, leftModels: { [model.id]: 'not_offered' } });
      if (isBack) history.see({ at: 2, ...reload, leftModels: {} });
      history.ask(3, { ...SUBMIT, model: model.id, ...more }, reply);
      return history.end();
    };
    const anew = { idempotencyKey: 'anew' };
    const other = { prompt: 'Snow' };
    expect([...said(replayed), ...said(reused, other), ...said(gone, anew)]).toEqual([]);
    expect([...said(ACCEPTED, anew, true), ...said(replayed, {}, true)]).toEqual([]);
    expect(said(gone)).toHaveLength(1);
    expect(said(gone, other)).toHaveLength(1);
    expect(said(ACCEPTED, anew)).toHaveLength(1);
    expect(said(BROKE, anew)).toHaveLength(1);
    expect(said({ status: 400, code: 'invalid_request' }, { ...anew, seconds: 4_000 })).toHaveLength(1);
    expect(said(gone, anew, true)).toHaveLength(1);
  });

  it('holds a submit to the bounds on lengths that a reload brought, and no repeat', () => {
    const model = { id: 'model/left', provider: 'idempotent', pricePerSecondMicroDa: 1 } as const;
    const bounds = { [model.id]: { lengthMinMs: 2_000, lengthMaxMs: 10_000, lengthDefaultMs: 6_000 } };
    const refused: Reply = { status: 400, code: 'invalid_request' };
    const replayed: Reply = { ...ACCEPTED, headers: { 'idempotent-replayed': 'true' } };
    const said = (reply: Reply, more: Partial<SubmitCall>, isMeanwhile = false) => {
      const history = new MadeHistory(REFUSAL_ORDER, { models: [{ ...model, deadlineAfterMs: 9_000 }] });
      history.key(1, 60);
      history.ask(0, { ...SUBMIT, model: model.id, seconds: 40 }, ACCEPTED);
      const reload = { at: 2, what: 'reloaded', outcome: 'applied', bounds } as const;
      if (!isMeanwhile) history.see(reload);
      const request = history.send(2, { ...SUBMIT, model: model.id, seconds: 40, ...more });
      if (isMeanwhile) history.see(reload);
      history.answer(3, request, reply);
      return history.end();
    };
    const anew = { idempotencyKey: 'anew' };
    expect([...said(replayed, {}), ...said(refused, anew)]).toEqual([]);
    expect([...said(ACCEPTED, anew, true), ...said(refused, anew, true)]).toEqual([]);
    expect(said(refused, {})).toHaveLength(1);
    expect(said(ACCEPTED, anew)).toHaveLength(1);
    expect(said(refused, { ...anew, seconds: 10 })).toHaveLength(1);
  });

  it('wants a job refused that costs more than a key can ever hold, and no other', () => {
    const dear = { id: 'model/dear', provider: 'idempotent', pricePerSecondMicroDa: 4 * 10 ** 14 } as const;
    const said = (seconds: number, reply: Reply) => {
      const history = new MadeHistory(REFUSAL_ORDER, { models: [{ ...dear, deadlineAfterMs: 9_000 }] });
      history.key(1, 60);
      history.ask(0, { ...SUBMIT, model: dear.id, seconds }, reply);
      return history.end();
    };
    const refused: Reply = { status: 400, code: 'invalid_request' };
    expect([...said(2.5, ACCEPTED), ...said(2.5, BROKE), ...said(2.501, refused)]).toEqual([]);
    expect(said(2.5, refused)).toHaveLength(1);
    expect(said(2.501, BROKE)).toHaveLength(1);
  });
});

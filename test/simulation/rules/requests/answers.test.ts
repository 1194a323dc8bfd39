import { describe, expect, it } from 'vitest';
import type { ClientCall } from '../../../../simulation/history/client-call.js';
import { ANSWERS } from '../../../../simulation/rules/requests/answers.js';
import { CREDITS, MadeHistory, type Reply } from '../made-history.js';

const STRAY: ClientCall = { op: 'stray', key: 1, how: 'wrong_method' };
const WRONG_METHOD: Reply = { status: 405, code: 'method_not_allowed', headers: { allow: 'GET' } };
const OVERLOADED: Reply = { status: 503, code: 'storage_unavailable', waitMs: 1_000 };

function made(): MadeHistory {
  const history = new MadeHistory(ANSWERS);
  history.key(1, 60);
  return history;
}

describe('the rule of answers', () => {
  it('is content with what the contract has', () => {
    const history = made();
    history.ask(1_000, CREDITS);
    history.ask(1_000, STRAY, WRONG_METHOD);
    history.see({ at: 1_500, what: 'disk_failed', fault: 'reject' });
    history.ask(1_600, CREDITS, OVERLOADED);
    const last = history.send(2_000, CREDITS);
    history.see({ at: 2_100, what: 'gave_up', request: last });
    expect(history.end()).toEqual([]);
  });

  it.each<[string, ClientCall, Reply]>([
    ['a defect of ours', CREDITS, { status: 500, code: 'internal_error' }],
    ['a code of another request', CREDITS, { status: 404, code: 'not_found' }],
    ['a code of another status', STRAY, { ...WRONG_METHOD, status: 400 }],
    ['a stray that is served', STRAY, {}],
    ['a stray refused for what it is not', STRAY, { status: 404, code: 'not_found' }],
    ['a 405 without Allow', STRAY, { ...WRONG_METHOD, headers: {} }],
    ['a 503 without a reason', CREDITS, OVERLOADED],
    ['a valid key called invalid', CREDITS, { status: 401, code: 'invalid_api_key' }],
    ['an answer that may be stored', CREDITS, { headers: { 'cache-control': 'private' } }],
    ['a success without a balance', CREDITS, { headers: { 'x-balance-available': undefined } }],
    [
      'an error with a balance',
      STRAY,
      { ...WRONG_METHOD, headers: { allow: 'GET', 'x-balance-available': '1' } },
    ],
    ['an answer without an id', CREDITS, { headers: { 'x-request-id': undefined } }],
    ['an id that was given before', CREDITS, { headers: { 'x-request-id': 'req_1' } }],
    ['an error that names another request', STRAY, { ...WRONG_METHOD, body: { error: { code: 'x' } } }],
  ])('reports %s', (_, call, reply) => {
    const history = made();
    history.ask(9_000, call, reply);
    expect(history.end().length).toBeGreaterThan(0);
  });

  it('lets a result be unavailable if its provider fails or says nothing, and not otherwise', () => {
    const content: ClientCall = { op: 'content', key: 1, job: 1 };
    const unavailable: Reply = { status: 503, code: 'provider_unavailable', waitMs: 5_000 };
    const history = made();
    history.ask(9_000, content, unavailable);
    expect(history.end()).toEqual([expect.stringContaining('nothing fails')]);
    for (const kind of ['error', 'busy'] as const) {
      const failing = made();
      const request = failing.send(9_000, content);
      failing.see({ at: 9_001, what: 'provider_answered', call: 1, answer: { kind } });
      failing.answer(9_001, request, unavailable);
      expect(failing.end()).toEqual([]);
    }
    const silent = made();
    const waits = silent.send(9_000, content);
    silent.see({
      at: 9_000,
      what: 'provider_called',
      call: 1,
      kind: 'read',
      provider: 'plain',
      model: '',
      jobId: '',
    });
    silent.answer(12_000, waits, unavailable);
    expect(silent.end()).toEqual([]);
  });

  it('reports a wait in the body that is not that of the header', () => {
    const history = made();
    history.see({ at: 9_000, what: 'disk_failed', fault: 'reject' });
    history.ask(9_000, CREDITS, { ...OVERLOADED, body: { retry_after: 7 } });
    expect(history.end()).toEqual([expect.stringContaining('retry_after is 7')]);
  });

  it('reports a second answer, one that never comes and one that comes too late', () => {
    const history = made();
    const twice = history.ask(1_000, CREDITS);
    history.answer(1_001, twice);
    expect(history.messages).toEqual([`request ${twice} was answered after its end`]);
    const late = history.send(2_000, CREDITS);
    history.answer(2_000 + 15_001, late);
    expect(history.messages).toHaveLength(2);
    history.send(20_000, CREDITS);
    expect(history.end()[2]).toContain('was never answered');
  });

  it('reports a revoked key that is served, and not one that is being revoked', () => {
    const history = made();
    const revoke = history.send(1_000, { op: 'revoke', key: 1 });
    history.ask(1_001, CREDITS);
    history.ask(1_002, CREDITS, {
      status: 401,
      code: 'invalid_api_key',
      headers: { 'www-authenticate': 'Bearer' },
    });
    history.answer(1_003, revoke);
    expect(history.messages).toEqual([]);
    history.ask(1_004, CREDITS);
    expect(history.end()).toHaveLength(1);
  });

  it('reports a body that is waited for beyond its time limit', () => {
    const history = made();
    const taken = history.send(1_000, CREDITS, { hasBody: true });
    history.see({ at: 10_999, what: 'body_sent', request: taken });
    history.answer(10_999, taken);
    const late = history.send(20_000, CREDITS, { hasBody: true });
    history.see({ at: 31_000, what: 'body_sent', request: late });
    history.answer(31_000, late);
    expect(history.end()).toEqual([expect.stringContaining('came after 11000 ms and was waited for')]);
  });

  it('reports a request that a stop in order cuts off, unless it had its time', () => {
    const history = made();
    const [first, second, third] = [900, 900, 900].map((at) => history.send(at, CREDITS)) as [
      number,
      number,
      number,
    ];
    history.see({ at: 1_000, what: 'stopping' });
    history.see({ at: 1_000, what: 'cut_off', request: first });
    history.see({ at: 11_000, what: 'cut_off', request: second });
    history.see({ at: 11_000, what: 'crashed', on: 'now', undecided: 'lost' });
    history.see({ at: 11_000, what: 'cut_off', request: third });
    expect(history.messages.filter((message) => message.includes('cut off by a stop'))).toHaveLength(1);
  });

  it('reports a defect that the node tells of', () => {
    const history = made();
    history.see({ at: 1, what: 'defect', about: 'key key_1' });
    expect(history.end()).toEqual(['the node reported a defect: key key_1']);
  });
});

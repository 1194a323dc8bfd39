import { describe, expect, it } from 'vitest';
import type { ChatCall } from '../../../../simulation/history/texts/chat-call.js';
import { TEXT_REFUSALS } from '../../../../simulation/rules/texts/text-refusals.js';
import { answered, at, type Moment, refusal, reportsOf, SETUP, sent } from '../told-history.js';
import { began, CALL, ID, TEXTS } from './made-text.js';

const IMAGE = { role: 'user', content: [{ type: 'image_url' }] };
const SAID = { role: 'user', content: [{ type: 'text', text: 'Hello' }] };

function reports(call: ChatCall, answer: Moment): string {
  const run = { asked: at(10, sent(call, { request: 1 }), answer) };
  return reportsOf(TEXT_REFUSALS, run, { ...SETUP, texts: TEXTS }).join('\n');
}

function refusedFor(param: string): Moment {
  const { error } = refusal('invalid_request') as { readonly error: object };
  return answered(1, 400, { error: { ...error, param } });
}

describe('the rule of refused requests for texts', () => {
  it.each<[string, ChatCall, Moment]>([
    ['a text of as many tokens as there may be', { ...CALL, cap: 64 }, began(1, ID)],
    ['more messages', { ...CALL, more: [SAID] }, began(1, ID)],
    ['one token too many', { ...CALL, cap: 65 }, refusedFor('max_tokens')],
    [
      'one token too many by the newer name',
      { ...CALL, cap: 65, capField: 'max_completion_tokens' },
      refusedFor('max_completion_tokens'),
    ],
    ['a message that is no text', { ...CALL, more: [SAID, IMAGE] }, refusedFor('messages.2.content')],
    ['two answers', { ...CALL, fields: { n: 2 } }, refusedFor('n')],
    ['a key that is none', CALL, answered(1, 401, refusal('invalid_api_key'))],
  ])('has nothing to say of %s', (_, call, answer) => {
    expect(reports(call, answer)).toBe('');
  });

  it.each<[string, ChatCall, Moment, RegExp]>([
    ['a text of too many tokens', { ...CALL, cap: 65 }, began(1, ID), /was taken, and max_tokens is wrong/],
    ['a message that is no text', { ...CALL, more: [IMAGE] }, began(1, ID), /taken, and messages is wrong/],
    ['a refusal without a cause', CALL, refusedFor('n'), /refused for n; wrong is nothing/],
    [
      'a refusal for another field',
      { ...CALL, cap: 65 },
      refusedFor('max_completion_tokens'),
      /refused for max_completion_tokens; wrong is max_tokens/,
    ],
  ])('reports %s', (_, call, answer, says) => {
    expect(reports(call, answer)).toMatch(says);
  });

  it('wants a model not found exactly while a reload has taken it away', () => {
    const [gone, broke] = [404, 402].map((status) =>
      answered(1, status, refusal(status === 404 ? 'model_not_found' : 'insufficient_credits')),
    );
    const said = (answer: Moment | undefined, goneAt: number) =>
      reportsOf(
        TEXT_REFUSALS,
        {
          left: at(goneAt, { what: 'reloaded', outcome: 'applied', leftModels: { 'text/0': 'not_named' } }),
          asked: at(10, sent(CALL, { request: 1 })),
          answered: at(12, ...(answer === undefined ? [] : [answer])),
        },
        { ...SETUP, texts: TEXTS },
      );
    expect([gone, broke, began(1, ID)].flatMap((answer) => said(answer, 11))).toEqual([]);
    expect([...said(gone, 5), ...said(broke, 15), ...said(began(1, ID), 15)]).toEqual([]);
    expect(said(gone, 15)).toEqual(['request 1 (chat) got model_not_found, and text/0 is on offer']);
    expect(said(broke, 5)).toHaveLength(1);
    expect(said(began(1, ID), 5)).toEqual(['request 1 (chat) got 200, and text/0 is not on offer']);
  });
});

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
});

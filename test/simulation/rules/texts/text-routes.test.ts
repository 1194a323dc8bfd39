import { describe, expect, it } from 'vitest';
import { TEXT_ROUTES } from '../../../../simulation/rules/texts/text-routes.js';
import { answered, at, type Moment, type Run, refusal, reportsOf, SETUP, sent } from '../told-history.js';
import { CALL, called, ID, OTHER, TEXTS } from './made-text.js';

const TWO_MODELS = { ...TEXTS, models: TEXTS.models.flatMap((one) => [one, { ...one, id: 'text/1' }]) };
const UNAVAILABLE = answered(1, 503, refusal('provider_unavailable'), { 'x-request-id': ID });

function over(call: number, how: 'not_now' | 'failed' | 'whole', pauseMs?: number): Moment {
  return { what: 'text_over', call, how, ...(pauseMs !== undefined && { pauseMs }) };
}

function reports(...moments: readonly Moment[]): string {
  const run: Run = { asked: at(10, sent(CALL, { request: 1 }), ...moments) };
  return reportsOf(TEXT_ROUTES, run, { ...SETUP, texts: TWO_MODELS }).join('\n');
}

describe('the rule of routes of texts', () => {
  it.each<[string, readonly Moment[]]>([
    ['a text that goes to the first', [called(1), over(1, 'whole')]],
    ['one that goes on', [called(1), over(1, 'not_now'), called(2, 'author')]],
    [
      'one behind a pause',
      [called(1), over(1, 'not_now', 60_000), called(2, 'author', { generationId: OTHER })],
    ],
    [
      'one behind failures in a row',
      [
        ...Array.from({ length: 8 }, (_, n) => [
          called(n, 'writer', { generationId: `req_${n + 9}` }),
          over(n, 'failed'),
        ]),
        [called(20, 'author')],
      ].flat(),
    ],
    [
      'one behind failures in a row beside a stream that had begun before',
      [
        [called(1, 'writer', { generationId: OTHER }), { what: 'text_sent', call: 1, delta: 'a' } as const],
        ...Array.from({ length: 8 }, (_, n) => [
          called(n + 2, 'writer', { generationId: `req_${n + 9}` }),
          over(n + 2, 'failed'),
        ]),
        [{ what: 'text_sent', call: 1, delta: 'b' } as const, over(1, 'whole'), called(20, 'author')],
      ].flat(),
    ],
    [
      'a refusal by both',
      [called(1), over(1, 'not_now'), called(2, 'author'), over(2, 'not_now'), UNAVAILABLE],
    ],
  ])('has nothing to say of %s', (_, moments) => {
    expect(reports(...moments)).toBe('');
  });

  it.each<[string, readonly Moment[], RegExp]>([
    ['one that begins behind', [called(1, 'author')], /passed over text\/0@writer, which stood open/],
    ['a refusal without a call', [UNAVAILABLE], /passed over text\/0@writer/],
    [
      'one behind the pause of another model',
      [
        called(1, 'writer', { generationId: OTHER, model: 'text/1@writer' }),
        over(1, 'not_now', 60_000),
        called(2, 'author'),
      ],
      /passed over text\/0@writer/,
    ],
    [
      'one within a pause',
      [called(1), over(1, 'not_now', 60_000), called(2, 'writer', { generationId: OTHER })],
      /req_2 is asked of text\/0@writer, 60000 ms before/,
    ],
    [
      'one behind a single failure',
      [called(1, 'writer', { generationId: OTHER }), over(1, 'failed'), called(2, 'author')],
      /passed over text\/0@writer/,
    ],
  ])('reports %s', (_, moments, says) => {
    expect(reports(...moments)).toMatch(says);
  });

  it.each([
    [1_000, 'author'],
    [5_000, 'writer'],
  ])('reports a route that is closed no more %i ms after failures in a row', (afterMs, provider) => {
    const failed = Array.from({ length: 8 }, (_, n) => [
      called(n + 2, 'writer', { generationId: `req_${n + 9}` }),
      over(n + 2, 'failed'),
    ]).flat();
    const run: Run = {
      failed: at(10, ...failed),
      asked: at(10 + afterMs, sent(CALL, { request: 1 }), UNAVAILABLE),
    };
    const told = reportsOf(TEXT_ROUTES, run, { ...SETUP, texts: TEXTS }).join('\n');
    expect(told).toContain(`passed over text/0@${provider}`);
  });
});

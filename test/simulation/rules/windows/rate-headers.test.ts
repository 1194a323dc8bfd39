import { describe, expect, it } from 'vitest';
import { RATE_HEADERS } from '../../../../simulation/rules/windows/rate-headers.js';
import { CREDITS, MadeHistory, REFUSED, type Reply } from '../made-history.js';

const FIRST: Reply = { limit: 2, remaining: 1, resetAt: 61_000 };
const SECOND: Reply = { limit: 2, remaining: 0, resetAt: 61_000 };
const THIRD: Reply = { ...REFUSED, limit: 2, resetAt: 61_000, waitMs: 58_500 };

/** A key of two a minute is asked at 1,000, 2,000 and 2,500 ms, and answered so. */
function answered(first = FIRST, second = SECOND, third = THIRD): readonly string[] {
  const history = new MadeHistory(RATE_HEADERS);
  history.key(1, 2);
  history.ask(1_000, CREDITS, first);
  history.ask(2_000, CREDITS, second);
  history.ask(2_500, CREDITS, third);
  return history.end();
}

describe('the rule of true headers', () => {
  it('is content with what the window holds', () => {
    expect(answered()).toEqual([]);
  });

  it.each([
    ['a limit that is not the key’s', { ...FIRST, limit: 3 }, SECOND, THIRD],
    ['more remaining than there is', FIRST, { ...SECOND, remaining: 1 }, THIRD],
    ['less remaining than there is', { ...FIRST, remaining: 0 }, SECOND, THIRD],
    ['a reset too early', { ...FIRST, resetAt: 60_000 }, SECOND, THIRD],
    ['a reset too late', FIRST, { ...SECOND, resetAt: 62_000 }, THIRD],
    ['a wait too short', FIRST, SECOND, { ...THIRD, waitMs: 58_499 }],
    ['a wait too long', FIRST, SECOND, { ...THIRD, waitMs: 59_001 }],
    ['no header', { ...FIRST, headers: { 'x-ratelimit-reset': undefined } }, SECOND, THIRD],
    ['a refusal without a wait', FIRST, SECOND, { ...THIRD, headers: { 'retry-after-ms': undefined } }],
  ])('reports %s', (_, first, second, third) => {
    expect(answered(first, second, third)).toHaveLength(1);
  });

  it('holds an answer that waited to the moment of answering', () => {
    const history = new MadeHistory(RATE_HEADERS);
    history.key(1, 9);
    const slow = history.send(1_000, CREDITS);
    history.ask(1_500, CREDITS, { limit: 9, remaining: 7, resetAt: 61_000 });
    history.answer(2_000, slow, { limit: 9, remaining: 7, resetAt: 61_000 });
    expect(history.messages).toEqual([]);
    const stale = history.send(3_000, CREDITS);
    history.ask(3_500, CREDITS, { limit: 9, remaining: 5, resetAt: 61_000 });
    history.answer(4_000, stale, { limit: 9, remaining: 6, resetAt: 61_000 });
    expect(history.end()).toHaveLength(1);
  });
});

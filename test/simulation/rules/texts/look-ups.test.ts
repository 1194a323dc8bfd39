import { describe, expect, it } from 'vitest';
import { LOOK_UPS } from '../../../../simulation/rules/texts/look-ups.js';
import { answered, at, balance, exchange, KEY, type Moment, refusal, sent } from '../told-history.js';
import { CALL, type Change, ID, OTHER, onDisk, read, reports, TEXTS } from './made-text.js';

const LOOK_UP = { op: 'generation', key: 0, text: 1 } as const;
const SHOWN = {
  id: ID,
  object: 'generation',
  model: 'text/0',
  provider: 'writer',
  created_at: 7,
  status: 'completed',
  finish_reason: 'stop',
  streamed: true,
  prompt_tokens: 20,
  completion_tokens: 2,
  estimated: false,
  cost: 0.000024,
  latency_ms: 35,
  first_token_ms: 15,
};
const DAY_MS = 86_400_000;
const STRANGER = 'key_2';
const GONE = refusal('not_found');

let requests = 500;

function lookedUp(status: number, body: object, id = ID, keyId = KEY): readonly Moment[] {
  requests += 1;
  const asked = { ...sent(LOOK_UP, { request: requests, keyId }), generation: id } as Moment;
  return [asked, answered(requests, status, body)];
}

function made(keyId: string, account: string, newKey: number): readonly Moment[] {
  const body = { id: keyId, account, key: 'sk' };
  return exchange({ op: 'create_key', newKey, account: 0 }, 201, body, balance(0), { keyId: '' });
}

const KEYS: Change = {
  keys: at(0, ...made(KEY, 'acct_default', 0), ...made(STRANGER, 'acct_2', 1)),
  ready: at(0, { what: 'started' }),
};

function looked(change: Change, isServed = true): string {
  return reports(LOOK_UPS, { ...KEYS, ...change }, { ...TEXTS, ...(isServed ? { generations: true } : {}) });
}

const shown = (change: object, when = 100): Change => ({
  again: at(when, ...lookedUp(200, { ...SHOWN, ...change })),
});

const FAILED: Change = {
  asked: at(10, sent(CALL, { request: 1 })),
  first: at(30, answered(1, 502, refusal('provider_error'), { 'x-request-id': ID })),
  told: at(60),
  disk: at(1_000),
};

const SOUND: readonly (readonly [string, Change])[] = [
  ['it is told as it ended', shown({})],
  ['it is under way', { early: at(45, ...lookedUp(409, refusal('not_ready'))) }],
  ['another account does not find it', { again: at(100, ...lookedUp(404, GONE, ID, STRANGER)) }],
  ['nobody finds one that never was', { again: at(100, ...lookedUp(404, GONE, OTHER)) }],
  ['it is gone after its time', { again: at(DAY_MS + 2_000, ...lookedUp(404, GONE)) }],
  [
    'it failed before its first token',
    {
      ...FAILED,
      again: at(
        100,
        ...lookedUp(200, { ...SHOWN, status: 'failed', cost: 0, latency_ms: null, first_token_ms: null }),
      ),
    },
  ],
  [
    'a request that was refused made none',
    {
      refused: at(70, sent(CALL, { request: 9 }), answered(9, 402, refusal('x'), { 'x-request-id': OTHER })),
      again: at(100, ...lookedUp(404, GONE, OTHER)),
    },
  ],
];

const BREACHES: readonly (readonly [string, Change, RegExp])[] = [
  ['it is gone', { again: at(100, ...lookedUp(404, GONE)) }, /is gone 90 ms after/],
  ['it is gone while it is under way', { early: at(45, ...lookedUp(404, GONE)) }, /is gone/],
  ['it is under way behind its end', { again: at(100, ...lookedUp(409, refusal('not_ready'))) }, /had ended/],
  [
    'it is under way long after its client has gone and its provider has ended it',
    {
      told: at(60, { what: 'stream_over', request: 1, how: 'left' }),
      again: at(30_000, ...lookedUp(409, refusal('not_ready'))),
    },
    /not ready, and its provider had ended it long before/,
  ],
  [
    'another account finds it',
    { again: at(100, ...lookedUp(200, SHOWN, ID, STRANGER)) },
    /none of its texts/,
  ],
  [
    'another account is told of one under way',
    { early: at(45, ...lookedUp(409, refusal('not_ready'), ID, STRANGER)) },
    /none of its texts/,
  ],
  ['one is found that never was', { again: at(100, ...lookedUp(200, SHOWN, OTHER)) }, /none of its texts/],
  ['it is there for ever', shown({}, DAY_MS + 200_000), /is there \d+ ms after its end/],
  [
    'it changes',
    { ...shown({}), later: at(200, ...lookedUp(200, { ...SHOWN, provider: 'author' })) },
    /before/,
  ],
  ['it is another one', shown({ id: OTHER }), /is told as req_2/],
  ['it is told as interrupted', shown({ status: 'interrupted' }), /status wrong/],
  ['its tokens are others', shown({ completion_tokens: 3 }), /completion_tokens/],
  ['its provider is another one', shown({ provider: 'author' }), /provider wrong/],
  ['its tokens are told as estimated', shown({ estimated: true }), /estimated wrong/],
  ['its first token came later', shown({ first_token_ms: 30 }), /first_token_ms wrong/],
  ['it took no time', shown({ latency_ms: 16 }), /latency_ms wrong/],
  ['it ended otherwise', shown({ finish_reason: 'length' }), /finish_reason wrong/],
  ['it was no stream', shown({ streamed: false }), /streamed wrong/],
  ['it cost something else', shown({ cost: 0.0002 }), /cost wrong: .* on disk/],
  [
    'its record is gone',
    { ...shown({}), ...onDisk((records) => Object.assign(records, { generations: {} })) },
    /was shown, and is gone/,
  ],
  [
    'a text that failed before its first token cost something',
    { ...FAILED, again: at(100, ...lookedUp(200, { ...SHOWN, status: 'failed' })) },
    /cost wrong/,
  ],
  [
    'a text that failed under way is not ready',
    {
      told: at(60, read({ error: 'provider_error' })),
      again: at(100, ...lookedUp(409, refusal('not_ready'))),
    },
    /had ended/,
  ],
];

describe('the rule of look-ups', () => {
  it.each(SOUND)('has nothing to say if %s', (_, change) => {
    expect(looked(change)).toBe('');
  });

  it.each(BREACHES)('reports if %s', (_, change, says) => {
    expect(looked(change)).toMatch(says);
  });

  it('wants nothing to exist where texts cannot be looked up', () => {
    expect(looked(shown({}), false)).toMatch(/none of its texts/);
    expect(looked({ again: at(100, ...lookedUp(404, GONE)) }, false)).toBe('');
  });

  it('takes an answer that nobody knows the effect of for both', () => {
    const doubtful: Change = {
      first: at(30, answered(1, 503, refusal('storage_unavailable'), { 'x-request-id': ID })),
    };
    expect(looked({ ...doubtful, again: at(100, ...lookedUp(404, GONE)) })).toBe('');
    expect(looked({ ...doubtful, early: at(45, ...lookedUp(409, refusal('not_ready'))) })).toBe('');
  });
});

/** Operations, a request that each of them takes, and values that are wrong in one place or another of it. */

export interface Flawed {
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** As the body, with `{key}` for the id of a key. */
  readonly path: string;
  /** Undefined if it has none, and what is wrong stands in its query. */
  readonly body: Readonly<Record<string, unknown>> | undefined;
  /** Absent values are left out of the body; `0` in a place counts from the first of a list. */
  readonly wrong: readonly (readonly [value: unknown, ...places: readonly string[]])[];
  readonly needsPayments?: true;
  /** Takes an Idempotency-Key. */
  readonly isRepeatable?: true;
}

const UNKNOWN_KEY = 'key_00000000000000000000000000';
const NO_FIELD = [1, 'colour', 'colou2', 'size'] as const;
const BLANK = '  ';
const HALF_A_CHARACTER = '\ud83d';
const ROLES = ['messages.0.role', 'messages.1.role', 'messages.2.role'] as const;
const CONTENTS = ['messages.0.content', 'messages.1.content', 'messages.2.content'] as const;
const MOVEMENT = [
  [0, 'amount'],
  ['x', 'amount'],
  [{}, 'amount', 'reference'],
  [undefined, 'amount', 'reference'],
  ['', 'reference'],
  ['import:1', 'reference'],
  NO_FIELD,
] as const;
const MOVED = { amount: 1, reference: 'Flawed' };
const LIMIT = [
  ['0', 'limit'],
  ['101', 'limit'],
  ['', 'limit', 'after'],
  ['x', 'limit', 'after'],
] as const;

export const FLAWED: readonly Flawed[] = [
  {
    method: 'POST',
    path: '/v1/chat/completions',
    body: {
      model: 'sim/chat',
      messages: ['One', 'Two', 'Three'].map((content) => ({ role: 'user', content })),
    },
    wrong: [
      ['nobody', ...ROLES],
      [undefined, ...ROLES, 'model', 'messages'],
      [7, ...CONTENTS, ...ROLES, 'model'],
      ['text', 'messages.0', 'messages.1', 'messages.2', 'messages', 'stream', 'stream_options', 'n'],
      [0, 'max_tokens', 'max_completion_tokens'],
    ],
    isRepeatable: true,
  },
  {
    method: 'POST',
    path: '/v1/chat/completions',
    body: { model: 'sim/chat', messages: [{ role: 'user', content: 'One' }], max_completion_tokens: 6 },
    wrong: [[5, 'max_tokens']],
  },
  {
    method: 'POST',
    path: '/v1/videos',
    body: { model: 'sim/video', prompt: 'Flawed scene' },
    wrong: [
      ['', 'model', 'prompt'],
      [7, 'model', 'prompt'],
      [BLANK, 'prompt'],
      [HALF_A_CHARACTER, 'prompt'],
      [undefined, 'model', 'prompt'],
      [-1, 'seconds', 'duration'],
      ['x', 'seconds', 'duration'],
      [1.2345, 'seconds', 'duration'],
      [100_000, 'seconds', 'duration'],
    ],
    isRepeatable: true,
  },
  {
    method: 'POST',
    path: '/v1/videos',
    body: { model: 'sim/video', prompt: 'Flawed scene', seconds: 4 },
    wrong: [[5, 'duration']],
  },
  {
    method: 'POST',
    path: '/api/keys',
    body: { name: 'Flawed' },
    wrong: [
      ['', 'name', 'rate_limit_rpm', 'credits'],
      [{}, 'name', 'rate_limit_rpm', 'account', 'credits'],
      [-1, 'rate_limit_rpm', 'credits'],
      [1.000_000_1, 'rate_limit_rpm', 'credits'],
      [HALF_A_CHARACTER, 'name'],
      NO_FIELD,
    ],
    isRepeatable: true,
  },
  {
    method: 'PATCH',
    path: '/api/keys/{key}',
    body: { name: 'Flawed' },
    wrong: [
      ['', 'name', 'rate_limit_rpm'],
      [0, 'name', 'rate_limit_rpm'],
      [1, 'credits', 'account', 'colour'],
    ],
  },
  {
    method: 'POST',
    path: '/api/keys/{key}/rotate',
    body: { grace_seconds: 0 },
    wrong: [[-1, 'grace_seconds'], ['1', 'grace_seconds'], NO_FIELD],
  },
  { method: 'POST', path: '/api/keys/{key}/credits', body: MOVED, wrong: MOVEMENT },
  { method: 'POST', path: '/api/keys/{key}/debits', body: MOVED, wrong: MOVEMENT },
  {
    method: 'POST',
    path: '/api/keys/{key}/transfers',
    body: { ...MOVED, to: '{key}' },
    wrong: [...MOVEMENT, [7, 'to', 'reference']],
  },
  {
    method: 'POST',
    path: '/api/accounts',
    body: { name: 'Flawed', verified: true },
    wrong: [['', 'name', 'verified'], [7, 'name', 'verified'], [undefined, 'name'], NO_FIELD],
  },
  {
    method: 'PATCH',
    path: '/api/accounts/acct_default',
    body: { name: 'Flawed' },
    wrong: [['', 'name', 'verified'], [7, 'name', 'verified'], NO_FIELD],
  },
  {
    method: 'POST',
    path: '/api/accounts/acct_default/invitations',
    body: { name: 'flawed@people.test', role: 'member' },
    wrong: [['nobody', 'name', 'role'], [7, 'name', 'role'], [undefined, 'name'], NO_FIELD],
  },
  {
    method: 'POST',
    path: '/api/simulated-credit/void',
    body: {},
    wrong: [['x', 'from'], [7, 'from'], NO_FIELD],
  },
  {
    method: 'POST',
    path: '/api/orders',
    body: { key: UNKNOWN_KEY, amount: 200 },
    wrong: [[0.5, 'key', 'amount'], ['x', 'amount'], [undefined, 'key', 'amount'], NO_FIELD],
    needsPayments: true,
    isRepeatable: true,
  },
  { method: 'GET', path: '/v1/videos', body: undefined, wrong: [...LIMIT, ['done', 'status', 'limit']] },
  {
    method: 'GET',
    path: '/api/jobs',
    body: undefined,
    wrong: [...LIMIT, ['done', 'status', 'key', 'account', 'after']],
  },
  { method: 'GET', path: '/v1/activity', body: undefined, wrong: [['2026-02-30', 'from', 'to']] },
  { method: 'GET', path: '/api/keys', body: undefined, wrong: LIMIT },
  { method: 'GET', path: '/api/keys/{key}/ledger', body: undefined, wrong: LIMIT },
  { method: 'GET', path: '/api/accounts', body: undefined, wrong: LIMIT },
  { method: 'GET', path: '/api/accounts/acct_default/audit', body: undefined, wrong: LIMIT },
  { method: 'GET', path: '/api/accounts/acct_default/users', body: undefined, wrong: LIMIT },
  { method: 'GET', path: '/api/orders', body: undefined, wrong: LIMIT },
];

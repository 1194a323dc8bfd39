/** Several errors at once: the first in the contract's table is answered, for every pair that can meet. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CONTRACT_ERRORS, type ErrorCode, expectError } from '../support/answers.js';
import {
  type Answer,
  cleanUp,
  OPERATOR_KEY,
  startTollgate,
  type TollgateProcess,
} from '../support/harness.js';
import { accountRole, BODY_MAX_BYTES, ERROR_PRONE } from '../support/provoked-errors.js';
import { type RawRequest, rawCall } from '../support/raw-http.js';

let node: TollgateProcess;

beforeAll(async () => {
  node = await startTollgate(ERROR_PRONE);
});
afterAll(cleanUp);

/** A submit in the making. Each fault changes what it is about and leaves the rest. */
interface Draft {
  method: string;
  target: string;
  host: string;
  /** What stands behind `Bearer`; undefined for no key; the key made for this draft by default. */
  credential: string | undefined | 'own';
  contentType: string;
  fields: Record<string, unknown>;
  /** Instead of the fields. */
  text: string | undefined;
  declaredLength: number | undefined;
  idempotencyKey: string | undefined;
  /** States of the key. */
  isOverLimit: boolean;
  wasUsedBefore: boolean;
  hasTooManyJobs: boolean;
  isPoor: boolean;
}

function cleanDraft(): Draft {
  return {
    method: 'POST',
    target: '/v1/videos',
    host: 'gateway.test',
    credential: 'own',
    contentType: 'application/json',
    fields: { model: 'sim/video-instant', prompt: 'x', seconds: 2 },
    text: undefined,
    declaredLength: undefined,
    idempotencyKey: undefined,
    isOverLimit: false,
    wasUsedBefore: false,
    hasTooManyJobs: false,
    isPoor: false,
  };
}

interface Fault {
  readonly name: string;
  readonly code: ErrorCode;
  /** Faults that share one of these cannot meet. */
  readonly touches: readonly string[];
  readonly apply: (draft: Draft) => void;
}

/** In the order of the contract. */
const FAULTS: readonly Fault[] = [
  {
    name: 'a Host that is none',
    code: 'malformed_request',
    touches: ['host'],
    apply: (draft) => {
      draft.host = 'a/b';
    },
  },
  {
    name: 'bad percent-encoding',
    code: 'malformed_request',
    touches: ['target'],
    apply: (draft) => {
      draft.target = '/v1/videos%zz';
    },
  },
  {
    name: 'a full window',
    code: 'rate_limit_exceeded',
    touches: ['credential'],
    apply: (draft) => {
      draft.isOverLimit = true;
    },
  },
  {
    name: 'no key',
    code: 'missing_api_key',
    touches: ['credential', 'key state'],
    apply: (draft) => {
      draft.credential = undefined;
    },
  },
  {
    name: 'an unknown key',
    code: 'invalid_api_key',
    touches: ['credential', 'key state'],
    apply: (draft) => {
      draft.credential = 'sk-unknown';
    },
  },
  {
    name: 'a management key',
    code: 'wrong_credential',
    touches: ['credential', 'key state'],
    apply: (draft) => {
      draft.credential = OPERATOR_KEY;
    },
  },
  {
    name: 'an unknown path',
    code: 'not_found',
    touches: ['target'],
    apply: (draft) => {
      draft.target = '/v1/nothing';
    },
  },
  {
    name: 'a method that the path has not',
    code: 'method_not_allowed',
    touches: [],
    apply: (draft) => {
      draft.method = 'PUT';
    },
  },
  {
    name: 'a body of plain text',
    code: 'unsupported_media_type',
    touches: [],
    apply: (draft) => {
      draft.contentType = 'text/plain';
    },
  },
  {
    name: 'a body over the bound',
    code: 'payload_too_large',
    touches: [],
    apply: (draft) => {
      draft.declaredLength = BODY_MAX_BYTES + 1;
    },
  },
  {
    name: 'a body that does not end',
    code: 'request_timeout',
    touches: [],
    apply: (draft) => {
      draft.declaredLength ??= 1_000;
    },
  },
  {
    name: 'broken JSON',
    code: 'invalid_json',
    touches: ['text'],
    apply: (draft) => {
      draft.text = '{"model":';
    },
  },
  {
    name: 'a missing field',
    code: 'invalid_request',
    touches: ['text'],
    apply: (draft) => {
      delete draft.fields.prompt;
    },
  },
  {
    name: 'a bad Idempotency-Key',
    code: 'invalid_request',
    touches: ['idempotency'],
    apply: (draft) => {
      draft.idempotencyKey = 'k'.repeat(256);
    },
  },
  {
    name: 'the Idempotency-Key of another request',
    code: 'idempotency_key_reused',
    touches: ['idempotency', 'key state'],
    apply: (draft) => {
      draft.wasUsedBefore = true;
    },
  },
  {
    name: 'an unknown model',
    code: 'model_not_found',
    touches: ['text', 'model'],
    apply: (draft) => {
      draft.fields.model = 'sim/nothing';
    },
  },
  {
    name: 'a length beyond the model',
    code: 'invalid_request',
    touches: ['text', 'length'],
    apply: (draft) => {
      draft.fields.seconds = 61;
    },
  },
  {
    name: 'too many jobs',
    code: 'too_many_jobs',
    touches: ['key state'],
    apply: (draft) => {
      draft.hasTooManyJobs = true;
    },
  },
  {
    name: 'no credit',
    code: 'insufficient_credits',
    touches: ['key state'],
    apply: (draft) => {
      draft.isPoor = true;
    },
  },
];

/** What `touches` alone would forbid and still can meet. */
const CAN_MEET: readonly (readonly [string, string])[] = [
  ['a missing field', 'an unknown model'],
  ['a missing field', 'a length beyond the model'],
  ['an unknown model', 'a length beyond the model'],
  ['the Idempotency-Key of another request', 'too many jobs'],
  ['the Idempotency-Key of another request', 'no credit'],
  ['too many jobs', 'no credit'],
];

function canMeet(first: Fault, second: Fault): boolean {
  if (CAN_MEET.some(([one, other]) => one === first.name && other === second.name)) return true;
  return !first.touches.some((touched) => second.touches.includes(touched));
}

const PAIRS = FAULTS.flatMap((first, at) =>
  FAULTS.slice(at + 1)
    .filter((second) => canMeet(first, second))
    .map((second) => ({ first, second })),
);

const PRICE = 0.5;

/** Makes the key that the draft asks for and brings it into the states it asks for. */
async function keyFor(draft: Draft): Promise<string> {
  // A used Idempotency-Key takes one second of output, an open job another; a poor key has no more than that.
  const spent = PRICE * (Number(draft.wasUsedBefore) + Number(draft.hasTooManyJobs));
  const { key, id } = await node.createKey({ credits: spent + (draft.isPoor ? 0 : 100) });
  if (draft.wasUsedBefore) {
    draft.idempotencyKey = 'used before';
    const { json } = await node.submit(key, { seconds: 1 }, { 'idempotency-key': draft.idempotencyKey });
    await node.settled(key, json.id);
  }
  if (draft.hasTooManyJobs) {
    expect((await node.submit(key, { model: 'sim/video-slow', seconds: 1 })).status).toBe(202);
  }
  if (draft.isOverLimit) {
    await node.call('GET', '/v1/models', { key });
    const change = { key: OPERATOR_KEY, json: { rate_limit_rpm: 1 } };
    expect((await node.call('PATCH', `/api/keys/${id}`, change)).status).toBe(200);
  }
  return key;
}

async function send(draft: Draft): Promise<Answer> {
  const credential = draft.credential === 'own' ? await keyFor(draft) : draft.credential;
  const optional = (name: string, value: string | undefined) =>
    value === undefined ? [] : [[name, value] as const];
  const body = draft.text ?? JSON.stringify(draft.fields);
  const request: RawRequest = {
    method: draft.method,
    target: draft.target,
    headers: [
      ['Host', draft.host],
      ['Content-Type', draft.contentType],
      ...optional('Authorization', credential === undefined ? undefined : `Bearer ${credential}`),
      ...optional('Idempotency-Key', draft.idempotencyKey),
    ],
    body,
    contentLength: draft.declaredLength ?? Buffer.byteLength(body),
  };
  const answer = await rawCall(node.port, request);
  if (answer === undefined) throw new Error('the connection was closed without an answer');
  return answer;
}

test('the faults of these tests stand in the order of the contract', () => {
  // `invalid_request` has two places in it: the schema, and the bounds of the model.
  const table = CONTRACT_ERRORS.map(([code]) => code);
  const known = FAULTS.filter(({ name }) => name !== 'a length beyond the model').map(({ code }) => code);
  expect(known).toEqual([...known].sort((a, b) => table.indexOf(a) - table.indexOf(b)));
});

test('a submit without a fault is accepted', async () => {
  expect((await send(cleanDraft())).status).toBe(202);
});

describe('a submit with one fault', () => {
  test.each(FAULTS)('$name is answered $code', async ({ code, apply }) => {
    const draft = cleanDraft();
    apply(draft);
    expectError(await send(draft), code);
  });
});

describe('a submit with two faults', () => {
  test.each(PAIRS)('$first.name comes before $second.name', async ({ first, second }) => {
    const draft = cleanDraft();
    first.apply(draft);
    second.apply(draft);
    expectError(await send(draft), first.code);
  });
});

test('a submit with every fault that can meet is answered by the first, and so on as they are mended', async () => {
  for (let from = 0; from < FAULTS.length; from++) {
    const chosen: Fault[] = [];
    for (const fault of FAULTS.slice(from)) {
      if (chosen.every((earlier) => canMeet(earlier, fault))) chosen.push(fault);
    }
    const draft = cleanDraft();
    for (const fault of chosen) fault.apply(draft);
    expectError(await send(draft), chosen[0]?.code ?? 'internal_error');
  }
});

describe('under /api', () => {
  let verified: string;
  let unverified: string;

  beforeAll(async () => {
    [verified, unverified] = [await accountRole(node, true), await accountRole(node, false)];
  });

  const NOWHERE = 'key_00000000000000000000000000';

  test.each([
    ['an API key comes before an unknown path', 'wrong_credential', 'GET', '/api/nothing', 'api', undefined],
    ['an API key comes before a bad method', 'wrong_credential', 'PUT', '/api/keys', 'api', undefined],
    ['no key comes before an unknown path', 'missing_api_key', 'GET', '/api/nothing', undefined, undefined],
    ['a bad key comes before an unknown path', 'invalid_api_key', 'GET', '/api/nothing', 'bad', undefined],
    [
      'no key comes before a path outside of both',
      'missing_api_key',
      'GET',
      '/nothing',
      undefined,
      undefined,
    ],
    [
      'a role comes before an unknown id',
      'operator_only',
      'PATCH',
      '/api/accounts/acct_nothing',
      'verified',
      {},
    ],
    [
      'a role comes before an unknown key',
      'operator_only',
      'POST',
      `/api/keys/${NOWHERE}/credits`,
      'verified',
      {},
    ],
    ['a role comes before broken JSON', 'operator_only', 'POST', '/api/accounts', 'verified', '{'],
    ['a role comes before a bad field', 'operator_only', 'POST', '/api/accounts', 'verified', { name: 5 }],
    [
      'a field of operators comes before a bad field',
      'operator_only',
      'POST',
      '/api/keys',
      'verified',
      { credits: 1, name: 5 },
    ],
    [
      'a field of operators comes before its own value',
      'operator_only',
      'POST',
      '/api/keys',
      'verified',
      { credits: 'x' },
    ],
    [
      'a field of operators comes before an unverified account',
      'operator_only',
      'POST',
      '/api/keys',
      'unverified',
      { credits: 1, rate_limit_rpm: 5 },
    ],
    [
      'an unverified account comes before a bad field',
      'account_not_verified',
      'POST',
      '/api/keys',
      'unverified',
      { rate_limit_rpm: 5, name: 5 },
    ],
    ['an unknown id comes before broken JSON', 'not_found', 'PATCH', `/api/keys/${NOWHERE}`, 'verified', '{'],
    [
      'an unknown id comes before a bad field',
      'not_found',
      'PATCH',
      `/api/keys/${NOWHERE}`,
      'operator',
      { name: 5 },
    ],
    [
      'an unknown id comes before broken JSON for an operator',
      'not_found',
      'POST',
      `/api/keys/${NOWHERE}/credits`,
      'operator',
      '{',
    ],
    [
      'broken JSON comes before a field of operators, which cannot be seen in it',
      'invalid_json',
      'POST',
      '/api/keys',
      'verified',
      '{"credits":1',
    ],
  ] as const)('%s', async (_name, code, method, path, who, body) => {
    const keys = {
      api: async () => (await node.createKey()).key,
      bad: async () => 'mk-unknown',
      operator: async () => OPERATOR_KEY,
      verified: async () => verified,
      unverified: async () => unverified,
    };
    const answer = await node.call(method, path, {
      key: who === undefined ? undefined : await keys[who](),
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
    });
    expectError(answer, code);
  });

  test('an unknown id comes before a body of plain text', async () => {
    const answer = await node.call('POST', `/api/keys/${NOWHERE}/credits`, {
      key: OPERATOR_KEY,
      body: 'x',
      headers: { 'content-type': 'text/plain' },
    });
    expectError(answer, 'not_found');
  });

  test('a reference of another payment is seen after the fields are judged', async () => {
    const { id } = await node.createKey();
    const add = (json: unknown) => node.call('POST', `/api/keys/${id}/credits`, { key: OPERATOR_KEY, json });
    expect((await add({ amount: 1, reference: 'r1' })).status).toBe(201);
    expectError(await add({ amount: 0, reference: 'r1' }), 'invalid_request', { param: 'amount' });
    expectError(await add({ amount: 2, reference: 'r1' }), 'reference_reused');
  });
});

describe('without a key', () => {
  test('the window of the address comes before the missing key, and that before the path', async () => {
    const strict = await startTollgate({ args: ['--address-rpm', '3'] });
    for (let request = 0; request < 3; request++) {
      expectError(await strict.call('GET', '/v1/nothing'), 'missing_api_key');
    }
    expectError(await strict.call('GET', '/v1/nothing'), 'rate_limit_exceeded');
    expectError(await strict.call('POST', '/v1/videos', { key: 'sk-bad' }), 'rate_limit_exceeded');
    const { key } = await strict.createKey();
    expect((await strict.call('GET', '/v1/models', { key })).status).toBe(200);
    await strict.stop();
  });
});

describe('of a job', () => {
  test('its state comes before the range', async () => {
    const { key } = await node.createKey();
    const { json } = await node.submit(key, { model: 'sim/video-slow' });
    const headers = { range: 'bytes=99999999-' };
    expectError(await node.call('GET', `/v1/videos/${json.id}/content`, { key, headers }), 'not_ready');
  });
});

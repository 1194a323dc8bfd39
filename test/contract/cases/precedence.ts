/** Several errors at once: the first in the contract's table is answered, for every pair that can meet. */
import { beforeAll, describe, expect, test } from 'vitest';
import { CONTRACT_ERRORS, expectError } from '../support/answers.js';
import {
  type Answer,
  OPERATOR_KEY,
  type RawRequest,
  type StartGateway,
  type TollgateClient,
} from '../support/client.js';
import { accountRole, ERROR_PRONE } from '../support/provoked-errors.js';
import { canMeet, cleanDraft, type Draft, FAULTS, type Fault, PAIRS } from './submit-faults.js';

const PRICE = 0.5;

/** Makes the key that the draft asks for and brings it into the states it asks for. */
async function keyFor(node: TollgateClient, draft: Draft): Promise<string> {
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

async function send(node: TollgateClient, draft: Draft): Promise<Answer> {
  const credential = draft.credential === 'own' ? await keyFor(node, draft) : draft.credential;
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
  const answer = await node.ask(request);
  if (answer === undefined) throw new Error('the connection was closed without an answer');
  return answer;
}

/**
 * Runs the cases at a gateway.
 *
 * @param some which cases of a list to run
 */
export function describePrecedence(
  start: StartGateway,
  some: <C>(cases: readonly C[]) => readonly C[],
): void {
  let node: TollgateClient;

  beforeAll(async () => {
    node = await start(ERROR_PRONE);
  });

  test('the faults of these tests stand in the order of the contract', () => {
    // `invalid_request` has two places in it: the schema, and the bounds of the model.
    const table = CONTRACT_ERRORS.map(([code]) => code);
    const known = FAULTS.filter(({ name }) => name !== 'a length beyond the model').map(({ code }) => code);
    expect(known).toEqual([...known].sort((a, b) => table.indexOf(a) - table.indexOf(b)));
  });

  test('a submit without a fault is accepted', async () => {
    expect((await send(node, cleanDraft())).status).toBe(202);
  });

  describe('a submit with one fault', () => {
    test.each(some(FAULTS))('$name is answered $code', async ({ code, apply }) => {
      const draft = cleanDraft();
      apply(draft);
      expectError(await send(node, draft), code);
    });
  });

  describe('a submit with two faults', () => {
    test.each(some(PAIRS))('$first.name comes before $second.name', async ({ first, second }) => {
      const draft = cleanDraft();
      first.apply(draft);
      second.apply(draft);
      expectError(await send(node, draft), first.code);
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
      expectError(await send(node, draft), chosen[0]?.code ?? 'internal_error');
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
      [
        'an API key comes before an unknown path',
        'wrong_credential',
        'GET',
        '/api/nothing',
        'api',
        undefined,
      ],
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
      [
        'an unknown id comes before broken JSON',
        'not_found',
        'PATCH',
        `/api/keys/${NOWHERE}`,
        'verified',
        '{',
      ],
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
      const add = (json: unknown) =>
        node.call('POST', `/api/keys/${id}/credits`, { key: OPERATOR_KEY, json });
      expect((await add({ amount: 1, reference: 'r1' })).status).toBe(201);
      expectError(await add({ amount: 0, reference: 'r1' }), 'invalid_request', { param: 'amount' });
      expectError(await add({ amount: 2, reference: 'r1' }), 'reference_reused');
    });
  });

  describe('without a key', () => {
    test('the window of the address comes before the missing key, and that before the path', async () => {
      const strict = await start({ args: ['--address-rpm', '3'] });
      for (let request = 0; request < 3; request++) {
        expectError(await strict.call('GET', '/v1/nothing'), 'missing_api_key');
      }
      expectError(await strict.call('GET', '/v1/nothing'), 'rate_limit_exceeded');
      expectError(await strict.call('POST', '/v1/videos', { key: 'sk-bad' }), 'rate_limit_exceeded');
      const { key } = await strict.createKey();
      expect((await strict.call('GET', '/v1/models', { key })).status).toBe(200);
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
}

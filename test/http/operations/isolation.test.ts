import { beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../../src/http/operation.js';
import { GatewayUnderTest, NO_SUCH_ULID } from './gateway-under-test.js';

const SUBMIT = { body: { model: 'sim/video', prompt: 'p' } };

describe('two accounts', () => {
  let gateway: GatewayUnderTest;
  let stranger: Caller;
  let strangersKey: Caller;
  let keyId: string;
  let jobId: string;

  beforeAll(async () => {
    gateway = new GatewayUnderTest();
    const operator = await gateway.operator();
    const mine = await gateway.account(operator);
    const theirs = await gateway.account(operator);
    keyId = await gateway.key(operator, { account: mine.id });
    jobId = (await gateway.call(gateway.apiCaller(keyId), 'POST', '/v1/videos', SUBMIT)).json.id;
    await gateway.complete(jobId, 5_000);
    stranger = theirs.caller;
    strangersKey = gateway.apiCaller(await gateway.key(operator, { account: theirs.id }));
  });

  it.each([
    ['GET', '/v1/videos/{job}', undefined],
    ['GET', '/v1/videos/{job}/content', undefined],
  ])('answer %s %s of the other as of one that does not exist', async (method, path, body) => {
    const real = await gateway.call(strangersKey, method, path.replace('{job}', jobId), { body });
    const none = await gateway.call(strangersKey, method, path.replace('{job}', `video_${NO_SUCH_ULID}`), {
      body,
    });
    expect(real.error?.code).toBe('not_found');
    expect(real.answer).toEqual(none.answer);
  });

  it.each([
    ['GET', '/api/keys/{key}', undefined],
    ['PATCH', '/api/keys/{key}', { name: 'mine now' }],
    ['DELETE', '/api/keys/{key}', undefined],
    ['GET', '/api/keys/{key}/ledger', undefined],
  ])('answer %s %s of the other as of one that does not exist', async (method, path, body) => {
    const real = await gateway.call(stranger, method, path.replace('{key}', keyId), { body });
    const none = await gateway.call(stranger, method, path.replace('{key}', `key_${NO_SUCH_ULID}`), { body });
    expect(real.error?.code).toBe('not_found');
    expect(real.answer).toEqual(none.answer);
  });

  it('list nothing of the other', async () => {
    for (const path of ['/v1/videos', '/v1/activity']) {
      expect((await gateway.call(strangersKey, 'GET', path)).json.data).toEqual([]);
    }
    const keys = (await gateway.call(stranger, 'GET', '/api/keys')).json.data;
    expect(keys.map(({ id }: { id: string }) => id)).toEqual([strangersKey.id]);
    const accounts = (await gateway.call(stranger, 'GET', '/api/accounts')).json.data;
    expect(accounts.map(({ id }: { id: string }) => id)).toEqual([strangersKey.account]);
  });

  it("do not go on from the other's place in a list", async () => {
    const { json } = await gateway.call(strangersKey, 'GET', `/v1/videos?after=${jobId}`);
    expect(json.data).toEqual([]);
  });

  it('are left as they were by all that', async () => {
    expect(gateway.apiKey(keyId)).toMatchObject({ name: null, isRevoked: false });
  });
});

import { describe, expect, it } from 'vitest';
import { VirtualWorld } from '../../../simulation/world/virtual-world.js';
import type { Operation, OperationAnswer, OperationInput } from '../../../src/http/operation.js';
import type { MicroDa } from '../../../src/money/micro-da.js';
import { later } from '../../../src/time/clock.js';
import { content, GatewayStage, operation, type StageOptions } from './gateway-stage.js';

const ECHO = operation({
  method: 'POST',
  path: '/v1/things',
  body: 'json_or_multipart',
  isRead: false,
  headers: ['idempotency-key'],
  handle: ({ body, header }) => ({
    kind: 'json',
    status: 202,
    body: JSON.stringify({ body, idempotencyKey: header('idempotency-key') }),
  }),
});

const MANAGEMENT = operation({
  method: 'POST',
  path: '/api/things',
  credential: 'management',
  body: 'json',
  bodyOptional: true,
});

async function stageWith(
  parts: Partial<StageOptions> = {},
  keyParts: { rpm?: number; credits?: number } = {},
  world = new VirtualWorld(),
) {
  const stage = new GatewayStage({
    world,
    operations: [operation({}), operation({ path: '/v1/things/{id}' }), ECHO, MANAGEMENT],
    ...parts,
  });
  const made = (async () => {
    const management = await stage.managementKey();
    return { management, ...(await stage.apiKey(keyParts)) };
  })();
  await world.advance(1_000);
  const { management, text, id } = await made;
  return { world, stage, management, key: text, keyId: id };
}

/** A world whose clocks go on while a handler runs, as they do if the process is held up in it. */
class HeldUpWorld extends VirtualWorld {
  heldUpMs = 0;

  override steadyMs() {
    return (super.steadyMs() + this.heldUpMs) as ReturnType<VirtualWorld['steadyMs']>;
  }

  override wallMs() {
    return (super.wallMs() + this.heldUpMs) as ReturnType<VirtualWorld['wallMs']>;
  }
}

describe('what every answer carries', () => {
  it('names the second of the reset by clocks that were read together', async () => {
    const world = new HeldUpWorld();
    const answer: OperationAnswer = { kind: 'json', status: 200, body: '{}' };
    const held = operation({
      handle: () => {
        world.heldUpMs += 700;
        return answer;
      },
    });
    const { stage, key } = await stageWith({ operations: [held] }, {}, world);
    const resetsAt = Math.ceil((world.wallMs() + 60_000) / 1_000);
    for (let times = 0; times < 3; times++)
      expect(stage.send({ key }).headers['x-ratelimit-reset']).toBe(String(resetsAt));
  });

  it('is an id that no other request has', async () => {
    const { stage, key } = await stageWith();
    const ids = [1, 2, 3].map(() => stage.send({ key }).headers['x-request-id']);
    expect(new Set(ids).size).toBe(3);
    for (const id of ids) expect(id).toMatch(/^req_[0-9a-z_]+$/);
    const other = await stageWith();
    expect(other.stage.send({ key: other.key }).headers['x-request-id']).toBeDefined();
  });

  it('is the window of the key, this request counted', async () => {
    const { world, stage, key } = await stageWith({}, { rpm: 3 });
    const first = stage.send({ key });
    expect(first.headers).toMatchObject({
      'x-ratelimit-limit-rpm': '3',
      'x-ratelimit-remaining-rpm': '2',
      'x-ratelimit-reset': String(Math.ceil((world.wallMs() + 60_000) / 1_000)),
      'cache-control': 'no-store',
      'content-type': 'application/json',
    });
    await world.advance(10_000);
    const second = stage.send({ key });
    expect(second.headers['x-ratelimit-remaining-rpm']).toBe('1');
    expect(second.headers['x-ratelimit-reset']).toBe(String(Math.ceil((world.wallMs() + 50_000) / 1_000)));
  });

  it('is the committed balance of the calling key on success, and none on an error', async () => {
    const { stage, key } = await stageWith({}, { credits: 1_234_567 });
    expect(stage.send({ key }).headers['x-balance-available']).toBe('1234567');
    expect(stage.send({ key, path: '/v1/nothing' }).headers['x-balance-available']).toBeUndefined();
  });

  it('is the balance that the operation names, where it names one', async () => {
    const handle = (): OperationAnswer => ({ kind: 'json', status: 201, body: '{}', balance: 7n });
    const { stage, management } = await stageWith({ operations: [{ ...MANAGEMENT, body: 'none', handle }] });
    const answer = stage.send({ method: 'POST', path: '/api/things', key: management });
    expect(answer.status).toBe(201);
    expect(answer.headers['x-balance-available']).toBe('7');
  });

  it('is what the operation adds, and never a header field of somebody else', async () => {
    const headersOf = (value: string) => [
      operation({
        handle: () => ({ kind: 'json', status: 200, body: '{}', headers: [['Location', value]] }),
      }),
    ];
    const sound = await stageWith({ operations: headersOf('http://gateway.test/v1/things/1') });
    expect(sound.stage.send({ key: sound.key }).headers.location).toBe('http://gateway.test/v1/things/1');
    const split = await stageWith({ operations: headersOf('x\r\nSet-Cookie: a=b') });
    expect(split.stage.send({ key: split.key }).status).toBe(500);
    expect(split.stage.defects).toHaveLength(1);
  });
});

describe('the order of errors', () => {
  it('puts a malformed request before a full window, and closes the connection', async () => {
    const { stage } = await stageWith({ settings: { addressRpm: 1 } });
    expect(stage.send({}).code).toBe('missing_api_key');
    expect(stage.send({}).code).toBe('rate_limit_exceeded');
    const malformed = stage.send({ path: '/v1/%zz' });
    expect(malformed.code).toBe('malformed_request');
    expect(malformed.connection).toBe('close');
    expect(malformed.headers).toMatchObject({
      'x-ratelimit-limit-rpm': '1',
      'x-ratelimit-remaining-rpm': '0',
    });
  });

  it.each([
    [
      'two Content-Length',
      [
        ['content-length', '3'],
        ['content-length', '3'],
      ],
    ],
    [
      'an empty and another Content-Length',
      [
        ['content-length', ''],
        ['content-length', '3'],
      ],
    ],
    ['a Content-Length that is no number', [['content-length', '3, 3']]],
    [
      'both Content-Length and Transfer-Encoding',
      [
        ['content-length', ''],
        ['transfer-encoding', 'chunked'],
      ],
    ],
    ['another Transfer-Encoding', [['transfer-encoding', 'gzip, chunked']]],
    ['an empty Host', [['host', '']]],
    ['a Host with a path', [['host', 'gateway.test/x']]],
    ['a Host with a user', [['host', 'me@gateway.test']]],
    [
      'two Hosts',
      [
        ['host', 'a.test'],
        ['host', 'a.test'],
      ],
    ],
  ] as const)('calls %s malformed', async (_, fields) => {
    const { stage, key } = await stageWith();
    expect(stage.send({ key, fields }).code).toBe('malformed_request');
  });

  it.each([
    ['/v1/%', ''],
    ['/v1/%2', ''],
    ['/v1/%ff', ''],
    ['/v1/things', 'a=%g0'],
  ])('calls %s?%s malformed', async (path, query) => {
    const { stage, key } = await stageWith();
    expect(stage.send({ key, path, query }).code).toBe('malformed_request');
  });

  it('counts a malformed request on its address, not on its key', async () => {
    const { stage, key } = await stageWith({ settings: { addressRpm: 2 } });
    stage.send({ key, path: '/v1/%zz' });
    expect(stage.send({ key }).headers['x-ratelimit-remaining-rpm']).toBe('59');
    expect(stage.send({}).headers['x-ratelimit-remaining-rpm']).toBe('0');
  });

  it('puts a full window before everything that the key decides', async () => {
    const { stage, key } = await stageWith({}, { rpm: 1 });
    stage.send({ key });
    for (const path of ['/api/things', '/v1/nothing', '/v1/things']) {
      expect(stage.send({ key, path, method: 'FOO' }).code).toBe('rate_limit_exceeded');
    }
  });

  it('asks for a key before it says whether there is anything', async () => {
    const { stage } = await stageWith();
    for (const path of ['/', '/v1/nothing', '/api', '/favicon.ico']) {
      const answer = stage.send({ path });
      expect([answer.status, answer.code]).toEqual([401, 'missing_api_key']);
      expect(answer.headers['www-authenticate']).toBe('Bearer');
    }
  });

  it('tells a key that is unknown, mistyped, revoked or sent twice from one that is missing', async () => {
    const { world, stage, key, keyId } = await stageWith();
    const unknown = `sk-tg${'a'.repeat(36)}`;
    const mistyped = key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a');
    for (const wrong of [unknown, mistyped, 'x', 'y'.repeat(50), `${key} ${key}`]) {
      expect(stage.send({ key: wrong }).code).toBe('invalid_api_key');
    }
    expect(stage.send({ key, fields: [['authorization', `Bearer ${key}`]] }).code).toBe('invalid_api_key');
    for (const field of ['', 'Bearer', 'Bearer ', `Basic ${key}`, key]) {
      expect(stage.send({ fields: [['authorization', field]] }).code).toBe('missing_api_key');
    }
    expect(stage.send({ key }).status).toBe(200);
    const revoked = stage.revoke(keyId);
    await world.settle();
    await revoked;
    expect(stage.send({ key }).code).toBe('invalid_api_key');
  });

  it('takes the scheme in any case, and a management key that the operator chose', async () => {
    const { stage, key, management } = await stageWith();
    for (const scheme of ['bearer', 'BEARER', 'Bearer ']) {
      expect(stage.send({ fields: [['authorization', `${scheme} ${key}`]] }).status).toBe(200);
    }
    expect(stage.send({ key: management, path: '/api/things' }).code).toBe('method_not_allowed');
  });

  it('puts the wrong kind of key before an unknown path, and that before a method', async () => {
    const { stage, key, management } = await stageWith();
    expect(stage.send({ key, path: '/api/nothing' }).code).toBe('wrong_credential');
    expect(stage.send({ key, path: '/%61pi/nothing' }).code).toBe('wrong_credential');
    expect(stage.send({ key: management, path: '/v1/things' }).code).toBe('wrong_credential');
    expect(stage.send({ key: management, path: '/v1' }).code).toBe('wrong_credential');
    expect(stage.send({ key, path: '/v1/nothing', method: 'FOO' }).code).toBe('not_found');
    expect(stage.send({ key: management, path: '/nothing' }).code).toBe('not_found');
    for (const path of [
      '/v1/things/',
      '/v1//things',
      '/v1/things/a%2Fb',
      '/v1/things/%00',
      '/v1/things/a/b',
    ]) {
      expect(stage.send({ key, path }).code).toBe('not_found');
    }
  });

  it('names the methods that a path does take', async () => {
    const { stage, key } = await stageWith();
    for (const method of ['DELETE', 'TRACE', 'OPTIONS', 'FOO', 'get']) {
      const answer = stage.send({ key, method });
      expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD, POST']);
    }
  });

  it('puts what the caller alone decides before the body, and the media type before its size', async () => {
    const refuses: Operation = {
      ...ECHO,
      validateRights: ({ query }) =>
        query.has('forbidden') ? { code: 'operator_only', message: 'Only for operators.' } : undefined,
    };
    const { stage, key } = await stageWith({ operations: [refuses], settings: { bodyMaxBytes: 10 } });
    const tooLong = [['content-length', '11']] as const;
    const asText = [...tooLong, ['content-type', 'text/plain']] as const;
    const asJson = [...tooLong, ['content-type', 'application/json']] as const;
    const post = { method: 'POST', key };
    expect(stage.send({ ...post, query: 'forbidden', fields: asText }).code).toBe('operator_only');
    expect(stage.send({ ...post, fields: asText }).code).toBe('unsupported_media_type');
    expect(stage.send({ ...post, fields: tooLong }).code).toBe('unsupported_media_type');
    const refused = stage.send({ ...post, fields: asJson });
    expect(refused.code).toBe('payload_too_large');
    expect(refused.takesBody).toBe(false);
  });

  it('checks rights again when the body is there, for they may have been lost meanwhile', async () => {
    let mayCall = true;
    const checked: Operation = {
      ...ECHO,
      validateRights: () => (mayCall ? undefined : { code: 'operator_only', message: 'Only for operators.' }),
    };
    const { stage, key } = await stageWith({ operations: [checked] });
    const fields = [['content-type', 'application/json']] as const;
    const answer = stage.send({ method: 'POST', key, fields }).body('{"a"', false);
    mayCall = false;
    expect(answer.body(':1}').code).toBe('operator_only');
  });

  it('finds paths however they are percent-encoded', async () => {
    const seen: string[] = [];
    const one = operation({
      path: '/v1/things/{id}',
      handle: ({ id }) => {
        seen.push(id);
        return { kind: 'json', status: 200, body: '{}' };
      },
    });
    const { stage, key } = await stageWith({ operations: [one] });
    expect(stage.send({ key, path: '/v1/th%69ngs/video%5F1' }).status).toBe(200);
    expect(seen).toEqual(['video_1']);
  });
});

describe('the window of a key', () => {
  it('says to the millisecond when to come back, and is right', async () => {
    const { world, stage, key } = await stageWith({}, { rpm: 2 });
    stage.send({ key });
    await world.advance(1_234);
    stage.send({ key });
    await world.advance(4_321);
    const refused = stage.send({ key });
    const waitMs = 60_000 - 1_234 - 4_321;
    expect(refused.status).toBe(429);
    expect(refused.headers).toMatchObject({
      'retry-after': '55',
      'retry-after-ms': String(waitMs),
      'x-ratelimit-remaining-rpm': '0',
      'x-ratelimit-reset': String(Math.ceil((world.wallMs() + waitMs) / 1_000)),
    });
    expect(refused.json).toMatchObject({ retry_after: 55, error: { type: 'rate_limit_error', param: null } });
    expect(refused.json.error.request_id).toBe(refused.headers['x-request-id']);
    await world.advance(waitMs - 1);
    expect(stage.send({ key }).status).toBe(429);
    await world.advance(1);
    expect(stage.send({ key }).status).toBe(200);
  });

  it('follows a changed limit at once and forgets nothing', async () => {
    const { world, stage, key, keyId } = await stageWith({}, { rpm: 5 });
    stage.send({ key });
    stage.send({ key });
    const lowered = stage.setRpm(keyId, 2);
    await world.settle();
    await lowered;
    const refused = stage.send({ key });
    expect([refused.status, refused.headers['x-ratelimit-limit-rpm']]).toEqual([429, '2']);
  });

  it('counts before the body is read', async () => {
    const { stage, key } = await stageWith({}, { rpm: 1 });
    const fields = [
      ['content-length', '2'],
      ['content-type', 'application/json'],
    ] as const;
    const first = stage.send({ method: 'POST', key, fields });
    const second = stage.send({ method: 'POST', key, fields });
    expect(second.code).toBe('rate_limit_exceeded');
    expect(second.takesBody).toBe(false);
    expect(first.body('{}').status).toBe(202);
  });

  it('of an address is shared by its /64 in IPv6, and by nobody in IPv4', async () => {
    const { stage } = await stageWith({ settings: { addressRpm: 2 } });
    const remaining = (peer: string) => stage.send({ peer }).headers['x-ratelimit-remaining-rpm'];
    expect(remaining('2001:db8:1:2::1')).toBe('1');
    expect(remaining('2001:0db8:0001:0002:ffff:0000:0000:0009')).toBe('0');
    expect(remaining('2001:db8:1:3::1')).toBe('1');
    expect(remaining('192.0.2.7')).toBe('1');
    expect(remaining('::ffff:192.0.2.7')).toBe('0');
    expect(remaining('192.0.2.8')).toBe('1');
  });

  it('of an address is that of the client behind trusted proxies only', async () => {
    const settings = { addressRpm: 10, trustedProxies: ['10.0.0.0/8'] };
    const { stage } = await stageWith({ settings });
    const remaining = (peer: string, forwardedFor: string) =>
      stage.send({ peer, fields: [['x-forwarded-for', forwardedFor]] }).headers['x-ratelimit-remaining-rpm'];
    expect(remaining('10.0.0.1', '198.51.100.1')).toBe('9');
    expect(remaining('10.0.0.2', '1.2.3.4, 198.51.100.1, 10.9.9.9')).toBe('8');
    expect(remaining('198.51.100.1', '203.0.113.5')).toBe('7');
  });
});

describe('a body', () => {
  const JSON_TYPE = ['content-type', 'application/json'] as const;

  async function post(
    text: string | Uint8Array,
    type = 'application/json',
    parts: Partial<StageOptions> = {},
  ) {
    const { stage, key } = await stageWith(parts);
    const bytes = Buffer.from(text);
    const fields = [
      ['content-type', type],
      ['content-length', String(bytes.length)],
    ] as const;
    return stage.send({ method: 'POST', key, fields }).body(bytes);
  }

  it('reaches the operation as one object, with the header fields it asked for', async () => {
    const { stage, key } = await stageWith();
    const fields = [JSON_TYPE, ['content-length', '7'], ['idempotency-key', '"abc"']] as const;
    const answer = stage.send({ method: 'POST', key, fields });
    expect(answer.isOver).toBe(false);
    expect(answer.body('{"a"', false).body(':1}').json).toEqual({ body: { a: 1 }, idempotencyKey: '"abc"' });
  });

  it.each(['application/json; charset=utf-8', 'Application/JSON', 'application/json;x=y'])(
    'may be called %s',
    async (type) => {
      expect((await post('{}', type)).status).toBe(202);
    },
  );

  it.each([
    ['{', 'invalid_json'],
    ['', 'invalid_json'],
    ['{"a":1,"a":1}', 'invalid_json'],
    ['{"a":1,"\\u0061":1}', 'invalid_json'],
    [`${'['.repeat(65)}${']'.repeat(65)}`, 'invalid_json'],
    ['[]', 'invalid_request'],
    ['null', 'invalid_request'],
    ['"{}"', 'invalid_request'],
  ])('%s is %s', async (text, code) => {
    expect((await post(text)).code).toBe(code);
  });

  it('is invalid JSON where it is not UTF-8', async () => {
    expect((await post(Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d))).code).toBe('invalid_json');
  });

  it('pollutes no prototype', async () => {
    const answer = await post(
      '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
    );
    expect(answer.status).toBe(202);
    expect(Object.keys(answer.json.body)).toEqual(['__proto__', 'constructor']);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it('may be compressed for others', async () => {
    const { stage, key } = await stageWith();
    const fields = [JSON_TYPE, ['content-length', '9'], ['content-encoding', 'gzip']] as const;
    expect(stage.send({ method: 'POST', key, fields }).code).toBe('unsupported_media_type');
  });

  it('over the bound is refused as it comes, and costs the connection', async () => {
    const { stage, key } = await stageWith({ settings: { bodyMaxBytes: 5 } });
    const fields = [JSON_TYPE, ['transfer-encoding', 'chunked']] as const;
    const answer = stage.send({ method: 'POST', key, fields }).body('{"a"', false);
    expect(answer.isOver).toBe(false);
    answer.body(':1}', false);
    expect([answer.code, answer.connection]).toEqual(['payload_too_large', 'ask_to_close']);
    answer.body('}');
  });

  it('of just the bound is taken', async () => {
    expect((await post('{"a":1}', 'application/json', { settings: { bodyMaxBytes: 7 } })).status).toBe(202);
  });

  it('that does not end in time is refused', async () => {
    const { world, stage, key } = await stageWith();
    const fields = [JSON_TYPE, ['content-length', '9']] as const;
    const answer = stage.send({ method: 'POST', key, fields }).body('{', false);
    await world.advance(9_999);
    expect(answer.isOver).toBe(false);
    await world.advance(1);
    expect([answer.status, answer.code, answer.connection]).toEqual([408, 'request_timeout', 'close']);
    expect(world.armedTimers).toBe(0);
  });

  it('that may be left out stands for an empty object', async () => {
    let seen: unknown;
    const handle = ({ body }: OperationInput): OperationAnswer => {
      seen = body;
      return { kind: 'json', status: 201, body: '{}' };
    };
    const { stage, management } = await stageWith({ operations: [{ ...MANAGEMENT, handle }] });
    const answer = stage.send({ method: 'POST', path: '/api/things', key: management });
    expect(answer.body('').status).toBe(201);
    expect(seen).toEqual({});
  });

  it('in multipart is the same object, for those who take it', async () => {
    const form = '--X\r\nContent-Disposition: form-data; name="seconds"\r\n\r\n8\r\n--X--\r\n';
    expect((await post(form, 'multipart/form-data; boundary=X')).json.body).toEqual({ seconds: '8' });
    const { stage, management } = await stageWith();
    const fields = [
      ['content-type', 'multipart/form-data; boundary=X'],
      ['content-length', '9'],
    ] as const;
    const refused = stage.send({ method: 'POST', path: '/api/things', key: management, fields });
    expect(refused.code).toBe('unsupported_media_type');
  });

  it('in multipart takes text only, and says which field is none', async () => {
    const form = '--X\r\nContent-Disposition: form-data; name="seed"; filename="a.png"\r\n\r\n8\r\n--X--\r\n';
    const answer = await post(form, 'multipart/form-data; boundary=X');
    expect(answer.json.error).toMatchObject({ code: 'invalid_request', param: 'seed' });
  });
});

describe('an operation', () => {
  it('that is at hand answers within the call, and arms no timer', async () => {
    const { world, stage, key } = await stageWith();
    const answer = stage.send({ key });
    expect(answer.status).toBe(200);
    expect(world.armedTimers).toBe(0);
  });

  it('that throws, or rejects, is a defect with the id that the client saw', async () => {
    for (const handle of [
      () => {
        throw new Error('secret detail');
      },
      () => Promise.reject(new Error('secret detail')),
    ]) {
      const { world, stage, key } = await stageWith({ operations: [operation({ handle })] });
      const answer = stage.send({ key });
      await world.settle();
      expect([answer.status, answer.code]).toEqual([500, 'internal_error']);
      expect(answer.text).not.toContain('secret');
      expect(stage.defects.map(({ requestId }) => requestId)).toEqual([answer.headers['x-request-id']]);
    }
  });

  it('that ends in a defect of an actor reports it with the id that the client saw', async () => {
    const handle = (): OperationAnswer => ({
      kind: 'error',
      error: { code: 'internal_error', message: 'The gateway failed at this request.' },
    });
    const { stage, key } = await stageWith({ operations: [operation({ handle })] });
    const answer = stage.send({ key });
    expect(answer.status).toBe(500);
    expect(stage.defects.map(({ requestId }) => requestId)).toEqual([answer.headers['x-request-id']]);
  });

  it('that takes too long is refused, and its late answer dropped', async () => {
    let finish = (_: OperationAnswer) => {};
    let signal: AbortSignal | undefined;
    const handle = (input: OperationInput) => {
      signal = input.signal;
      return new Promise<OperationAnswer>((resolve) => {
        finish = resolve;
      });
    };
    const { world, stage, key } = await stageWith({ operations: [operation({ handle })] });
    const answer = stage.send({ key });
    await world.advance(2_000);
    expect([answer.status, answer.code]).toEqual([503, 'storage_unavailable']);
    expect(answer.headers['retry-after']).toBe('1');
    expect(answer.json.retry_after).toBe(1);
    expect(signal?.aborted).toBe(true);
    finish({ kind: 'json', status: 200, body: '{}' });
    await world.settle();
    expect(answer.status).toBe(503);
  });

  it('is told that its client has gone, and nothing is sent after it', async () => {
    let signal: AbortSignal | undefined;
    const handle = (input: OperationInput) => {
      signal = input.signal;
      return new Promise<OperationAnswer>((resolve) => {
        input.signal.addEventListener('abort', () => resolve({ kind: 'json', status: 200, body: '{}' }));
      });
    };
    const { world, stage, key } = await stageWith({ operations: [operation({ handle })] });
    stage.send({ key }).goAway();
    await world.settle();
    expect(signal?.aborted).toBe(true);
    await world.advance(60_000);
    expect(world.armedTimers).toBe(0);
    expect(stage.gateway.metrics.gone).toBe(1);
    expect(stage.defects).toEqual([]);
  });

  it('of a client that goes away before its body is there never runs', async () => {
    const { world, stage, key } = await stageWith();
    const fields = [
      ['content-type', 'application/json'],
      ['content-length', '2'],
    ] as const;
    const answer = stage.send({ method: 'POST', key, fields });
    answer.goAway();
    answer.body('{}');
    await world.advance(60_000);
    expect(answer.status).toBe(0);
    expect(world.armedTimers).toBe(0);
  });

  it('is answered to HEAD as to GET, without the body', async () => {
    const { stage, key } = await stageWith();
    const head = stage.send({ key, method: 'HEAD' });
    expect([head.status, head.text]).toEqual([200, '']);
    expect(stage.send({ key, method: 'HEAD', path: '/v1/nothing' }).status).toBe(404);
  });

  it('that changes something is not begun while the node drains; reads go on', async () => {
    const { stage, key } = await stageWith();
    stage.isDraining = true;
    const fields = [
      ['content-type', 'application/json'],
      ['content-length', '2'],
    ] as const;
    const refused = stage.send({ method: 'POST', key, fields });
    expect([refused.status, refused.code, refused.connection]).toEqual([
      503,
      'shutting_down',
      'ask_to_close',
    ]);
    const read = stage.send({ key });
    expect([read.status, read.connection]).toEqual([200, 'close']);
  });

  it('with an error of money says what was asked for and what is there, in DA', async () => {
    const handle = (): OperationAnswer => ({
      kind: 'error',
      error: {
        code: 'insufficient_credits',
        message: 'Too little.',
        required: 2_500_000 as MicroDa,
        balance: 1 as MicroDa,
      },
    });
    const { stage, key } = await stageWith({ operations: [operation({ handle })] });
    const answer = stage.send({ key });
    expect(answer.status).toBe(402);
    expect(answer.text).toContain('"required":2.5,"balance":0.000001');
  });

  it('builds links on what the client used', async () => {
    const handle = ({ baseUrl }: OperationInput): OperationAnswer => ({
      kind: 'json',
      status: 200,
      body: JSON.stringify(baseUrl),
    });
    const operations = [operation({ handle })];
    const forwarded = [
      ['x-forwarded-proto', 'https'],
      ['x-forwarded-host', 'api.example'],
    ] as const;
    const direct = await stageWith({ operations });
    expect(direct.stage.send({ key: direct.key, fields: forwarded }).json).toBe('http://gateway.test');
    const proxied = await stageWith({ operations, settings: { trustedProxies: ['192.0.2.1/32'] } });
    expect(proxied.stage.send({ key: proxied.key, fields: forwarded }).json).toBe('https://api.example');
    const forged = [
      ['x-forwarded-proto', 'javascript'],
      ['x-forwarded-host', 'a b'],
    ] as const;
    expect(proxied.stage.send({ key: proxied.key, fields: forged }).json).toBe('http://gateway.test');
    const fixed = await stageWith({ operations, settings: { publicUrl: 'https://public.example/base' } });
    expect(fixed.stage.send({ key: fixed.key }).json).toBe('https://public.example/base');
  });
});

describe('content', () => {
  const handle = (): OperationAnswer => ({
    kind: 'content',
    content: content(1_000),
    fileName: 'clip "1".mp4',
  });

  it.each([
    ['', 200, undefined, 1_000],
    ['bytes=0-0', 206, 'bytes 0-0/1000', 1],
    ['bytes=990-2000', 206, 'bytes 990-999/1000', 10],
    ['bytes=-3', 206, 'bytes 997-999/1000', 3],
    ['bytes=-3000', 206, 'bytes 0-999/1000', 1_000],
    ['bytes=5-4', 200, undefined, 1_000],
    ['bytes=0-1,5-6', 200, undefined, 1_000],
    ['items=0-1', 200, undefined, 1_000],
  ])('for the range "%s" is a %i', async (range, status, contentRange, size) => {
    const { stage, key } = await stageWith({ operations: [operation({ handle })] });
    const answer = stage.send({ key, fields: range === '' ? [] : [['range', range]] });
    expect([answer.status, answer.headers['content-range'], answer.streamed?.size]).toEqual([
      status,
      contentRange,
      size,
    ]);
    expect(answer.headers).toMatchObject({
      'content-type': 'video/mp4',
      'accept-ranges': 'bytes',
      'content-disposition': 'inline; filename="clip__1_.mp4"',
      'x-balance-available': '1000000',
      'cache-control': 'no-store',
    });
  });

  it.each(['bytes=1000-', 'bytes=-0'])('cannot satisfy %s', async (range) => {
    const { stage, key } = await stageWith({ operations: [operation({ handle })] });
    const answer = stage.send({ key, fields: [['range', range]] });
    expect([answer.status, answer.code]).toEqual([416, 'range_not_satisfiable']);
    expect(answer.headers['content-range']).toBe('bytes */1000');
  });
});

describe('the metrics', () => {
  it('count answers by route and status, and refusals by code', async () => {
    const { stage, key } = await stageWith();
    stage.send({ key });
    stage.send({ key });
    stage.send({ key, path: '/v1/things/1' });
    stage.send({ key, path: '/v1/nothing' });
    stage.send({});
    const seen = stage.gateway.metrics.routes
      .filter(({ byStatus }) => byStatus.size > 0)
      .map(({ method, path, byStatus }) => [method, path, Object.fromEntries(byStatus)]);
    expect(seen).toEqual([
      ['GET', '/v1/things', { 200: 2, 401: 1 }],
      ['GET', '/v1/things/{id}', { 200: 1 }],
      ['other', 'unmatched', { 404: 1 }],
    ]);
    const refused = [...stage.gateway.metrics.refusals].filter(([, count]) => count > 0);
    expect(Object.fromEntries(refused)).toEqual({ not_found: 1, missing_api_key: 1 });
  });
});

describe('what is shed', () => {
  const SUBMIT = operation({
    method: 'POST',
    path: '/v1/jobs',
    body: 'json',
    isRead: false,
    shedAs: 'billable',
  });
  const LIST = operation({ path: '/v1/jobs', shedAs: 'walk' });
  const JSON_FIELD = ['content-type', 'application/json'] as const;

  it('is told so before its body is read, when all is known that its head tells', async () => {
    const { stage, key } = await stageWith({ operations: [SUBMIT, LIST, ECHO] });
    const submit = (fields: readonly (readonly [string, string])[], by: string | undefined = key) =>
      stage.send({ method: 'POST', path: '/v1/jobs', ...(by === undefined ? {} : { key: by }), fields });
    stage.shedder.shortages = { memory: true, diskSpace: false };
    const shed = submit([JSON_FIELD, ['content-length', '10']]);
    expect([shed.status, shed.code, shed.takesBody]).toEqual([503, 'overloaded', false]);
    expect([shed.json.retry_after, shed.headers['retry-after'], shed.headers['retry-after-ms']]).toEqual([
      5,
      '5',
      '5000',
    ]);
    expect(shed.headers['x-ratelimit-remaining-rpm']).toBe('59');
    expect(
      submit([
        ['content-type', 'text/plain'],
        ['content-length', '10'],
      ]).status,
    ).toBe(415);
    expect(submit([JSON_FIELD], 'sk-unknown').status).toBe(401);
    expect(stage.send({ path: '/v1/jobs', key }).status).toBe(503);
    stage.shedder.shortages = { memory: false, diskSpace: true };
    expect(submit([JSON_FIELD]).code).toBe('storage_unavailable');
    expect(stage.send({ path: '/v1/jobs', key }).status).toBe(200);
    expect(stage.shedder.counts).toMatchObject({ memory: 2, disk_space: 1 });
  });

  /** A queue that has stood for long enough, and stands. */
  async function stand({ shedder }: GatewayStage, world: VirtualWorld): Promise<void> {
    for (let tick = 0; tick < 30; tick++) {
      shedder.tick(world.steadyMs(), later(world.steadyMs(), -600), 1);
      await world.advance(50);
    }
  }

  it('is told so some milliseconds later where a queue stands, unless its client is gone by then', async () => {
    const { stage, world, key } = await stageWith({ operations: [SUBMIT] });
    await stand(stage, world);
    const submit = () => stage.send({ method: 'POST', path: '/v1/jobs', key, fields: [JSON_FIELD] });
    const [shed, gone] = [submit(), submit()];
    expect([shed.isOver, stage.gateway.refusalsWaiting]).toEqual([false, 2]);
    gone.goAway();
    await world.advance(5);
    expect([shed.status, shed.code, shed.takesBody, gone.status]).toEqual([503, 'overloaded', false, 0]);
    expect(shed.json.retry_after).toBe(1);
    expect(stage.gateway.refusalsWaiting).toBe(0);
    expect(stage.shedder.counts.queue).toBe(2);
  });

  it('is told so at once behind a body whose end nobody sees', async () => {
    const { stage, world, key } = await stageWith({ operations: [SUBMIT] });
    await stand(stage, world);
    const fields = [JSON_FIELD, ['transfer-encoding', 'chunked']] as const;
    const shed = stage.send({ method: 'POST', path: '/v1/jobs', key, fields });
    expect([shed.status, shed.connection]).toEqual([503, 'ask_to_close']);
  });

  it('is nothing else, whatever is short', async () => {
    const { stage, key, management } = await stageWith();
    stage.shedder.shortages = { memory: true, diskSpace: true };
    expect(stage.send({ key }).status).toBe(200);
    expect(stage.send({ method: 'POST', path: '/api/things', key: management }).body('{}').status).toBe(200);
    const echo = stage.send({ method: 'POST', key, fields: [JSON_FIELD, ['content-length', '2']] });
    expect(echo.body('{}').status).toBe(202);
  });
});

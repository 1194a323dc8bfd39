/** Bodies that are no JSON, and JSON that wants to be more than data. */
import { beforeAll, describe, expect, test } from 'vitest';
import { expectError, expectSuccess } from '../support/answers.js';
import type { Answer, StartGateway, TollgateClient } from '../support/client.js';

const SUBMIT = JSON.stringify({ model: 'sim/video-instant', prompt: 'x', seconds: 1 });

/** @param some which cases of a list to run */
export function describeGarbledBodies(
  start: StartGateway,
  some: <C>(cases: readonly C[]) => readonly C[],
): void {
  let node: TollgateClient;
  let key: string;

  beforeAll(async () => {
    node = await start();
    key = (await node.createKey({ credits: 100_000 })).key;
  });

  const submitText = (body: string | Uint8Array): Promise<Answer> =>
    node.call('POST', '/v1/videos', { key, body, headers: { 'content-type': 'application/json' } });

  describe('a body that is no JSON', () => {
    test.each(
      some([
        ['nothing but blanks', '   '],
        ['truncated in a text', '{"model":"sim/vi'],
        ['truncated in an object', '{"model":"sim/video","prompt":"x"'],
        ['two values', `${SUBMIT}${SUBMIT}`],
        ['something after the value', `${SUBMIT}x`],
        ['single quotes', "{'model':'sim/video','prompt':'x'}"],
        ['a comma too many', '{"model":"sim/video","prompt":"x",}'],
        ['a comment', `/* */${SUBMIT}`],
        ['NaN', '{"model":"sim/video","prompt":"x","seconds":NaN}'],
        ['a number with a leading zero', '{"model":"sim/video","prompt":"x","seconds":08}'],
        ['a line break in a text', '{"model":"sim/video","prompt":"a\nb"}'],
        ['a bad escape', '{"model":"sim/video","prompt":"\\x41"}'],
        ['a form', 'model=sim%2Fvideo&prompt=x'],
        ['zero bytes', '\0'.repeat(64)],
        ['a key twice', '{"model":"sim/video","model":"sim/video-instant","prompt":"x"}'],
        ['a key twice, once escaped', '{"model":"sim/video","m\\u006fdel":"sim/video","prompt":"x"}'],
        ['a key twice, deep inside', '{"model":"sim/video","prompt":"x","o":[{"a":{"b":1,"b":1}}]}'],
        ['a __proto__ twice', '{"model":"sim/video","prompt":"x","__proto__":1,"__proto__":2}'],
      ]),
    )('%s is invalid_json', async (_what, body) => {
      expectError(await submitText(body), 'invalid_json');
    });

    test.each(
      some([
        ['a lone continuation byte', [0x80]],
        ['a byte that is never UTF-8', [0xff]],
        ['an overlong slash', [0xc0, 0xaf]],
        ['a surrogate', [0xed, 0xa0, 0x80]],
        ['a code point beyond Unicode', [0xf4, 0x90, 0x80, 0x80]],
        ['a sequence that breaks off', [0xf0, 0x9f, 0xa6]],
      ]),
    )('%s is not UTF-8 and is invalid_json', async (_what, bytes) => {
      const body = Buffer.concat([
        Buffer.from('{"model":"sim/video","prompt":"a '),
        Buffer.from(bytes),
        Buffer.from('"}'),
      ]);
      expectError(await submitText(body), 'invalid_json');
    });

    test.each(
      some([
        ['lists', '['.repeat(500_000)],
        ['lists that end', `${'['.repeat(400_000)}${']'.repeat(400_000)}`],
        ['objects', '{"a":'.repeat(150_000)],
        [
          'a field of lists',
          `{"model":"sim/video","prompt":"x","o":${'['.repeat(300_000)}${']'.repeat(300_000)}}`,
        ],
      ]),
    )('%s nested hundreds of thousands deep are refused', async (_what, body) => {
      const answer = await submitText(body);
      expect(answer.status, answer.text.slice(0, 200)).toBe(400);
      expect(['invalid_json', 'invalid_request']).toContain(answer.json.error.code);
    });

    test('a number of a hundred thousand digits is refused', async () => {
      const body = `{"model":"sim/video-instant","prompt":"x","seconds":${'9'.repeat(100_000)}}`;
      expectError(await submitText(body), 'invalid_request', { param: 'seconds' });
    });

    test('tens of thousands of fields are judged in good time', async () => {
      const fields = Array.from({ length: 40_000 }, (_, at) => `"field ${at}":${at}`).join(',');
      const start = performance.now();
      const answer = await submitText(`{"model":"sim/video-instant","prompt":"x",${fields}}`);
      expect([202, 400]).toContain(answer.status);
      expect(performance.now() - start).toBeLessThan(15_000);
    });
  });

  describe('JSON that wants to be more than data', () => {
    test.each(
      some([
        '{"model":"sim/video-instant","prompt":"x","__proto__":{"polluted":true,"seconds":1}}',
        '{"model":"sim/video-instant","prompt":"x","constructor":{"prototype":{"polluted":true}}}',
        '{"model":"sim/video-instant","prompt":"x","toString":null,"hasOwnProperty":1,"valueOf":{}}',
        '{"model":"sim/video-instant","prompt":"x","toJSON":"x","then":"x"}',
      ]),
    )('%s is a submit with odd further fields', async (body) => {
      const answer = await submitText(body);
      expectSuccess(answer, 202);
      expect((await node.settled(key, answer.json.id)).json.seconds).toBe(5);
    });

    test.each(
      some([
        ['{"__proto__":{"model":"sim/video-instant","prompt":"x"}}', 'model'],
        ['{"model":"sim/video-instant","__proto__":{"prompt":"x"}}', 'prompt'],
        ['{"constructor":{"prototype":{"model":"sim/video-instant"}},"prompt":"x"}', 'model'],
      ]),
    )('%s inherits nothing', async (body, param) => {
      expectError(await submitText(body), 'invalid_request', { param });
    });

    test.each(some(['__proto__', 'constructor', 'toString', 'hasOwnProperty']))(
      'the name %s is found nowhere where ids and models are looked up',
      async (name) => {
        expectError(await node.submit(key, { model: name }), 'model_not_found');
        expectError(await node.call('GET', `/v1/videos/${name}`, { key }), 'not_found');
        expectError(await node.call('GET', `/v1/${name}`, { key }), 'not_found');
        const answer = await node.call('GET', `/v1/videos?${name}=1&status=${name}`, { key });
        expectError(answer, 'invalid_request', { param: 'status' });
      },
    );
  });
}

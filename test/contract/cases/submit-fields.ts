/** Fields of a submit that are taken, and those that are refused. */
import { beforeAll, describe, expect, test } from 'vitest';
import { expectError, expectSuccess } from '../support/answers.js';
import type { StartGateway, TollgateClient } from '../support/client.js';

/** @param some which cases of a list to run */
export function describeSubmitFields(
  start: StartGateway,
  some: <C>(cases: readonly C[]) => readonly C[],
): void {
  describe('the fields of a submit are judged', () => {
    let node: TollgateClient;
    let key: { readonly key: string };

    beforeAll(async () => {
      node = await start();
      key = await node.createKey({ credits: 100_000 });
    });

    const REFUSED: readonly (readonly [why: string, fields: Record<string, unknown>, param: string])[] = [
      ['no model', { model: undefined }, 'model'],
      ['an empty model', { model: '' }, 'model'],
      ['a model of 201 characters', { model: 'm'.repeat(201) }, 'model'],
      ['a model that is a number', { model: 7 }, 'model'],
      ['a model that is null', { model: null }, 'model'],
      ['a model that is a list', { model: ['sim/video'] }, 'model'],
      ['no prompt', { prompt: undefined }, 'prompt'],
      ['an empty prompt', { prompt: '' }, 'prompt'],
      ['a blank prompt', { prompt: ' \t\n\u00a0\u3000' }, 'prompt'],
      ['a prompt of 10,001 characters', { prompt: 'x'.repeat(10_001) }, 'prompt'],
      ['a prompt of 10,001 characters of four bytes', { prompt: '🦊'.repeat(10_001) }, 'prompt'],
      ['a prompt that is a number', { prompt: 5 }, 'prompt'],
      ['a prompt that is an object', { prompt: { text: 'x' } }, 'prompt'],
      ['seconds of zero', { seconds: 0 }, 'seconds'],
      ['seconds below zero', { seconds: -5 }, 'seconds'],
      ['seconds below the model', { seconds: 0.999 }, 'seconds'],
      ['seconds above the model', { seconds: 60.001 }, 'seconds'],
      ['seconds above the model as text', { seconds: '61' }, 'seconds'],
      ['seconds beyond all numbers', { seconds: '9'.repeat(400) }, 'seconds'],
      ['four decimals of seconds', { seconds: 1.2345 }, 'seconds'],
      ['four decimals of seconds as text', { seconds: '1.2345' }, 'seconds'],
      ['seconds that are no number', { seconds: 'five' }, 'seconds'],
      ['seconds that are empty', { seconds: '' }, 'seconds'],
      ['seconds that are NaN', { seconds: 'NaN' }, 'seconds'],
      ['seconds that are infinite', { seconds: 'Infinity' }, 'seconds'],
      ['seconds in hexadecimal', { seconds: '0x8' }, 'seconds'],
      ['seconds with a unit', { seconds: '8s' }, 'seconds'],
      ['seconds that are true', { seconds: true }, 'seconds'],
      ['seconds in a list', { seconds: [8] }, 'seconds'],
      ['seconds in an object', { seconds: {} }, 'seconds'],
    ];

    test.each(some(REFUSED))('%s is refused with 400 and names the field', async (_why, fields, param) => {
      expectError(await node.submit(key.key, fields), 'invalid_request', { param });
    });

    test.each(
      some([
        ['a list', []],
        ['a text', 'x'],
        ['a number', 5],
        ['null', null],
        ['true', true],
      ]),
    )('a body that is %s is refused with 400', async (_what, json) => {
      expectError(await node.call('POST', '/v1/videos', { key: key.key, json: json }), 'invalid_request');
    });

    test('an empty body is refused with 400', async () => {
      const headers = { 'content-type': 'application/json' };
      const answer = await node.call('POST', '/v1/videos', { key: key.key, body: '', headers });
      expect(answer.status, answer.text).toBe(400);
      expect(['invalid_json', 'invalid_request']).toContain(answer.json.error.code);
    });

    test('a model that is not on offer is 404 model_not_found', async () => {
      expectError(await node.submit(key.key, { model: 'sim/nothing' }), 'model_not_found', {
        param: 'model',
      });
      expectError(await node.submit(key.key, { model: '__proto__' }), 'model_not_found', { param: 'model' });
    });

    test('a refused submit reserves nothing and leaves no job', async () => {
      const own = await node.createKey({ credits: 10 });
      for (const [, fields] of REFUSED.slice(0, 5)) await node.submit(own.key, fields);
      const credits = (await node.call('GET', '/v1/credits', { key: own.key })).json;
      expect(credits).toMatchObject({ balance: 10, reserved: 0 });
      expect((await node.call('GET', '/v1/videos', { key: own.key })).json.data).toEqual([]);
    });

    test.each(
      some([
        [8, 8],
        ['8', 8],
        ['8.0', 8],
        ['8.000', 8],
        [1, 1],
        [60, 60],
        ['60', 60],
        [1.5, 1.5],
        ['1.250', 1.25],
        [1.001, 1.001],
        [undefined, 5],
      ]),
    )('seconds %j is %j seconds', async (seconds, length) => {
      const answer = await node.submit(key.key, { seconds });
      expectSuccess(answer, 202);
      const settled = await node.settled(key.key, answer.json.id);
      expect(settled.json).toMatchObject({ seconds: length, output_seconds: length });
      expect(settled.json.cost).toBeCloseTo(length * 0.5, 9);
    });
  });
}

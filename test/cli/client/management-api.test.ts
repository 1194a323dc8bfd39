import { describe, expect, it } from 'vitest';
import { type ApiAnswer, ManagementApi, type Transport } from '../../../src/cli/client/management-api.js';
import { CommandFailed } from '../../../src/cli/framework/exit-status.js';

const KEY = { text: 'mk-secret', source: 'the test' };

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly query: string;
}

function answer(status: number, json: unknown, fields: Record<string, string> = {}): ApiAnswer {
  const all = { 'content-type': 'application/json', ...fields };
  return { status, fields: new Map(Object.entries(all)), body: JSON.stringify(json) };
}

function error(status: number, code: string, fields: Record<string, string> = {}): ApiAnswer {
  return answer(status, { error: { code, message: 'Because.' } }, fields);
}

/** A node that gives these answers, one after the other, and then the last again. */
function nodeOf(...answers: readonly ApiAnswer[]) {
  const sent: Sent[] = [];
  const waits: number[] = [];
  const transport: Transport = {
    name: 'the node',
    send: async (method, path, query) => {
      sent.push({ method, path, query });
      const next = answers[Math.min(sent.length, answers.length) - 1];
      if (next === undefined) throw new Error('no answer');
      return next;
    },
    close: async () => {},
  };
  return { sent, waits, api: new ManagementApi(transport, KEY, (forMs) => waits.push(forMs)) };
}

const SHOW = { method: 'GET', path: '/api/keys/{id}', id: 'key_1' } as const;

async function failure(of: Promise<unknown>): Promise<readonly [number, string]> {
  const reason: unknown = await of.catch((thrown: unknown) => thrown);
  if (!(reason instanceof CommandFailed)) throw new Error(`ended with ${String(reason)}`);
  return [reason.exitStatus, reason.message];
}

describe('a request to the management API', () => {
  it('waits as long as the node asks, and asks again', async () => {
    const { api, sent, waits } = nodeOf(
      error(429, 'rate_limit_exceeded', { 'retry-after': '60', 'retry-after-ms': '3' }),
      error(503, 'overloaded', { 'retry-after': '0' }),
      answer(200, { id: 'key_1' }),
    );
    expect(await api.ask(SHOW)).toEqual({ id: 'key_1' });
    expect(waits).toEqual([3, 0]);
    expect(sent.map(({ path }) => path)).toEqual(Array(3).fill('/api/keys/key_1'));
  });

  it('gives up after five waits', async () => {
    const { api, sent } = nodeOf(error(503, 'storage_unavailable', { 'retry-after-ms': '0' }));
    expect(await failure(api.ask(SHOW))).toEqual([1, 'the node refused (503 storage_unavailable): Because.']);
    expect(sent).toHaveLength(6);
  });

  it("that is refused fails with the node's words, or with the source of the key", async () => {
    expect(await failure(nodeOf(error(422, 'reference_reused')).api.ask(SHOW))).toEqual([
      1,
      'the node refused (422 reference_reused): Because.',
    ]);
    for (const code of ['invalid_api_key', 'wrong_credential']) {
      const [status, message] = await failure(nodeOf(error(401, code)).api.ask(SHOW));
      expect([status, message]).toEqual([
        1,
        `the node does not accept the management key from the test (401 ${code})`,
      ]);
    }
  });

  it('that an older node does not know names the version of that node', async () => {
    const document = (paths: object) => answer(200, { info: { title: 'Tollgate', version: '0.0.9' }, paths });
    const none = nodeOf(error(404, 'not_found'), document({ '/api/keys': { get: {} } }));
    expect(await failure(none.api.ask(SHOW))).toEqual([
      1,
      'the node has version 0.0.9, which does not know GET /api/keys/{id}: use the tollgate of that version, or upgrade the node',
    ]);
    const known = nodeOf(error(404, 'not_found'), document({ '/api/keys/{id}': { get: {} } }));
    expect(await failure(known.api.ask(SHOW))).toEqual([1, 'the node refused (404 not_found): Because.']);
  });

  it.each([
    ['a page', { status: 200, fields: new Map([['content-type', 'text/html']]), body: '<p>hello' }],
    ['half a document', { status: 200, fields: new Map([['content-type', 'application/json']]), body: '{' }],
    ["somebody else's error", { status: 502, fields: new Map(), body: 'Bad Gateway' }],
  ])('that is answered with %s was not answered by a node', async (_, strange) => {
    expect(await failure(nodeOf(strange).api.ask(SHOW))).toEqual([
      3,
      'the node does not answer like a Tollgate node',
    ]);
  });
});

describe('a list', () => {
  const page = (data: readonly number[], next: string | null) =>
    answer(200, { object: 'list', data, has_more: next !== null, next });

  it('is read page by page, empty ones too, until there is no more', async () => {
    const { api, sent } = nodeOf(page([9, 8], 'c8'), page([], 'c5'), page([4], null));
    const pages = [];
    for await (const one of api.pages({ method: 'GET', path: '/api/jobs' }, undefined)) pages.push(one.data);
    expect(pages).toEqual([[9, 8], [], [4]]);
    expect(sent.map(({ query }) => query)).toEqual(['limit=100', 'limit=100&after=c8', 'limit=100&after=c5']);
  });

  it('is asked for no more than is wanted', async () => {
    const { api, sent } = nodeOf(page(Array(100).fill(1), 'a'), page(Array(50).fill(1), 'b'));
    let items = 0;
    for await (const one of api.pages({ method: 'GET', path: '/api/jobs' }, 150)) items += one.data.length;
    expect([items, sent.map(({ query }) => query)]).toEqual([150, ['limit=100', 'limit=50&after=a']]);
  });
});

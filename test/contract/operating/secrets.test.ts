/**
 * No key and no prompt is to be found in what a node says to its operator or to others: the log at its most
 * talkative, the console, error answers, metrics, traces.
 */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCredential } from '../../../src/actors/credentials/credentials.js';
import { openLmdbStore } from '../../../src/store/lmdb/lmdb-store.js';
import { Collector } from '../support/collector.js';
import { type Answer, cleanUp, freshFolder, spawnTollgate, startTollgate } from '../support/harness.js';

const PROMPT = 'Zanzibar-prompt-that-nobody-may-see';
const EXTRA = 'quagga-field-that-nobody-may-see';
const IDEMPOTENCY_KEY = 'wombat-idempotency-key-0123456789';
const CHOSEN = 'chosen-by-the-operator/xyzzy-0123456789abcdef';
const STRANGE = 'narwhal-credential-of-somebody-else-0123456789';

/** Every piece of a secret that is long enough to be of use, or to tell where it came from. */
function pieces(secret: string, length = 12): readonly string[] {
  return Array.from({ length: secret.length - length + 1 }, (_, at) => secret.slice(at, at + length));
}

let collector: Collector;
/** The words of the node, by the place where it said them. */
const said: Record<string, string> = { errors: '', metrics: '' };
const secrets: Record<string, string> = {
  prompt: PROMPT,
  'another field': EXTRA,
  'idempotency key': IDEMPOTENCY_KEY,
  'management key': CHOSEN,
  'foreign key': STRANGE,
};

beforeAll(async () => {
  collector = await Collector.start();
  const data = await freshFolder();
  const options = {
    data,
    args: [
      ...['--log-level', 'debug', '--log-requests', '1'],
      ...['--otlp-endpoint', collector.url, '--otlp-sampling-ratio', '1'],
    ],
    env: { TOLLGATE_MANAGEMENT_KEY: CHOSEN },
  };
  const node = await startTollgate(options);
  const keep = (answer: Answer) => {
    if (answer.status >= 400) said.errors += `${answer.text}${JSON.stringify(answer.headers)}\n`;
    return answer;
  };
  const call: typeof node.call = async (...args) => keep(await node.call(...args));

  const made = await call('POST', '/api/keys', {
    key: CHOSEN,
    json: { name: 'a', credits: 100, rate_limit_rpm: 1_000_000 },
  });
  const account = await call('POST', '/api/accounts', { key: CHOSEN, json: { name: 'b', verified: true } });
  const poor = await call('POST', '/api/keys', { key: CHOSEN, json: { name: 'c', rate_limit_rpm: 2 } });
  const key: string = made.json.key;
  secrets.key = key;
  secrets['poor key'] = poor.json.key;
  secrets['management key of an account'] = account.json.management_key.key;
  const mistyped = `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`;
  const unknown = makeCredential('api', (count) => new Uint8Array(count).map((_, at) => (at * 37) % 248));
  secrets.mistyped = mistyped;
  secrets.unknown = unknown;

  const json = { model: 'sim/video-instant', prompt: PROMPT, style: EXTRA };
  const submit = (fields: object, headers: Record<string, string> = {}, as = key) =>
    call('POST', '/v1/videos', { key: as, json: { ...json, ...fields }, headers });
  const done = await submit({}, { 'idempotency-key': IDEMPOTENCY_KEY });
  await submit({ prompt: `${PROMPT}!` }, { 'idempotency-key': IDEMPOTENCY_KEY });
  await submit({}, { 'idempotency-key': 'x'.repeat(300) });
  for (const model of ['sim/video-reject', 'sim/video-flaky', 'sim/video']) {
    await node.settled(key, (await submit({ model })).json.id);
  }
  await node.settled(key, done.json.id);
  await submit({ model: `no-such-model-${PROMPT}` });
  await submit({ seconds: PROMPT });
  await submit({ prompt: { [PROMPT]: EXTRA } });
  await submit({}, {}, poor.json.key);
  for (let n = 0; n < 3; n++) await call('GET', '/v1/credits', { key: poor.json.key });
  for (const as of [mistyped, unknown, STRANGE, CHOSEN, account.json.management_key.key]) {
    await call('GET', '/v1/credits', { key: as });
    await call('GET', `/v1/videos/${done.json.id}/content`, { key: as });
  }
  await call('GET', '/api/keys', { key });
  await call('GET', `/v1/credits?key=${key}`, {});
  await call('GET', `/v1/${key}`, { key });
  await call('POST', '/v1/videos', {
    key,
    body: `{"prompt":"${PROMPT}`,
    headers: { 'content-type': 'application/json' },
  });
  await call('POST', '/v1/videos', { key, body: PROMPT, headers: { 'content-type': 'text/plain' } });
  await call('PATCH', `/api/keys/${made.json.id}`, { key: CHOSEN, json: { rate_limit_rpm: PROMPT } });
  await node.raw(
    `GET / HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Length: ${PROMPT}\r\n\r\n`,
  );
  await node.raw(`${STRANGE} /v1/credits HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`);
  said.metrics += (await node.call('GET', '/metrics')).text;
  await node.stop();

  // A record that cannot be read is a defect, and what it holds is of no concern to the log.
  const store = openLmdbStore({ path: join(data, 'tollgate.mdb') });
  await store.commit([
    { table: 'jobs', key: done.json.id, value: `{"v":1,"prompt":"${PROMPT} ${key}` },
    {
      table: 'idempotency',
      key: [...store.range('idempotency', {})][0]?.key ?? 'none',
      value: `${PROMPT} ${key}`,
    },
  ]);
  await store.close();
  const broken = await startTollgate(options);
  for (const path of [`/v1/videos/${done.json.id}`, '/v1/videos']) {
    said.errors += (await broken.call('GET', path, { key })).text;
  }
  const replay = { key, json, headers: { 'idempotency-key': IDEMPOTENCY_KEY } };
  said.errors += (await broken.call('POST', '/v1/videos', replay)).text;
  said.metrics += (await broken.call('GET', '/metrics')).text;
  const second = await spawnTollgate(options);
  await second.exited;
  await broken.kill();
  said.log = [node, broken, second].map(({ stdout, stderr }) => stdout + stderr).join('');
  said.traces = collector.text;
});

afterAll(async () => {
  await cleanUp();
  await collector.stop();
});

describe('what a node says', () => {
  it('is much: every kind of it was provoked', () => {
    expect(said.errors).toContain('"code":"internal_error"');
    expect(said.errors).toMatch(/"code":"(invalid_api_key|insufficient_credits|rate_limit_exceeded)"/);
    expect(said.log).toContain('"msg":"internal error"');
    expect(said.log?.match(/"msg":"request"/g)?.length).toBeGreaterThan(40);
    expect(said.metrics).toContain('tollgate_http_errors_total{code="internal_error"} ');
    expect(said.traces).toContain('provider submit');
  });

  it.each(['log', 'errors', 'metrics', 'traces'])(
    'holds no key and no prompt, nor a piece of one: %s',
    (where) => {
      const text = said[where] ?? '';
      const found = Object.entries(secrets).flatMap(([name, secret]) =>
        pieces(secret)
          .filter((piece) => text.includes(piece))
          .map((piece) => `${name}: ${piece}`),
      );
      expect(found).toEqual([]);
    },
  );

  it('names each request by its id: that of a defect is the one that the client was told', () => {
    const told = [...(said.errors ?? '').matchAll(/"code":"internal_error"[^}]*"request_id":"(req_\w+)"/g)];
    expect(told.length).toBeGreaterThan(0);
    for (const [, id] of told) {
      const lines = (said.log ?? '').split('\n').filter((line) => line.includes(String(id)));
      expect(lines.some((line) => line.includes('"msg":"internal error"'))).toBe(true);
      expect(lines.some((line) => line.includes('"msg":"request"') && line.includes('"status":500'))).toBe(
        true,
      );
    }
  });
});

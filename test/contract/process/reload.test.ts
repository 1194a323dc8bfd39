/** SIGHUP: another configuration in force, without a request that fails. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { expectError } from '../support/answers.js';
import { cleanUp, freshFolder, startTollgate, type TollgateProcess } from '../support/harness.js';

afterAll(cleanUp);

const MODELS = ['sim/video', 'sim/video-instant', 'sim/video-slow'];

/** A file in which each of these models has this price and this default length. */
function pricesOf(pricePerSecond: number, seconds: number, more = ''): string {
  const models = MODELS.map(
    (id) => `      ${id}: { price-per-second: ${pricePerSecond}, seconds: { default: ${seconds} } }\n`,
  );
  return `providers:\n  simulated:\n    kind: simulated\n    models:\n${models.join('')}${more}`;
}

async function startWith(
  text: string,
): Promise<{ node: TollgateProcess; write: (text: string) => Promise<void> }> {
  const file = join(await freshFolder(), 'tollgate.yaml');
  await writeFile(file, text);
  const node = await startTollgate({ args: ['--config', file] });
  return { node, write: (next) => writeFile(file, next) };
}

async function metricOf(node: TollgateProcess, sample: string): Promise<number> {
  const { text } = await node.call('GET', '/metrics');
  const line = text.split('\n').find((one) => one.startsWith(`${sample} `));
  return Number(line?.slice(sample.length + 1));
}

describe('prices', () => {
  test('change for new jobs, and for none that is accepted', async () => {
    const { node, write } = await startWith(pricesOf(0.5, 8));
    const { key } = await node.createKey({ credits: 1_000 });
    const before = await node.submit(key, { model: 'sim/video', seconds: 8 });
    await write(pricesOf(2, 8));
    expect((await node.reload()).changed).toEqual(['providers']);
    const after = await node.submit(key, { model: 'sim/video', seconds: 8 });
    expect((await node.call('GET', '/v1/credits', { key })).json).toMatchObject({ reserved: 4 + 16 });
    expect((await node.settled(key, before.json.id)).json).toMatchObject({ status: 'completed', cost: 4 });
    expect((await node.settled(key, after.json.id)).json).toMatchObject({ status: 'completed', cost: 16 });
    expect((await node.call('GET', '/v1/credits', { key })).json).toMatchObject({
      reserved: 0,
      balance: 980,
    });
    await node.stop();
  });
});

describe('models that are taken off sale', () => {
  test('finish the jobs that they have, and take no more', async () => {
    const { node, write } = await startWith(pricesOf(0.5, 8));
    const { key } = await node.createKey();
    const job = await node.submit(key, { model: 'sim/video' });
    await write(
      pricesOf(0.5, 8, '      sim/video-half: {}\n').replace('sim/video: {', 'sim/video: { offered: false,'),
    );
    await node.reload();
    expectError(await node.submit(key, { model: 'sim/video' }), 'model_not_found');
    const { json } = await node.call('GET', '/v1/models', { key });
    expect(json.data.map(({ id }: { id: string }) => id)).not.toContain('sim/video');
    expect((await node.settled(key, job.json.id)).json).toMatchObject({ status: 'completed', cost: 4 });
    await node.stop();
  });

  test('finish them also where the provider goes with them, and results stay where they are', async () => {
    const { node, write } = await startWith('');
    const { key } = await node.createKey();
    const done = await node.submit(key);
    const { url } = (await node.settled(key, done.json.id)).json;
    const job = await node.submit(key, { model: 'sim/video' });
    await write('providers: {}\n');
    await node.reload();
    expectError(await node.submit(key, { model: 'sim/video' }), 'model_not_found');
    expect((await node.call('GET', '/v1/models', { key })).json.data).toEqual([]);
    expect((await node.settled(key, job.json.id)).json).toMatchObject({ status: 'completed' });
    expect((await node.call('GET', url)).status).toBe(200);
    await write('');
    await node.reload();
    expect((await node.submit(key)).status).toBe(202);
    await node.stop();
  });
});

describe('a file that is wrong', () => {
  test.each([
    [
      'with a mistake',
      'providers:\n  simulated: { kind: simulated, models: { sim/nothing: {} } }\n',
      /sim\/nothing names no model/,
    ],
    ['that is no YAML', 'port: [\n', /tollgate\.yaml:\d+: /],
    ['with an option that is none', 'prot: 1\n', /prot is not an option; did you mean port\?/],
    [
      'with one model from two providers',
      'providers:\n  a: { kind: simulated }\n  b: { kind: simulated }\n',
      /model \S+ is offered by both a and b/,
    ],
  ])('%s leaves the old one in force, and the log says why', async (_, text, why) => {
    const { node, write } = await startWith(pricesOf(0.5, 8));
    const { key } = await node.createKey();
    await write(text);
    const entry = await node.reload();
    expect(entry).toMatchObject({
      level: 50,
      msg: 'the configuration was not reloaded: the one in force stays',
    });
    expect(JSON.stringify(entry)).toMatch(why);
    expect((await node.call('GET', '/v1/models', { key })).json.data[0]).toMatchObject({
      price_per_second: 0.5,
    });
    expect(await metricOf(node, 'tollgate_config_reloads_total{outcome="refused"}')).toBe(1);
    expect(await metricOf(node, 'tollgate_config_last_reload_successful')).toBe(0);
    await write(pricesOf(0.25, 8));
    expect((await node.reload()).changed).toEqual(['providers']);
    expect((await node.call('GET', '/v1/models', { key })).json.data[0]).toMatchObject({
      price_per_second: 0.25,
    });
    expect(await metricOf(node, 'tollgate_config_last_reload_successful')).toBe(1);
    await node.stop();
  });
});

describe('options', () => {
  test('that bound requests hold from the next one on', async () => {
    const { node, write } = await startWith('');
    const { key } = await node.createKey();
    await write(
      'default-rpm: 7\nbody-max-bytes: 2048\nopen-jobs-max: 1\naddress-rpm: 2\nmanagement-rpm: 50\n',
    );
    await node.reload();
    expect((await node.createKey({ rate_limit_rpm: undefined })).key).toBeDefined();
    const made = await node.call('POST', '/api/keys', {
      key: 'operator-key-of-the-tests-0123456789abcdef',
      json: {},
    });
    expect(made.json.rate_limit_rpm).toBe(7);
    expect(made.headers['x-ratelimit-limit-rpm']).toBe('50');
    expectError(await node.submit(key, { prompt: 'x'.repeat(4_000) }), 'payload_too_large');
    expect((await node.submit(key, { model: 'sim/video-slow' })).status).toBe(202);
    expectError(await node.submit(key, { model: 'sim/video-slow' }), 'too_many_jobs');
    expect(
      (await node.call('GET', '/v1/credits', { from: '127.0.0.9' })).headers['x-ratelimit-limit-rpm'],
    ).toBe('2');
    await node.stop();
  });

  test('that are taken at the next start only are named in a warning', async () => {
    const { node, write } = await startWith('');
    await write('gate-time-limit-ms: 6000\nmailbox-max: 20000\nopen-jobs-max: 3\n');
    expect((await node.reload()).changed).toEqual(['open-jobs-max']);
    const warning = () =>
      JSON.parse(node.stderr.split('\n').find((line) => /next start only.*}$/.test(line)) ?? '{}');
    await expect.poll(warning).toMatchObject({
      level: 40,
      options: ['gate-time-limit-ms', 'mailbox-max'],
    });
    expect((await node.call('GET', '/readyz')).status).toBe(200);
    await node.stop();
  });
});

test('under load no request fails, and each sees one configuration or the other', async () => {
  const files = [pricesOf(0.5, 8), pricesOf(2, 4)];
  const { node, write } = await startWith(files[0] ?? '');
  const { key } = await node.createKey({ credits: 1_000_000 });
  const kinds = new Set<string>();
  let isOver = false;
  let answered = 0;
  const asking = Array.from({ length: 8 }, async (_, client) => {
    while (!isOver) {
      const isSubmit = client % 4 === 0;
      const { status, json } = isSubmit
        ? await node.submit(key, { model: 'sim/video-instant' })
        : await node.call('GET', '/v1/models', { key });
      expect(status).toBe(isSubmit ? 202 : 200);
      answered += 1;
      if (isSubmit) continue;
      const configured = json.data.filter(({ id }: { id: string }) => MODELS.includes(id));
      const seen = configured.map((one: { price_per_second: number; seconds: { default: number } }) =>
        [one.price_per_second, one.seconds.default].join(),
      );
      expect(new Set(seen).size).toBe(1);
      kinds.add(seen[0]);
    }
  });
  for (let reloads = 1; reloads <= 30; reloads++) {
    await write(files[reloads % 2] ?? '');
    await node.reload();
  }
  isOver = true;
  await Promise.all(asking);
  expect(kinds).toEqual(new Set(['0.5,8', '2,4']));
  expect(answered).toBeGreaterThan(100);
  expect(await metricOf(node, 'tollgate_config_reloads_total{outcome="applied"}')).toBe(30);
  expect(await metricOf(node, 'tollgate_http_requests_aborted_total')).toBe(0);
  await node.stop();
});

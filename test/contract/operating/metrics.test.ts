/** What `/metrics` of a real node says: all that is documented, and sums that a restart does not change. */
import { afterAll, describe, expect, it } from 'vitest';
import { METRICS_CATALOGUE } from '../../../src/node/metrics/catalogue.js';
import { MAIL_METRICS } from '../../../src/node/metrics/mail-metrics.js';
import { SERVICE_METRICS } from '../../../src/node/metrics/service-metrics.js';
import { TRACE_METRICS } from '../../../src/node/metrics/trace-metrics.js';
import { cleanUp, OPERATOR_KEY, startTollgate, type TollgateProcess } from '../support/harness.js';

afterAll(cleanUp);

/** A node without TLS has no certificate to tell of. */
const ONLY_WITH_TLS = 'tollgate_tls_certificate_expiry_timestamp_seconds';

const CATALOGUE = METRICS_CATALOGUE.flatMap(({ metrics }) => metrics);

interface Page {
  /** Type and help, by name. */
  readonly kinds: ReadonlyMap<string, { readonly type: string; readonly help: string }>;
  /** By name with labels. */
  readonly samples: ReadonlyMap<string, string>;
}

async function scrape(node: TollgateProcess): Promise<Page> {
  const { status, headers, text } = await node.call('GET', '/metrics');
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
  const kinds = new Map<string, { type: string; help: string }>();
  const samples = new Map<string, string>();
  for (const line of text.trimEnd().split('\n')) {
    const [, word, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? [];
    if (word === 'HELP') kinds.set(name, { type: '', help: rest });
    else if (word === 'TYPE') kinds.set(name, { help: kinds.get(name)?.help ?? '', type: rest });
    else {
      const sample = /^([a-z_0-9]+(?:\{.*\})?) (\S+)$/.exec(line);
      expect(sample, line).not.toBeNull();
      samples.set(sample?.[1] ?? '', sample?.[2] ?? '');
    }
  }
  return { kinds, samples };
}

describe('the page of metrics', () => {
  it('has every metric of the catalogue, with its help and type, and no other', async () => {
    const node = await startTollgate({ args: ['--memory-max-mib', '4096'] });
    const { key } = await node.createKey();
    const { id } = (await node.submit(key)).json;
    await node.settled(key, id);
    const text = { model: 'sim/chat', messages: [{ role: 'user', content: 'Hello' }] };
    expect((await node.call('POST', '/v1/chat/completions', { key, json: text })).status).toBe(200);
    const { kinds, samples } = await scrape(node);
    const notHere = [TRACE_METRICS, SERVICE_METRICS, MAIL_METRICS].flatMap((group) => Object.values(group));
    const elsewhere = [ONLY_WITH_TLS, ...notHere.map(({ name }) => name)];
    const expected = CATALOGUE.filter(({ name }) => !elsewhere.includes(name));
    expect([...kinds.keys()].sort()).toEqual(expected.map(({ name }) => name).sort());
    for (const { name, type, help } of expected) expect(kinds.get(name)).toEqual({ type, help });
    const names = new Set([...samples.keys()].map((sample) => sample.split('{')[0]));
    for (const { name, type } of expected) {
      expect(names.has(type === 'histogram' ? `${name}_count` : name), name).toBe(true);
    }
    expect([...samples.values()].filter((value) => Number.isNaN(Number(value.replace('+Inf', '0'))))).toEqual(
      [],
    );
  });

  it('tells connections as they come and go', async () => {
    const node = await startTollgate();
    const connections = async () => Number((await scrape(node)).samples.get('tollgate_http_connections'));
    const alone = await connections();
    const held = await Promise.all(
      Array.from({ length: 5 }, (_, n) => node.call('GET', '/healthz', { from: `127.0.0.${n + 10}` })),
    );
    expect(held).toHaveLength(5);
    expect(await connections()).toBe(alone + 5);
  });

  it('answers the networks it is for, and no other', async () => {
    const node = await startTollgate({ args: ['--trusted-proxies', '127.0.0.1'] });
    const from = (address: string) =>
      node.call('GET', '/metrics', { headers: { 'x-forwarded-for': address } });
    expect((await from('203.0.113.9')).status).toBe(403);
    expect((await from('127.0.0.9')).status).toBe(200);
  });
});

it.each(['stop', 'kill'] as const)(
  'jobs by state and money are exact, and the same after a restart (%s)',
  async (end) => {
    const node = await startTollgate();
    const { key } = await node.createKey({ credits: 100 });
    const { id } = await node.createKey({ credits: 0.000_001 });
    await node.call('DELETE', `/api/keys/${id}`, { key: OPERATOR_KEY });
    const submit = async (model: string, seconds: number) =>
      (await node.submit(key, { model, seconds })).json.id as string;
    const slow = [await submit('sim/video-slow', 10), await submit('sim/video-slow', 1.5)];
    const done = await submit('sim/video-half', 3);
    const rejected = await submit('sim/video-reject', 4);
    await Promise.all([done, rejected].map((job) => node.settled(key, job)));
    for (const job of slow) {
      const isBegun = async () =>
        (await node.call('GET', `/v1/videos/${job}`, { key })).json.status === 'in_progress';
      while (!(await isBegun())) await new Promise((resolve) => setTimeout(resolve, 25));
    }
    const sums = async (of: TollgateProcess) =>
      Object.fromEntries(
        [...(await scrape(of)).samples].filter(([name]) =>
          /^tollgate_(jobs\{|jobs_(accepted|completed|failed)|output|ledger|reserved|balance|keys\{|accounts)/.test(
            name,
          ),
        ),
      );
    const before = await sums(node);
    expect(before).toMatchObject({
      'tollgate_jobs{state="pending"}': '0',
      'tollgate_jobs{state="in_progress"}': '2',
      'tollgate_jobs{state="completed"}': '1',
      'tollgate_jobs{state="failed"}': '1',
      tollgate_jobs_accepted_total: '4',
      tollgate_jobs_completed_total: '1',
      'tollgate_jobs_failed_total{error="content_rejected"}': '1',
      tollgate_output_seconds_total: '1.500',
      'tollgate_ledger_da_total{type="credit"}': '100.000001',
      'tollgate_ledger_da_total{type="reserve"}': '9.25',
      'tollgate_ledger_da_total{type="charge"}': '0.75',
      'tollgate_ledger_da_total{type="release"}': '2.75',
      tollgate_reserved_da: '5.75',
      tollgate_balance_da: '93.500001',
      'tollgate_keys{state="active"}': '1',
      'tollgate_keys{state="revoked"}': '1',
      tollgate_accounts: '1',
    });
    await node[end]();
    const again = await startTollgate({ data: node.data });
    expect(await sums(again)).toEqual(before);
  },
);

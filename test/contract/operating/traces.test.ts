/** Traces of requests and jobs, as a collector gets them. */
import { afterAll, expect, test } from 'vitest';
import { attributeOf, Collector, type SentSpan } from '../support/collector.js';
import { cleanUp, startTollgate } from '../support/harness.js';

const collectors: Collector[] = [];

async function startCollector(): Promise<Collector> {
  const collector = await Collector.start();
  collectors.push(collector);
  return collector;
}

afterAll(async () => {
  await cleanUp();
  await Promise.all(collectors.map((collector) => collector.stop()));
});

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';

const tracesTo = (collector: Collector, ratio: number) => [
  '--otlp-endpoint',
  collector.url,
  '--otlp-sampling-ratio',
  String(ratio),
];
const named = (spans: readonly SentSpan[], name: string) => spans.filter((span) => span.name === name);

test('a job is one trace from its request to its settlement, across a restart', async () => {
  const collector = await startCollector();
  const args = tracesTo(collector, 0);
  const before = await startTollgate({ args });
  const { key } = await before.createKey();
  const headers = { traceparent: `00-${TRACE}-${PARENT}-01` };
  const submitted = await before.submit(key, { model: 'sim/video' }, headers);
  const { id } = submitted.json;
  await before.stop();
  const sentBefore = collector.spans.length;

  const after = await startTollgate({ data: before.data, args });
  await after.settled(key, id);
  const content = await after.call('GET', `/v1/videos/${id}/content`, { key });
  expect(content.status).toBe(200);
  await after.stop();

  const { spans } = collector;
  expect(spans.every(({ traceId }) => traceId === TRACE)).toBe(true);
  const [request] = named(spans, 'POST /v1/videos');
  expect(request?.parentSpanId).toBe(PARENT);
  expect(attributeOf(request as SentSpan, 'http.response.status_code')).toBe(202);
  expect(attributeOf(request as SentSpan, 'tollgate.request_id')).toBe(submitted.headers['x-request-id']);

  const ofJob = spans.filter((span) => span !== request);
  expect(ofJob.every(({ parentSpanId }) => parentSpanId === request?.spanId)).toBe(true);
  expect(named(spans.slice(0, sentBefore), 'provider submit')).toHaveLength(1);
  expect(named(spans.slice(sentBefore), 'provider poll').length).toBeGreaterThanOrEqual(1);
  // Accepted, taken by the provider, begun perhaps, settled.
  expect(named(spans, 'commit').length).toBeGreaterThanOrEqual(3);
  expect(named(spans, 'provider content')).toHaveLength(1);
  const [life, ...otherLives] = named(spans.slice(sentBefore), 'video job');
  expect(otherLives).toEqual([]);
  expect(attributeOf(life as SentSpan, 'tollgate.job_id')).toBe(id);
  expect(attributeOf(life as SentSpan, 'tollgate.status')).toBe('completed');
  const seconds = (time = '0') => Number(BigInt(time) / 1_000_000_000n);
  expect(seconds(life?.startTimeUnixNano)).toBe(submitted.json.created_at);
  expect(BigInt(life?.endTimeUnixNano ?? 0)).toBeGreaterThan(BigInt(request?.endTimeUnixNano ?? 0));
  for (const { startTimeUnixNano, endTimeUnixNano } of spans) {
    expect(BigInt(startTimeUnixNano)).toBeLessThanOrEqual(BigInt(endTimeUnixNano));
  }
});

test('requests are traced as the ratio says, and as a client says that brings a trace', async () => {
  const collector = await startCollector();
  const all = await startTollgate({ args: tracesTo(collector, 1) });
  const { key } = await all.createKey();
  await all.call('GET', '/v1/credits', { key });
  await all.call('GET', '/v1/credits', { key, headers: { traceparent: `00-${TRACE}-${PARENT}-00` } });
  await all.call('GET', '/v1/credits', { key, headers: { traceparent: 'no trace at all' } });
  await all.call('GET', '/nowhere');
  const metrics = (await all.call('GET', '/metrics')).text;
  expect(metrics).toContain('tollgate_trace_spans_total{outcome="lost"} 0');
  await all.stop();
  const names = collector.spans.map(({ name }) => name).sort();
  expect(names).toEqual(['GET /v1/credits', 'GET /v1/credits', 'GET unmatched', 'POST /api/keys']);
  expect(collector.spans.some(({ traceId }) => traceId === TRACE)).toBe(false);
});

test('a collector that is not there costs a line in the log, and neither requests nor the stop', async () => {
  const collector = await Collector.start();
  const args = tracesTo(collector, 1);
  await collector.stop();
  const node = await startTollgate({ args });
  const { key } = await node.createKey();
  const submitted = await node.submit(key);
  expect((await node.settled(key, submitted.json.id)).json.status).toBe('completed');
  const beganAt = performance.now();
  expect(await node.stop()).toEqual({ code: 0, signal: null });
  expect(performance.now() - beganAt).toBeLessThan(10_000);
});

test('without an endpoint a traceparent means nothing, and no job keeps one', async () => {
  const node = await startTollgate();
  const { key } = await node.createKey();
  const headers = { traceparent: `00-${TRACE}-${PARENT}-01` };
  const submitted = await node.submit(key, { model: 'sim/video-instant' }, headers);
  expect(submitted.status).toBe(202);
  expect((await node.settled(key, submitted.json.id)).json.status).toBe('completed');
  expect((await node.call('GET', '/metrics')).text).not.toContain('tollgate_trace');
});

import { expect, it } from 'vitest';
import { serviceLog } from '../../../src/node/logging/service-log.js';
import type { EndedCall } from '../../../src/outward/traffic.js';

const FAILED: EndedCall = {
  provider: 'fal',
  kind: 'api',
  method: 'POST',
  url: 'https://api.example/v1/jobs',
  outcome: 'client_error',
  status: 401,
  ms: 12,
  detail: '{"error":"no such key"}',
};

function logged() {
  const lines: Record<string, unknown>[] = [];
  let now = 0;
  const log = { warn: (fields: object, message: string) => lines.push({ ...fields, message }) };
  const observe = serviceLog(log as unknown as Parameters<typeof serviceLog>[0], () => now);
  const wait = (ms: number) => {
    now += ms;
  };
  return { lines, observe, wait };
}

it('a call that fails is one line, with what the service said and without the queries of its links', () => {
  const { lines, observe } = logged();
  observe(FAILED);
  observe({ ...FAILED, detail: 'see "https://files.example/a.mp4?token=abc#d" and https://x.example' });
  expect(lines).toEqual([
    { ...FAILED, message: 'a call to the provider failed' },
    {
      ...FAILED,
      detail: 'see "https://files.example/a.mp4" and https://x.example',
      message: 'a call to the provider failed',
    },
  ]);
});

it('a reader that leaves and an answer are no lines, a call without an answer in time is', () => {
  const { lines, observe } = logged();
  observe({ ...FAILED, kind: 'file', outcome: 'given_up' });
  observe({ ...FAILED, kind: 'events', outcome: 'given_up' });
  observe({ ...FAILED, outcome: 'ok', status: 200 });
  expect(lines).toEqual([]);
  observe({ ...FAILED, outcome: 'given_up' });
  expect(lines).toHaveLength(1);
});

it('a provider that fails all the time is ten lines in ten seconds, and then how often more', () => {
  const { lines, observe, wait } = logged();
  for (let n = 0; n < 100; n++) observe(FAILED);
  observe({ ...FAILED, provider: 'another' });
  expect(lines).toHaveLength(11);
  wait(10_000);
  observe(FAILED);
  expect(lines.slice(11)).toMatchObject([
    { provider: 'fal', calls: 90, message: 'more calls to the provider failed' },
    { message: 'a call to the provider failed' },
  ]);
});

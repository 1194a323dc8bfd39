/** Odd streams and answers of servers of texts, through a node as built: the client's answer, the charge. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeOpenaiStandIn } from '../../../src/providers/adapters/openai/openai-stand-in.js';
import type { StandInAnswer } from '../../../src/providers/adapters/remote/stand-in.js';
import { type StandInServer, serveStandIn } from '../../../src/providers/adapters/remote/stand-in-server.js';
import {
  BROKEN_STREAMS,
  type NamedAnswer,
  REFUSALS,
  STREAMS,
  WHOLE_ANSWERS,
} from '../../providers/conformance/text/text-streams.js';
import { someOf } from '../../test-set.js';
import { cleanUp, runTollgate, type TollgateProcess } from '../support/harness.js';
import { startTextNodeBefore } from '../support/node-before.js';

const KEY = 'key-of-the-stand-in-0123456789';
const INPUT = 40;
const OUTPUT = 120;
const OUTPUT_TOKENS = 256;
const STATUS_OF: Readonly<Record<string, number>> = {
  content_rejected: 400,
  provider_rejected: 502,
  provider_error: 502,
  provider_timeout: 504,
  provider_unavailable: 503,
};

let standIn: StandInServer;
let node: TollgateProcess;
let key: string;
let planned: StandInAnswer;
/** An estimate of what the provider was sent. */
let promptTokens = 0;

beforeAll(async () => {
  standIn = await serveStandIn(makeOpenaiStandIn, {
    nowMs: Date.now,
    key: KEY,
    pendingMs: 0,
    runningMs: 0,
    clip: () => new Uint8Array(),
    faultOf: ({ body }) => {
      promptTokens = Math.ceil(JSON.stringify(body).length / 4);
      return { kind: 'instead', answer: planned };
    },
  });
  const args = ['--provider-breaker-failures', '1000', '--log-level', 'error'];
  const served = { kind: 'openai', url: standIn.url, key: KEY, model: 'm' };
  node = await startTextNodeBefore(served, { args });
  ({ key } = await node.createKey({ credits: 100 }));
});
afterAll(async () => {
  const { data } = node;
  await node.stop();
  const verified = await runTollgate(['verify', '--data', data]);
  expect([verified.code, verified.stderr]).toEqual([0, '']);
  await cleanUp();
  await standIn.close();
});

/** The answer, and what it cost in micro-DA. */
async function asked(answer: StandInAnswer, stream: boolean) {
  planned = answer;
  const before = await usage();
  const json = { model: 'text', messages: [{ role: 'user', content: 'hello' }], stream };
  const { status, text, json: body } = await node.call('POST', '/v1/chat/completions', { key, json });
  const code = body?.error?.code ?? /"code":"(\w+)"/.exec(text)?.[1];
  return { status, code, isDone: text.endsWith('data: [DONE]\n\n'), cost: (await usage()) - before };
}

async function usage(): Promise<number> {
  const { json } = await node.call('GET', '/v1/credits', { key });
  expect(json.reserved).toBe(0);
  return Math.round(json.total_usage * 1e6);
}

/** By the usage that was reported; else an estimate, of which the least and the most are known. */
function expectCharge(cost: number, expected: NamedAnswer['expected']): void {
  if (expected.outcome !== 'begun') throw new Error(`not begun: ${expected.outcome}`);
  const [prompt, completion] = expected.usage?.split('+').map(Number) ?? [];
  if (prompt !== undefined && completion !== undefined) {
    expect(cost).toBe(prompt * INPUT + completion * OUTPUT);
    return;
  }
  const text = expected.text ?? '';
  const least = Math.min(Math.ceil(Buffer.byteLength(text) / 4), OUTPUT_TOKENS);
  expect(cost).toBeGreaterThanOrEqual(promptTokens * INPUT + least * OUTPUT);
  const most = Math.min(Math.max(text.length, least), 2 * OUTPUT_TOKENS) + 16;
  expect(cost).toBeLessThanOrEqual(10 * promptTokens * INPUT + most * OUTPUT);
}

const noPause = REFUSALS.filter(({ answer }) => answer.headers?.['retry-after'] === undefined);

describe('a stream', () => {
  it.each(someOf(STREAMS, 4))('with $name is whole, and charged', async ({ answer, expected }) => {
    const { status, isDone, cost } = await asked(answer, true);
    expect([status, isDone]).toEqual([200, true]);
    expectCharge(cost, expected);
  });

  it.each(someOf(BROKEN_STREAMS, 4))(
    'with $name is charged as far as it came',
    async ({ answer, expected }) => {
      if (expected.outcome !== 'begun') throw new Error(expected.outcome);
      const { status, code, isDone, cost } = await asked(answer, true);
      expect(isDone).toBe(false);
      expect(code).toBe(expected.end === 'broken' ? 'provider_error' : expected.end);
      if (expected.text === 'a') {
        expect(status).toBe(200);
        expectCharge(cost, expected);
      } else expect([status, cost]).toEqual([STATUS_OF[code], 0]);
    },
  );
});

describe('an answer in whole', () => {
  it.each(someOf(WHOLE_ANSWERS, 4))('with $name is charged if it is one', async ({ answer, expected }) => {
    for (const isStreamed of [true, false]) {
      const { status, cost } = await asked(answer, isStreamed);
      const isWhole = expected.outcome !== 'unknown' && !('end' in expected && expected.end !== 'whole');
      if (isWhole) expect(cost).toBeGreaterThan(0);
      expect(status).toBe(isWhole ? 200 : 502);
      if (!isWhole) expect(cost).toBe(0);
    }
  });
});

describe('a refusal', () => {
  it.each(someOf(noPause, 4))('with $name costs nothing', async ({ answer, expected }) => {
    const { status, code, cost } = await asked(answer, true);
    const isNotNow = expected.outcome === 'not_now';
    expect(code).toBe(isNotNow ? 'provider_unavailable' : 'code' in expected ? expected.code : code);
    expect([status, cost]).toEqual([STATUS_OF[code], 0]);
  });
});

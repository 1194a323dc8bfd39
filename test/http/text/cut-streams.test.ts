/**
 * Streams that end at each place where they can: cut by the provider, left by the client, or with the
 * gateway. The generation is settled once each time, and everything adds up.
 */
import { describe, expect, it } from 'vitest';
import { type CommitFault, MemoryStore } from '../../../src/store/memory/memory-store.js';
import {
  DONE,
  delta,
  inPieces,
  PRICES,
  passed,
  type Script,
  StreamReader,
  TextGateway,
  USAGE,
} from './text-gateway.js';

const EVENTS = [delta(''), delta('مرحبا'), delta('a, b and c'), delta('', 'stop'), USAGE, DONE];
const ANSWER = Buffer.from(EVENTS.join(''));
const REPORTED = 7 * PRICES.input + 3 * PRICES.output;
const EVENT_EVERY_MS = 10;

/** Tokens by bytes, of the events that are there in whole. */
const TOKENS_OF_EVENT = [0, 3, 3, 0, 0, 0];

/** How many events are whole in the first bytes of the answer. */
function eventsIn(bytes: number): number {
  let [count, end] = [0, 0];
  for (const event of EVENTS) {
    end += Buffer.byteLength(event);
    if (end > bytes) break;
    count += 1;
  }
  return count;
}

const paced: Script = async function* ({ world }) {
  for (const event of EVENTS) {
    yield Buffer.from(event);
    await passed(world, EVENT_EVERY_MS);
  }
};

async function* thenBroken(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* pieces;
  throw new Error('the connection was reset');
}

describe('a stream whose provider cuts its answer at any byte', () => {
  it.each(['ends', 'breaks'] as const)('is settled once by what came, if the connection %s', async (how) => {
    // Cuts before the first token would open the breaker.
    const text = await TextGateway.start(['--provider-breaker-failures', '1000']);
    for (let cut = 0; cut <= ANSWER.length; cut++) {
      const first = inPieces([ANSWER.subarray(0, cut)]);
      text.scripts.script = () => (how === 'ends' ? first : thenBroken(first));
      const exchange = await text.ask();
      await text.gateway.pause(10);
      const events = eventsIn(cut);
      const isWhole = events >= 4;
      const sent = exchange.streamed === undefined ? undefined : await text.read(new StreamReader(exchange));
      const generation = text.generationOf(exchange);
      const end = generation?.machine.context.end;
      const tokens = TOKENS_OF_EVENT.slice(0, events).reduce((sum, one) => sum + one, 0);
      const at = `cut at byte ${cut}`;
      expect(generation?.status, at).toBe(isWhole ? 'completed' : 'failed');
      expect(sent === undefined, at).toBe(tokens === 0);
      expect(sent?.endsWith(DONE) ?? false, at).toBe(isWhole);
      if (tokens === 0) expect([generation?.cost, exchange.status], at).toEqual([0, 502]);
      else if (events >= 5) expect(generation?.cost, at).toBe(REPORTED);
      else expect([end?.isEstimated, end?.completionTokens], at).toEqual([true, tokens]);
    }
    text.expectSettled();
    expect(text.generations()).toHaveLength(ANSWER.length + 1);
  });
});

describe('a stream that its client leaves at any time', () => {
  it.each([
    ['read on to its usage', '10000'],
    ['given up at once', '0'],
  ])('is settled once if it is %s', async (_, abandonedMs) => {
    const text = await TextGateway.start(['--abandoned-stream-max-ms', abandonedMs]);
    text.scripts.script = paced;
    for (let leftAtMs = 0; leftAtMs <= EVENTS.length * EVENT_EVERY_MS + 20; leftAtMs++) {
      const asked = text.ask();
      if (leftAtMs > 0) await text.gateway.pause(leftAtMs);
      const exchange = await asked;
      if (exchange.streamed === undefined) exchange.goAway();
      else {
        const reader = new StreamReader(exchange);
        const reading = reader.all();
        await text.gateway.pause(0);
        if (!reader.isEnded) reader.leave();
        await reading;
      }
      await text.gateway.pause(1_000);
    }
    text.expectSettled();
    const ends = new Set(text.generations().map(({ status }) => status));
    expect(ends).toEqual(new Set(abandonedMs === '0' ? ['interrupted', 'completed'] : ['completed']));
    const charges = text.generations().map(({ cost }) => cost);
    if (abandonedMs !== '0') expect(new Set(charges)).toEqual(new Set([REPORTED]));
  });
});

describe('a gateway that is killed amid a stream', () => {
  /** Faults of the settling commit, and what becomes of it in the crash. */
  const SETTLES: readonly (readonly [string, CommitFault, 'lost' | 'kept', boolean])[] = [
    ['before the settling commit is on disk', 'hang', 'lost', false],
    ['in the settling commit, which is lost', 'hang_then_commit', 'lost', false],
    ['in the settling commit, which is kept', 'hang_then_commit', 'kept', true],
    ['behind the settling commit, of which it never heard', 'commit_then_hang', 'kept', true],
    ['after the settling commit', 'none', 'lost', true],
  ];

  it.each(SETTLES)('%s: it is settled once', async (_, fault, undecided, isCharged) => {
    let faults: CommitFault = 'none';
    const text = await TextGateway.start([], new MemoryStore({ faults: { next: () => faults } }));
    text.scripts.script = paced;
    const exchange = await text.ask();
    await text.gateway.pause(2 * EVENT_EVERY_MS);
    const reader = new StreamReader(exchange);
    const reading = reader.all();
    faults = fault;
    await text.gateway.pause(EVENTS.length * EVENT_EVERY_MS);
    expect(reader.text.includes('[DONE]')).toBe(fault === 'none');
    expect(reader.text.includes('"finish_reason":"stop"')).toBe(fault === 'none');
    faults = 'none';
    text.gateway = await text.gateway.killed(undecided);
    reading.catch(() => undefined);
    const expected = isCharged ? { status: 'completed', cost: REPORTED } : { status: 'interrupted', cost: 0 };
    expect(text.generations()).toMatchObject([expected]);
    text.expectSettled();
  });

  it('at any event has its streams interrupted, and charges nothing', async () => {
    const text = await TextGateway.start();
    text.scripts.script = paced;
    for (let events = 0; events < EVENTS.length - 1; events++) {
      await text.ask();
      await text.gateway.pause(events * EVENT_EVERY_MS + 5);
      text.gateway = await text.gateway.killed();
      text.expectSettled();
    }
    const ends = text.generations().map(({ status, cost }) => [status, cost]);
    expect(ends).toEqual(EVENTS.slice(1).map(() => ['interrupted', 0]));
  });
});

it('a stream whose settling commit fails ends so, and is settled once by the next', async () => {
  let fault: CommitFault = 'none';
  const text = await TextGateway.start([], new MemoryStore({ faults: { next: () => fault } }));
  text.scripts.script = paced;
  const exchange = await text.ask();
  await text.gateway.pause(2 * EVENT_EVERY_MS);
  const reader = new StreamReader(exchange);
  fault = 'reject';
  const said = await text.read(reader);
  expect(said).toMatch(/"code":"outcome_unknown"/);
  expect(said).not.toContain('[DONE]');
  fault = 'none';
  await text.gateway.pause(10_000);
  expect(text.generations()).toMatchObject([{ status: 'completed', cost: REPORTED }]);
  text.expectSettled();
});

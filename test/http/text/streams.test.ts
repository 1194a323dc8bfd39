import { expect, it } from 'vitest';
import {
  CREDITS,
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

const REPORTED = 7 * PRICES.input + 3 * PRICES.output;

/** One token, then a silence, then the rest. */
const pausing = (ms: number): Script =>
  async function* ({ world }) {
    yield Buffer.from(delta('a'));
    await passed(world, ms);
    yield Buffer.from(delta('b', 'stop') + USAGE + DONE);
  };

it('a stream shows the balance after the reserve', async () => {
  const text = await TextGateway.start();
  text.scripts.script = pausing(1_000);
  const exchange = await text.ask();
  const { balance, reserved } = text.balances();
  expect(reserved).toBeGreaterThan(0);
  expect(exchange.headers['x-balance-available']).toBe(String(CREDITS - reserved));
  expect(balance).toBe(CREDITS - reserved);
  await text.gateway.pause(1_000);
  await text.read(new StreamReader(exchange));
  text.expectSettled();
});

it('a stream that is silent says so with a comment every 15 s', async () => {
  const text = await TextGateway.start();
  text.scripts.script = pausing(29_000);
  const reader = new StreamReader(await text.ask());
  const reading = reader.all();
  await text.gateway.pause(14_999);
  expect(reader.text).not.toContain(': keep-alive');
  await text.gateway.pause(1);
  expect(reader.text.match(/^: keep-alive$/gm)).toHaveLength(1);
  await text.gateway.pause(14_000);
  await reading;
  expect(reader.text).toMatch(/"b".*\n\n.*\[DONE\]\n\n$/s);
  text.expectSettled();
});

it('an error after the first token is an event, and then the stream ends', async () => {
  const text = await TextGateway.start();
  text.scripts.script = () => inPieces([delta('a'), 'data: {"error":{"message":"out of memory"}}\n\n']);
  const reader = new StreamReader(await text.ask());
  await text.read(reader);
  const events = reader.text.split('\n\n').filter((event) => event !== '');
  expect(events).toHaveLength(2);
  expect(JSON.parse(events[1]?.slice('data: '.length) ?? '')).toMatchObject({
    error: { code: 'provider_error', message: expect.stringContaining('out of memory') },
  });
  expect(text.generations()).toMatchObject([{ status: 'failed' }]);
  text.expectSettled();
});

it('a text whose client has gone is read on to its usage', async () => {
  const text = await TextGateway.start();
  text.scripts.script = pausing(9_000);
  const reader = new StreamReader(await text.ask());
  await reader.chunk();
  reader.leave();
  await text.gateway.pause(9_000);
  expect(text.generations()).toMatchObject([{ status: 'completed', cost: REPORTED }]);
  text.expectSettled();
});

it('a text whose client has gone is given up after a while, and settled by what came of it', async () => {
  const text = await TextGateway.start(['--abandoned-stream-max-ms', '2000']);
  text.scripts.script = pausing(9_000);
  const reader = new StreamReader(await text.ask());
  await reader.chunk();
  reader.leave();
  await text.gateway.pause(1_999);
  expect(text.scripts.asked[0]?.aborted).toBe(false);
  await text.gateway.pause(1);
  expect(text.scripts.asked[0]?.aborted).toBe(true);
  await text.gateway.pause(1);
  const [generation] = text.generations();
  const end = generation?.machine.context.end;
  expect([generation?.status, end?.isEstimated, end?.completionTokens]).toEqual(['interrupted', true, 1]);
  text.expectSettled();
});

it('of more than a hundred texts whose clients have gone the others are given up at once', async () => {
  const text = await TextGateway.start(['--open-generations-max', '150']);
  text.scripts.script = pausing(5_000);
  const readers = [];
  for (let client = 0; client < 110; client++) readers.push(new StreamReader(await text.ask()));
  for (const reader of readers) await reader.chunk();
  for (const reader of readers) reader.leave();
  expect(text.scripts.asked.filter(({ aborted }) => aborted)).toHaveLength(10);
  await text.gateway.pause(5_000);
  const statuses = text.generations().map(({ status }) => status);
  expect(statuses.filter((status) => status === 'completed')).toHaveLength(100);
  expect(statuses.filter((status) => status === 'interrupted')).toHaveLength(10);
  text.expectSettled();
});

it('a client that goes while its text fails before the first token is charged nothing', async () => {
  const text = await TextGateway.start();
  text.scripts.script = async function* ({ world }) {
    await passed(world, 1_000);
    yield Buffer.from('data: {"error":{"message":"no"}}\n\n');
  };
  const exchange = await text.ask();
  exchange.goAway();
  await text.gateway.pause(1_000);
  expect(text.generations()).toMatchObject([{ status: 'failed', cost: 0 }]);
  text.expectSettled();
});

it('a client that reads nothing has the provider wait', async () => {
  const text = await TextGateway.start();
  let made = 0;
  text.scripts.script = async function* () {
    for (; made < 1_000; made++) yield Buffer.from(delta('x'.repeat(10_000)));
    yield Buffer.from(delta('', 'stop') + USAGE + DONE);
  };
  const reader = new StreamReader(await text.ask());
  await text.gateway.pause(1_000);
  expect(made).toBeLessThan(100);
  await text.gateway.pause(600_000);
  await text.read(reader);
  expect(reader.text.length).toBeGreaterThan(10_000_000);
  expect(text.generations()).toMatchObject([{ status: 'completed', cost: REPORTED }]);
  text.expectSettled();
});

it('a node that stops settles a text whose client has gone by what came of it, and no other', async () => {
  const text = await TextGateway.start();
  text.scripts.script = pausing(9_000);
  const left = await text.ask();
  const reader = new StreamReader(left);
  await reader.chunk();
  reader.leave();
  const open = await text.ask();
  text.gateway = await text.gateway.stopped();
  const end = { isEstimated: true, completionTokens: 1 };
  expect(text.generationOf(left)).toMatchObject({ status: 'interrupted', machine: { context: { end } } });
  expect(text.generationOf(left)?.cost).toBeGreaterThan(0);
  expect(text.generationOf(open)).toMatchObject({ status: 'interrupted', cost: 0 });
  text.expectSettled();
});

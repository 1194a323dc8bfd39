import { beforeEach, describe, expect, it } from 'vitest';
import { VirtualWorld } from '../../../simulation/world/virtual-world.js';
import {
  NobodyWaitsError,
  TextCalls,
  type TextCallsOptions,
} from '../../../src/providers/calls/text-calls.js';
import type { TextAnswer } from '../../../src/providers/text-provider.js';
import { begun, finish, REQUEST, ROUTE, ScriptedText, token, untilAborted } from '../scripted-text.js';

const FAILURES_IN_A_ROW = 3;
const BREAKER = { failuresInARow: FAILURES_IN_A_ROW, coolDownFirstMs: 1_000, coolDownMaxMs: 1_000 };
const REFUSED: TextAnswer = {
  outcome: 'rejected',
  failure: { code: 'provider_rejected', message: 'no such model' },
};
const FAILED: TextAnswer = { outcome: 'rejected', failure: { code: 'provider_error', message: 'broken' } };

let world: VirtualWorld;
let provider: ScriptedText;
let calls: TextCalls;
beforeEach(() => start());

function start(limits: Partial<ReturnType<TextCallsOptions['limitsOf']>> = {}): void {
  world = new VirtualWorld();
  provider = new ScriptedText();
  calls = new TextCalls({ world, providers: [provider], limitsOf: () => ({ breaker: BREAKER, ...limits }) });
}

function ask(signal = new AbortController().signal, route = ROUTE): Promise<TextAnswer> {
  return calls.ask(route, REQUEST, signal);
}

function iterator(answer: TextAnswer) {
  if (answer.outcome !== 'begun') throw new Error(answer.outcome);
  return answer.pieces[Symbol.asyncIterator]();
}

/** Reads all of a text, or as much as there is. */
async function read(answer: TextAnswer): Promise<number> {
  const pieces = iterator(answer);
  let count = 0;
  while ((await pieces.next()).done !== true) count += 1;
  return count;
}

const numbers = () => calls.numbers()[0];

/** The outcomes of all requests, with how often each was if that is more than once. */
function counted(): string {
  const entries = Object.entries(numbers()?.outcomes ?? {}).filter(([, count]) => count > 0);
  return entries.map(([outcome, count]) => (count === 1 ? outcome : `${outcome} ${count}`)).join(', ');
}

describe('requests at a time', () => {
  it('are bounded; a text counts until its end, or until it is left, begun or not', async () => {
    start({ submitsInFlightMax: 3 });
    provider.onGenerate = () => begun([token('a'), finish()]);
    const answers = [await ask(), await ask(), await ask()];
    expect(await ask()).toMatchObject({ outcome: 'not_now' });
    expect(provider.asked).toBe(3);
    const [first, second, third] = answers.map(iterator);
    while ((await first?.next())?.done !== true);
    await second?.next();
    await second?.return?.();
    await third?.return?.();
    await third?.return?.();
    expect(numbers()?.underWay).toBe(0);
  });

  it('are counted by their outcome, each once', async () => {
    const answers: (() => ReturnType<ScriptedText['onGenerate']>)[] = [
      () => begun([token('a'), finish()]),
      () => REFUSED,
      () => FAILED,
      () => ({ outcome: 'rejected', failure: { code: 'provider_timeout', message: 'late' } }),
      () => ({ outcome: 'not_now', message: 'busy' }),
      () => begun([token('a'), new Error('reset')]),
    ];
    const outcomes = [];
    for (const onGenerate of answers) {
      start();
      provider.onGenerate = onGenerate;
      const answer = await ask();
      if (answer.outcome === 'begun') await read(answer).catch(() => undefined);
      outcomes.push(counted());
    }
    expect(outcomes).toEqual(['answered', 'rejected', 'error', 'timeout', 'not_now', 'error']);
  });

  it.each([
    ['left', new NobodyWaitsError('gone')],
    ['timeout', new Error('too late')],
  ])('that are aborted count as %s', async (outcome, reason) => {
    provider.onGenerate = () => begun([token('a')]);
    const controller = new AbortController();
    const pieces = iterator(await ask(controller.signal));
    controller.abort(reason);
    await pieces.return?.();
    await pieces.return?.();
    expect(counted()).toBe(outcome);
  });

  it('do not count when they were refused, or failed', async () => {
    for (const answer of [REFUSED, FAILED]) {
      provider.onGenerate = () => answer;
      await ask();
    }
    provider.onGenerate = () => Promise.reject(new Error('reset'));
    await expect(ask()).rejects.toThrow('reset');
    provider.onGenerate = () => begun([token('a'), new Error('reset')]);
    await expect(read(await ask())).rejects.toThrow('reset');
    expect(numbers()?.underWay).toBe(0);
  });

  it('are bounded by a lowered bound from the next one on', async () => {
    provider.onGenerate = () => begun([token('a')]);
    await ask();
    calls.configure([provider], () => ({ submitsInFlightMax: 1 }));
    expect(await ask()).toMatchObject({ outcome: 'not_now' });
  });
});

describe('the pace of requests', () => {
  it('is kept, and the time until the next is said', async () => {
    start({ pollsPerSecondMax: 2 });
    const outcomes: string[] = [];
    for (let n = 0; n < 3; n++) outcomes.push((await ask()).outcome);
    expect(outcomes).toEqual(['begun', 'begun', 'not_now']);
    expect(await ask()).toMatchObject({ askAgainAfterMs: 500 });
    await world.advance(500);
    expect((await ask()).outcome).toBe('begun');
  });
});

describe('Retry-After', () => {
  it('has its model left alone for as long, and no other', async () => {
    provider.onGenerate = () => ({ outcome: 'not_now', message: 'busy', askAgainAfterMs: 5_000 });
    await ask();
    await world.advance(4_000);
    expect(await ask()).toMatchObject({ outcome: 'not_now', askAgainAfterMs: 1_000 });
    expect(provider.asked).toBe(1);
    await ask(undefined, { ...ROUTE, model: 'other' });
    expect(provider.asked).toBe(2);
    await world.advance(1_000);
    await ask();
    expect(provider.asked).toBe(3);
  });
});

describe('the breaker', () => {
  const broken: [string, () => void][] = [
    ['refuse for a fault of theirs', () => (provider.onGenerate = () => FAILED)],
    ['take nothing now', () => (provider.onGenerate = () => ({ outcome: 'not_now', message: 'busy' }))],
    ['break the connection', () => (provider.onGenerate = () => Promise.reject(new Error('reset')))],
    ['begin, and say an error', () => (provider.onGenerate = () => begun([new Error('no memory')]))],
  ];

  it.each(broken)(
    'opens at providers that %s, and closes at the first piece of a text',
    async (_, script) => {
      script();
      const failed = () =>
        ask()
          .then(read)
          .catch(() => 0);
      for (let n = 0; n < FAILURES_IN_A_ROW; n++) await failed();
      expect(numbers()).toMatchObject({ breaker: 'open', breakerOpenings: 1 });
      expect(await ask()).toMatchObject({ outcome: 'not_now', askAgainAfterMs: expect.any(Number) });
      expect(provider.asked).toBe(FAILURES_IN_A_ROW);
      await world.advance(1_300);
      provider.onGenerate = () => begun([token('a'), token('b')]);
      const pieces = iterator(await ask());
      expect(numbers()?.breaker).toBe('half_open');
      await pieces.next();
      expect(numbers()?.breaker).toBe('closed');
    },
  );

  it.each([
    ['refuses requests', () => REFUSED],
    ['breaks off in the middle', () => begun([token('a'), new Error('reset')])],
    ['says nothing but [DONE]', () => begun([])],
  ] as const)('stays closed at a provider that %s', async (_, answer) => {
    provider.onGenerate = () => answer();
    for (let n = 0; n < 9; n++)
      await ask()
        .then(read)
        .catch(() => 0);
    expect(numbers()?.breaker).toBe('closed');
  });

  it('does not blame the provider for clients that leave, but for time-outs', async () => {
    const aborted = async (reason: Error) => {
      const controller = new AbortController();
      const asking = ask(controller.signal).catch(() => {});
      controller.abort(reason);
      await asking;
    };
    provider.onGenerate = untilAborted;
    for (let n = 0; n < 9; n++) await aborted(new NobodyWaitsError('gone'));
    expect(numbers()?.breaker).toBe('closed');
    for (let n = 0; n < FAILURES_IN_A_ROW; n++) await aborted(new Error('late'));
    expect(numbers()?.breaker).toBe('open');
    await world.advance(1_300);
    await aborted(new NobodyWaitsError('gone'));
    expect(numbers()?.breaker).toBe('open');
    await world.advance(1_300);
    provider.onGenerate = () => REFUSED;
    await ask();
    expect(numbers()?.breaker).toBe('closed');
  });
});

describe('another configuration', () => {
  it('leaves a provider that is gone unasked, and keeps what is known of the others', async () => {
    provider.onGenerate = () => FAILED;
    for (let n = 0; n < FAILURES_IN_A_ROW; n++) await ask();
    calls.configure([provider], () => ({ breaker: BREAKER }));
    expect(numbers()?.breaker).toBe('open');
    calls.configure([], () => ({}));
    expect(await ask()).toMatchObject({ outcome: 'not_now' });
  });
});

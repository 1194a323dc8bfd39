/** One generation under way, in virtual time: which end it reports, what of it, and what its client sees. */
import { beforeEach, describe, expect, it } from 'vitest';
import { VirtualWorld } from '../../../simulation/world/virtual-world.js';
import type {
  GenerationMessage,
  GenerationReply,
  GenerationState,
} from '../../../src/actors/generations/generation-messages.js';
import type { Outcome } from '../../../src/actors/runtime/behavior.js';
import { USUAL_LIMITS } from '../../../src/limits/limits.js';
import { firstGenerationContext } from '../../../src/machines/generation-context.js';
import { microDa } from '../../../src/money/micro-da.js';
import { TextCalls } from '../../../src/providers/calls/text-calls.js';
import { ProviderSaidError, type TextPiece } from '../../../src/providers/text-provider.js';
import { GenerationRun } from '../../../src/routing/text/generation-run.js';
import type { Begun } from '../../../src/routing/text/text-desk.js';
import {
  begun,
  EMPTY,
  finish,
  ROUTE,
  type Script,
  ScriptedText,
  token,
  untilAborted,
  usage,
} from '../../providers/scripted-text.js';

const SECOND = { provider: 'second', model: 'n' };
const TIMES = {
  firstTokenMaxMs: 60_000,
  wholeTextMaxMs: 600_000,
  tokenPauseMaxMs: 30_000,
  abandonedStreamMaxMs: 10_000,
};
const CAP = 10;
/** 40 bytes, so an estimate of the prompt is 10 tokens. */
const BODY = { prompt: 'x'.repeat(27) };
const SIZED = { body: BODY, bytes: Buffer.byteLength(JSON.stringify(BODY)) };

let world: VirtualWorld;
let first: ScriptedText;
let second: ScriptedText;
let reports: GenerationMessage[];
let storesEnds: boolean;
let isStreamed: boolean;

beforeEach(() => {
  world = new VirtualWorld();
  first = new ScriptedText();
  second = new ScriptedText(SECOND.provider);
  reports = [];
  storesEnds = true;
  isStreamed = true;
});

function generationOn(route: typeof ROUTE, fallbacks: readonly (typeof ROUTE)[]): GenerationState {
  return {
    id: 'req_1',
    key: 'key_1',
    account: 'acct_1',
    model: 'small',
    prices: { input: microDa(1), output: microDa(1) },
    reserved: microDa(1),
    isStreamed,
    createdAt: 1,
    idempotencyKeyHash: null,
    status: 'open',
    machine: { value: 'open', context: firstGenerationContext({ route, fallbacks }) },
    cost: null,
  };
}

function runOf(fallbacks: readonly (typeof ROUTE)[] = [], limits = USUAL_LIMITS): GenerationRun {
  let generation = generationOn(ROUTE, fallbacks);
  return new GenerationRun(
    {
      world,
      calls: new TextCalls({ world, providers: [first, second], limitsOf: () => ({}) }),
      times: TIMES,
      limits,
      async ask(message): Promise<Outcome<GenerationReply>> {
        reports.push(message);
        const [next, ...others] = generation.machine.context.fallbacks;
        const movesOn = message.type === 'report' && message.event.type === 'NOT_TAKEN' && next !== undefined;
        generation = movesOn ? generationOn(next, others) : { ...generation, status: 'failed' };
        return storesEnds
          ? { ok: true, reply: { outcome: 'generation', generation } }
          : { ok: false, refusal: 'storage_unavailable' };
      },
      deliver: () => {},
      mayAbandon: () => true,
      onOver: () => {},
    },
    { generation, bodies: [SIZED, ...fallbacks.map(() => SIZED)], outputTokensMax: CAP, wantsUsage: true },
  );
}

/** All that a client reads: the content, the errors, and whether it is told the end. */
async function readBy(run: GenerationRun): Promise<string> {
  const told = run.begin();
  let answer: Begun | undefined;
  told.then((value) => {
    answer = value;
  });
  for (let n = 0; n < 700 && answer === undefined; n++) await world.advance(1_000);
  if (answer === undefined) return 'nothing';
  if (answer.kind === 'failed') return `failed: ${answer.failure.code}`;
  if (answer.kind === 'whole') return answer.body;
  if (answer.kind === 'unsettled') return answer.kind;
  let text = '';
  let isOver = false;
  const reading = (async (chunks: AsyncIterable<Uint8Array>) => {
    for await (const chunk of chunks) text += Buffer.from(chunk).toString();
    isOver = true;
  })(answer.chunks);
  for (let n = 0; n < 200 && !isOver; n++) await world.advance(1_000);
  await (isOver ? reading : undefined);
  return isOver ? shown(text) : `${shown(text)} and on`;
}

function shown(text: string): string {
  const events = text.split('\n\n').filter((event) => event.startsWith('data: {'));
  const parts = events.map((event) => {
    const { choices = [], error, usage: counts } = JSON.parse(event.slice(6));
    if (error !== undefined) return `[${error.code}]`;
    if (counts !== undefined) return `[${counts.prompt_tokens}+${counts.completion_tokens}]`;
    return choices[0]?.finish_reason ?? choices[0]?.delta.content ?? '';
  });
  return [...parts, ...(text.endsWith('data: [DONE]\n\n') ? ['DONE'] : [])].join(' ');
}

const lastReport = () => {
  const message = reports.at(-1);
  return message?.type === 'report' ? message.event : undefined;
};

function plays(script: Script): void {
  first.onGenerate = () => begun(script, world);
}

describe('a stream', () => {
  it.each<[string, Script, string, object]>([
    ['whole', [token('a'), token('b'), finish(), usage(5, 2)], 'a b stop [5+2] DONE', tokens(5, 2)],
    [
      'without usage',
      [token('a'), token('bcdefg'), finish()],
      'a bcdefg stop [10+3] DONE',
      tokens(10, 3, true),
    ],
    ['with an explicit zero', [token('a'), finish(), usage(0, 0)], 'a stop [0+0] DONE', tokens(0, 0)],
    ['with usage twice', [token('a', count(5, 1)), finish(), usage(5, 2)], 'a stop [5+2] DONE', tokens(5, 2)],
    ['with usage first', [usage(5, 2), token('a'), finish()], 'a stop [5+2] DONE', tokens(5, 2)],
    ['of empty choices', [EMPTY, token('a'), EMPTY, finish()], 'a stop [10+1] DONE', tokens(10, 1, true)],
    ['without text', [finish('content_filter'), usage(5, 0)], 'content_filter [5+0] DONE', tokens(5, 0)],
    [
      'that ends twice',
      [token('a'), finish(), finish('length')],
      'a stop length [10+1] DONE',
      tokens(10, 1, true),
    ],
    [
      'reset behind its end',
      [token('a'), finish(), new Error('reset')],
      'a stop [10+1] DONE',
      tokens(10, 1, true),
    ],
    [
      'without text, open behind its end',
      [finish(), 9_000, usage(5, 2)],
      'stop [10+0] DONE',
      tokens(10, 0, true),
    ],
    ['open behind its end', [token('a'), finish(), 99_999], 'a stop [10+1] DONE', tokens(10, 1, true)],
    [
      'endless behind its end',
      [finish(), ...Array(2_000).fill(EMPTY)],
      'stop [10+0] DONE',
      tokens(10, 0, true),
    ],
  ])('%s is completed', async (_, script, text, end) => {
    plays(script);
    expect(await readBy(runOf())).toBe(text);
    expect(lastReport()).toMatchObject({ type: 'ENDED', end });
    expect(reports).toHaveLength(1);
  });

  it.each<[string, Script, string, object]>([
    ['reset', [token('a'), new Error('reset')], 'a [provider_error]', tokens(10, 1, true)],
    ['silent for too long', [token('a'), 30_001, token('b')], 'a [provider_timeout]', tokens(10, 1, true)],
    [
      'that sends empty pieces alone',
      [token('a'), ...Array(40).fill([EMPTY, 1_000]).flat(), token('b')],
      'a [provider_timeout]',
      tokens(10, 1, true),
    ],
    [
      'that says an error',
      [token('a'), said('content_rejected')],
      'a [content_rejected]',
      tokens(10, 1, true),
    ],
    [
      'reset after a report',
      [token('a', count(5, 1)), new Error('reset')],
      'a [provider_error]',
      tokens(5, 1),
    ],
    [
      'reset, with tokens since its report',
      [token('a', count(5, 1)), token('b'), token('c'), new Error('reset')],
      'a b c [provider_error]',
      tokens(5, 3, true),
    ],
  ])('%s is broken off, and charged as far as it came', async (_, script, text, end) => {
    plays(script);
    expect(await readBy(runOf())).toBe(text);
    expect(lastReport()).toMatchObject({ type: 'BROKEN_OFF', end });
  });

  it.each<[string, Script, string]>([
    ['that is broken before its first token', [EMPTY, new Error('reset')], 'provider_error'],
    ['that says an error first', [said('content_rejected')], 'content_rejected'],
    ['whose first token is late', [EMPTY, 60_001, token('a')], 'provider_timeout'],
    ['of pieces without a token', Array(99).fill([EMPTY, 1_000]).flat(), 'provider_timeout'],
  ])('%s costs nothing', async (_, script, code) => {
    plays(script);
    expect(await readBy(runOf())).toBe(`failed: ${code}`);
    expect(lastReport()).toMatchObject({ type: 'REFUSED', failure: { code } });
  });

  it('may take as long as it needs, if its tokens come', async () => {
    plays([59_000, token('a'), 29_000, token('b'), 29_000, finish(), 4_000, usage(5, 2)]);
    expect(await readBy(runOf())).toBe('a b stop [5+2] DONE');
  });

  it('is left if its provider sends no tokens, also if its client is slow to take what it sends', async () => {
    plays([token('a'), ...Array(40).fill([EMPTY, 1_000]).flat(), token('b')]);
    const run = runOf([], { ...USUAL_LIMITS, pieceQueueLength: 1 });
    expect(await readBy(run)).toMatch(/^a +\[provider_timeout\]$/);
  });

  it('is left if its provider writes on and on', async () => {
    let sent = 0;
    first.onGenerate = () => ({
      outcome: 'begun',
      pieces: (async function* () {
        for (; ; sent++) yield [token('a')];
      })(),
    });
    expect(await readBy(runOf())).toMatch(/a \[provider_error\]$/);
    expect(lastReport()).toMatchObject({ type: 'BROKEN_OFF', end: { isEstimated: true } });
    expect(sent).toBeLessThan(10_000);
  });

  it('does not tell its end before that is on disk', async () => {
    plays([token('a'), finish(), usage(5, 1)]);
    storesEnds = false;
    expect(await readBy(runOf())).toBe('a [outcome_unknown]');
  });
});

describe('an answer in whole', () => {
  const message = { role: 'assistant', content: 'abcdefgh' };
  const body = { choices: [{ index: 0, message, finish_reason: 'stop' }] };

  beforeEach(() => {
    isStreamed = false;
  });

  it('may take longer than a first token', async () => {
    plays([599_000, { body }]);
    expect(await readBy(runOf())).toContain('abcdefgh');
  });

  it('has its usage, estimated if the provider says none', async () => {
    plays([{ body }]);
    expect(JSON.parse(await readBy(runOf()))).toMatchObject({
      id: 'req_1',
      model: 'small',
      usage: { prompt_tokens: 10, completion_tokens: 2, total_tokens: 12 },
    });
    expect(lastReport()).toMatchObject({ type: 'ENDED', end: { finishReason: 'stop', isEstimated: true } });
  });

  it.each<[string, Script, string]>([
    ['late', [600_001, { body }], 'provider_timeout'],
    ['broken', [new Error('reset')], 'provider_error'],
    ['none', [], 'provider_error'],
  ])('costs nothing if it is %s', async (_, script, code) => {
    plays(script);
    expect(await readBy(runOf())).toBe(`failed: ${code}`);
    expect(lastReport()).toMatchObject({ type: 'REFUSED' });
  });
});

describe('a further route', () => {
  const busy = { outcome: 'not_now', message: 'busy', askAgainAfterMs: 7_000 } as const;

  it('is asked after *not now*, once', async () => {
    first.onGenerate = () => busy;
    second.onGenerate = () => begun([token('a'), finish()]);
    expect(await readBy(runOf([SECOND]))).toBe('a stop [10+1] DONE');
    expect([first.asked, second.asked]).toEqual([1, 1]);
    expect(reports[0]).toMatchObject({ event: { type: 'NOT_TAKEN' } });
  });

  it('is not asked after any other failure', async () => {
    const failure = { code: 'provider_rejected', message: 'no' } as const;
    const answers = [
      () => ({ outcome: 'rejected', failure }) as const,
      () => Promise.reject(new Error('reset')),
      () => begun([new Error('reset')]),
      () => begun([token('a'), new Error('reset')]),
    ];
    for (const answer of answers) {
      first.onGenerate = answer;
      await readBy(runOf([SECOND]));
    }
    expect(second.asked).toBe(0);
  });

  it('is not asked for a client that has gone', async () => {
    const run = runOf([SECOND]);
    first.onGenerate = () => {
      run.leave();
      return busy;
    };
    expect(await readBy(run)).toBe('failed: provider_unavailable');
    expect(second.asked).toBe(0);
    expect(lastReport()).toMatchObject({ type: 'REFUSED' });
  });

  it('is missing at last, and the time of the provider is told', async () => {
    first.onGenerate = () => busy;
    second.onGenerate = () => ({ ...busy, askAgainAfterMs: 3_000 });
    expect(await runOf([SECOND]).begin()).toMatchObject({
      kind: 'failed',
      failure: { code: 'provider_unavailable' },
      askAgainAfterMs: 3_000,
    });
  });
});

describe('a client that has gone', () => {
  it('pays what its provider reports, if that comes soon', async () => {
    plays([token('a'), 5_000, token('b'), finish(), usage(5, 2)]);
    const run = runOf();
    const answer = await run.begin();
    if (answer.kind !== 'stream') throw new Error(answer.kind);
    run.leave();
    await world.advance(9_000);
    expect(lastReport()).toMatchObject({ type: 'ENDED', end: tokens(5, 2) });
  });

  it('pays an estimate of what came, if it does not', async () => {
    plays([token('a', count(5, 1)), 5_000, token('b'), 9_000, token('c'), finish()]);
    const run = runOf();
    await run.begin();
    run.leave();
    await world.advance(9_000);
    expect(reports).toEqual([]);
    await world.advance(2_000);
    expect(lastReport()).toMatchObject({ type: 'ABANDONED', end: tokens(5, 2, true) });
  });

  it('pays its prompt, if the first token does not come', async () => {
    const run = runOf();
    first.onGenerate = untilAborted;
    const telling = run.begin();
    run.leave();
    await world.advance(11_000);
    expect((await telling).kind).toBe('failed');
    expect(lastReport()).toMatchObject({ type: 'ABANDONED', end: tokens(10, 0, true) });
  });

  it('leaves no text open that fills the queue, also if it went before the first token', async () => {
    const run = runOf();
    plays([5_000, token('x'.repeat(USUAL_LIMITS.pieceQueueLength)), token('b'), finish(), usage(5, 2)]);
    const telling = run.begin();
    run.leave();
    await world.advance(6_000);
    expect((await telling).kind).toBe('stream');
    expect(lastReport()).toMatchObject({ type: 'ENDED', end: tokens(5, 2) });
  });

  it('pays nothing if its text is given up before a provider is asked', async () => {
    const run = runOf();
    run.giveUp();
    expect((await run.begin()).kind).toBe('failed');
    expect(first.asked).toBe(0);
    expect(lastReport()).toMatchObject({ type: 'REFUSED' });
  });

  it('pays nothing to a provider that fails before the first token', async () => {
    const run = runOf();
    plays([5_000, new Error('reset')]);
    const telling = run.begin();
    run.leave();
    await world.advance(6_000);
    expect((await telling).kind).toBe('failed');
    expect(lastReport()).toMatchObject({ type: 'REFUSED' });
  });
});

function count(promptTokens: number, completionTokens: number): TextPiece['usage'] & object {
  return { promptTokens, completionTokens };
}

function tokens(promptTokens: number, completionTokens: number, isEstimated = false): object {
  return { promptTokens, completionTokens, isEstimated };
}

function said(code: 'content_rejected'): Error {
  return new ProviderSaidError({ code, message: 'said so' });
}

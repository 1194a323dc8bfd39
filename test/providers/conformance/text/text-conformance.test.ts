import { afterEach, describe, expect, it } from 'vitest';
import type { StandInAnswer } from '../../../../src/providers/adapters/remote/stand-in.js';
import type { FaultPlan } from '../../../../src/providers/adapters/remote/stand-in-faults.js';
import { StandInStream } from '../../../../src/providers/adapters/remote/stand-in-stream.js';
import { someOf } from '../../../test-set.js';
import { Description } from '../description.js';
import { patient } from '../provider-stage.js';
import { TEXT_KINDS, TextStage } from './text-stage.js';
import { A, BROKEN_STREAMS, REFUSALS, STREAMS, WHOLE_ANSWERS } from './text-streams.js';

/** Longer than the stand-in's stream to this prompt, its head included. */
const EVERY_BYTE = Array.from({ length: 3_000 }, (_, bytes) => bytes);
/** One in so many bytes is tried outside of the long set. */
const OUT_OF = 197;

describe.each(TEXT_KINDS)('the text adapter of $kind', (kind) => {
  const stages: TextStage[] = [];
  const start = async (plan?: FaultPlan, key?: string): Promise<TextStage> => {
    const stage = await TextStage.start(kind, plan, key);
    stages.push(stage);
    return stage;
  };
  const answering = (answer: StandInAnswer) => start(() => ({ kind: 'instead', answer }));
  afterEach(async () => {
    for (const stage of stages.splice(0)) await stage.close();
  });

  it('is described by its service', () => {
    const { source, read } = new Description(kind.kind);
    expect(source).toMatch(/\S/);
    expect(read).toMatch(/^20\d\d-\d\d-\d\d$/);
  });

  describe('and a sound service', () => {
    it('bring the same text streamed and in whole, and its usage', async () => {
      const stage = await start();
      const streamed = await stage.outcomeOf('a boat');
      expect(streamed).toMatchObject({ outcome: 'begun', finish: 'stop', end: 'whole' });
      expect(await stage.outcomeOf('a boat', false)).toEqual(streamed);
      expect(streamed).toMatchObject({
        usage: expect.stringMatching(/^2\+\d+$/),
        text: expect.stringMatching(/\w/),
      });
      expect(stage.begun).toBe(2);
    });

    it('bound the tokens of the answer', async () => {
      const stage = await start();
      const { model } = kind;
      const fields = { messages: [{ role: 'user', content: 'a boat' }] };
      for (const isStreamed of [true, false]) {
        const body = stage.provider.bodyOf({ model, fields, outputTokensMax: 3, isStreamed });
        const answer = await stage.provider.generate({ generationId: 'r', body, isStreamed }, patient());
        if (answer.outcome !== 'begun') throw new Error(answer.outcome);
        let completionTokens: number | undefined;
        for await (const pieces of answer.pieces)
          for (const { usage } of pieces) completionTokens = usage?.completionTokens;
        expect(completionTokens).toBe(3);
      }
    });

    it.each([
      ['[rejects]', { outcome: 'rejected', code: 'content_rejected' }],
      ['[fails]', { outcome: 'rejected', code: 'provider_error' }],
      ['[fails_for_content]', { outcome: 'begun', finish: 'content_filter', end: 'whole' }],
    ])('end a text with %s', async (word, expected) => {
      const stage = await start();
      expect(await stage.outcomeOf(`a boat ${word}`)).toMatchObject(expected);
      expect(await stage.outcomeOf(`a boat ${word}`, false)).toMatchObject(expected);
    });

    it('answer a probe, and make nothing', async () => {
      const stage = await start();
      await expect(stage.provider.probe?.(patient()) ?? 'no probe').resolves.toEqual(expect.any(String));
      expect(stage.begun).toBe(0);
    });

    it('leave a text that never ends, and hang up', async () => {
      const stage = await start();
      const answer = await stage.ask('a boat [never_ends]');
      if (answer.outcome !== 'begun') throw new Error(answer.outcome);
      let pieces = 0;
      for await (const { length } of answer.pieces) {
        pieces += length;
        if (pieces >= 500) break;
      }
      expect(pieces).toBeGreaterThanOrEqual(500);
    });
  });

  it('refuses a text for a wrong key, and does not show the key', async () => {
    const key = 'wrong-key-0123456789abcdef';
    const stage = await start(undefined, key);
    const outcome = await stage.outcomeOf('a boat');
    expect(outcome).toMatchObject({ outcome: 'rejected', code: 'provider_rejected' });
    expect(JSON.stringify(outcome)).not.toContain(key);
    await expect(stage.provider.probe?.(patient()) ?? Promise.reject(new Error('none'))).rejects.toThrow();
  });

  describe('takes a stream', () => {
    it.each(STREAMS)('with $name', async ({ answer, expected }) => {
      const stage = await answering(answer);
      expect(await stage.outcomeOf('a boat')).toMatchObject(expected);
    });
  });

  describe('breaks off a stream', () => {
    it.each(BROKEN_STREAMS)('with $name', async ({ answer, expected }) => {
      const stage = await answering(answer);
      expect(await stage.outcomeOf('a boat')).toMatchObject(expected);
    });

    it('that nobody waits for any more, and hangs up', async () => {
      let hungUp = () => {};
      const hangingUp = new Promise<void>((resolve) => {
        hungUp = resolve;
      });
      function* endless() {
        try {
          for (;;) yield { afterMs: 5, bytes: Buffer.from(A) };
        } finally {
          hungUp();
        }
      }
      const headers = { 'content-type': 'text/event-stream' };
      const stage = await answering({ status: 200, headers, body: new StandInStream(endless) });
      const controller = new AbortController();
      const answer = await stage.ask('a boat', true, controller);
      if (answer.outcome !== 'begun') throw new Error(answer.outcome);
      const pieces = answer.pieces[Symbol.asyncIterator]();
      await pieces.next();
      controller.abort(new Error('gone'));
      await expect(pieces.next().then(() => pieces.next())).rejects.toThrow();
      await hangingUp;
    });

    it('at any byte', async () => {
      let bytes = 0;
      const stage = await start(() => ({ kind: 'reset_after', bytes }));
      for (bytes of someOf(EVERY_BYTE, OUT_OF)) {
        const outcome = await stage.outcomeOf('a boat');
        if (outcome.outcome === 'begun' && outcome.end === 'whole') {
          expect(outcome).toMatchObject({ finish: 'stop', text: expect.stringMatching(/\.$/) });
          continue;
        }
        expect(outcome).toMatchObject(
          outcome.outcome === 'begun' ? { end: 'broken' } : { outcome: 'unknown' },
        );
      }
    });
  });

  describe.each([true, false])('takes an answer in whole (a stream was asked for: %s)', (isStreamed) => {
    it.each(WHOLE_ANSWERS)('with $name', async ({ answer, expected }) => {
      const stage = await answering(answer);
      expect(await stage.outcomeOf('a boat', isStreamed)).toMatchObject(expected);
    });
  });

  describe('is refused', () => {
    it.each(REFUSALS)('with $name', async ({ answer, expected }) => {
      const stage = await answering(answer);
      expect(await stage.outcomeOf('a boat')).toMatchObject(expected);
      expect(stage.begun).toBe(0);
    });

    it('at a port where nobody listens', async () => {
      const stage = await start();
      await stage.stopService();
      expect(await stage.outcomeOf('a boat')).toMatchObject({ outcome: 'not_now' });
    });

    it('by a reset, so that nothing is known', async () => {
      const stage = await start(() => ({ kind: 'reset_unseen' }));
      expect(await stage.outcomeOf('a boat')).toEqual({ outcome: 'unknown' });
    });

    it('by silence, once nobody waits any more', async () => {
      const stage = await start(() => ({ kind: 'late', ms: 5_000 }));
      await expect(stage.ask('a boat', true, patient(50))).rejects.toThrow();
    });
  });

  it('takes no events if no stream was asked for', async () => {
    const answer = STREAMS[0]?.answer;
    if (answer === undefined) throw new Error('no stream');
    const stage = await answering(answer);
    expect(await stage.outcomeOf('a boat', false)).toEqual({ outcome: 'unknown' });
  });
});

import { describe, expect, it } from 'vitest';
import { minimaxAdapter } from '../../../../src/providers/adapters/minimax/minimax-adapter.js';
import { BusyError } from '../../../../src/providers/provider.js';
import { CALL, stageOf, submitOf } from '../stand-in-service.js';

const REQUEST = submitOf({ model: 'MiniMax-Hailuo-02' });
const JOB = { jobId: 'video_1', model: REQUEST.model, handle: '1' };

function saying(code: number, more: object = {}) {
  return { status: 200, body: { ...more, base_resp: { status_code: code, status_msg: 'in its own words' } } };
}

describe('an error inside a 200 of MiniMax', () => {
  it.each([
    [1002, { outcome: 'not_now' }],
    [1039, { outcome: 'not_now' }],
    [1041, { outcome: 'not_now' }],
    [2045, { outcome: 'not_now' }],
    [1026, { outcome: 'rejected', slug: 'content_rejected' }],
    [1027, { outcome: 'rejected', slug: 'content_rejected' }],
    [2013, { outcome: 'rejected', slug: 'invalid_input' }],
    [1004, { outcome: 'rejected', slug: 'provider_rejected' }],
    [1008, { outcome: 'rejected', slug: 'provider_rejected' }],
    [2049, { outcome: 'rejected', slug: 'provider_rejected' }],
  ])('%i ends a submit as %j', async (code, answer) => {
    const stage = stageOf(minimaxAdapter);
    stage.answerInstead(saying(code));
    expect(await stage.provider.submit(REQUEST, CALL)).toMatchObject({
      ...answer,
      message: 'in its own words',
    });
  });

  it.each([1000, 1001, 1024, 1033, 4711])('%i leaves open how a submit ended', async (code) => {
    const stage = stageOf(minimaxAdapter);
    stage.answerInstead(saying(code));
    await expect(stage.provider.submit(REQUEST, CALL)).rejects.toThrow();
  });

  it('turns a poll away if it is one of a limit, and says nothing of the task', async () => {
    const stage = stageOf(minimaxAdapter);
    stage.answerInstead(saying(1002), saying(1004), saying(2013), saying(1000));
    await expect(stage.provider.poll(JOB, CALL)).rejects.toBeInstanceOf(BusyError);
    for (let others = 0; others < 3; others++) await expect(stage.provider.poll(JOB, CALL)).rejects.toThrow();
  });

  it('ends the task that is looked up if it is one of moderation', async () => {
    const stage = stageOf(minimaxAdapter);
    stage.answerInstead(saying(1027, { status: 'Processing' }));
    expect(await stage.provider.poll(JOB, CALL)).toMatchObject({ state: 'failed', slug: 'content_rejected' });
  });
});

describe('a job for MiniMax', () => {
  const misfit = (model: string, lengthMs: number, extra = {}) =>
    stageOf(minimaxAdapter).provider.misfitOf?.(submitOf({ model, lengthMs, extra }));

  it('is of 6 or 10 seconds, in 1080p of 6 only', () => {
    expect(misfit('MiniMax-Hailuo-02', 10_000, { resolution: '768p' })).toBeUndefined();
    expect(misfit('MiniMax-Hailuo-02', 6_000, { resolution: '1080P' })).toBeUndefined();
    expect(misfit('MiniMax-Hailuo-02', 10_000, { resolution: '1080p' })).toMatchObject({
      param: 'resolution',
    });
    expect(misfit('MiniMax-Hailuo-02', 5_000)).toMatchObject({ param: 'seconds' });
  });

  it('of a model that nobody knows yet is left to the service', () => {
    expect(misfit('MiniMax-Hailuo-9-not-yet', 6_000)).toBeUndefined();
    expect(misfit('Something-else', 7_000, { resolution: '2k' })).toBeUndefined();
  });
});

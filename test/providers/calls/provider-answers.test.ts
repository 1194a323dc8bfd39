import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  readProviderState,
  readResultFile,
  readSubmitAnswer,
} from '../../../src/providers/calls/provider-answers.js';

describe('a provider state', () => {
  it('is taken over when it fits, and nothing beside what it is made of', () => {
    expect(readProviderState({ state: 'pending', askAgainAfterMs: 12.2, secret: 1 })).toEqual({
      state: 'pending',
      askAgainAfterMs: 13,
    });
    expect(readProviderState({ state: 'completed', outputMs: 0, location: '/r' })).toEqual({
      state: 'completed',
      outputMs: 0,
      location: '/r',
    });
    expect(readProviderState({ state: 'failed', slug: 'provider_error', message: '' })).toEqual({
      state: 'failed',
      slug: 'provider_error',
      message: '',
    });
  });

  it.each([
    [-5, 0],
    [0, 0],
    [33.9, 33],
    [100, 100],
    [250, 100],
    [Number.POSITIVE_INFINITY, 100],
    [Number.NaN, undefined],
    ['50', undefined],
  ])('with progress %s shows %s', (said, shown) => {
    const state = readProviderState({ state: 'in_progress', progress: said });
    expect(state).toEqual(
      shown === undefined ? { state: 'in_progress' } : { state: 'in_progress', progress: shown },
    );
  });

  it('that asks for a day without a poll is believed for a minute, also in the answer to a submit', () => {
    const told = { state: 'in_progress', askAgainAfterMs: 86_400_000 };
    const state = { state: 'in_progress', askAgainAfterMs: 60_000 };
    expect(readProviderState(told)).toEqual(state);
    const accepted = { outcome: 'accepted', handle: 'h' };
    expect(readSubmitAnswer({ ...accepted, state: told })).toEqual({ ...accepted, state });
  });

  it.each([[-1], [Number.NaN], ['5'], [null]])('drops the senseless hint %s and keeps the state', (hint) => {
    expect(readProviderState({ state: 'pending', askAgainAfterMs: hint })).toEqual({ state: 'pending' });
  });

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'completed'],
    ['a list', []],
    ['no state', {}],
    ['an unknown state', { state: 'done' }],
    ['a negative length', { state: 'completed', outputMs: -1, location: '/r' }],
    ['a broken length', { state: 'completed', outputMs: 1.5, location: '/r' }],
    ['a length as text', { state: 'completed', outputMs: '5000', location: '/r' }],
    ['more than a day', { state: 'completed', outputMs: 86_400_001, location: '/r' }],
    ['no location', { state: 'completed', outputMs: 5_000 }],
    ['an empty location', { state: 'completed', outputMs: 5_000, location: '' }],
    ['a huge location', { state: 'completed', outputMs: 5_000, location: 'x'.repeat(2_001) }],
    ['an unknown slug', { state: 'failed', slug: 'toString', message: 'm' }],
    ['no message', { state: 'failed', slug: 'provider_error' }],
  ])('is garbage with %s', (_, answer) => {
    expect(readProviderState(answer)).toBeUndefined();
  });

  it('cuts a long message, and not through the middle of a character', () => {
    const state = readProviderState({
      state: 'failed',
      slug: 'provider_error',
      message: `${'x'.repeat(499)}😀😀`,
    });
    expect(state).toEqual({ state: 'failed', slug: 'provider_error', message: 'x'.repeat(499) });
  });
});

describe('the answer to a submit', () => {
  it('is taken over when it fits', () => {
    const answer = { outcome: 'accepted', handle: 'h', state: { state: 'pending' } };
    expect(readSubmitAnswer({ ...answer, more: true })).toEqual(answer);
    expect(readSubmitAnswer({ outcome: 'not_now', message: 'busy' })).toEqual({
      outcome: 'not_now',
      message: 'busy',
    });
    const rejected = { outcome: 'rejected', slug: 'invalid_input', message: 'no' };
    expect(readSubmitAnswer(rejected)).toEqual(rejected);
  });

  it.each([
    ['an unknown outcome', { outcome: 'perhaps' }],
    ['an empty handle', { outcome: 'accepted', handle: '', state: { state: 'pending' } }],
    ['a huge handle', { outcome: 'accepted', handle: 'x'.repeat(1_001), state: { state: 'pending' } }],
    ['no state', { outcome: 'accepted', handle: 'h' }],
    ['a state that is garbage', { outcome: 'accepted', handle: 'h', state: { state: 'completed' } }],
    ['an unknown slug', { outcome: 'rejected', slug: 'nope', message: 'm' }],
    ['no message', { outcome: 'not_now' }],
  ])('is garbage with %s', (_, answer) => {
    expect(readSubmitAnswer(answer)).toBeUndefined();
  });

  it('never throws and never lets anything unbounded through, whatever it is', () => {
    fc.assert(
      fc.property(fc.anything({ maxDepth: 3 }), (answer) => {
        readSubmitAnswer(answer);
        readProviderState(answer);
        readResultFile(answer);
      }),
    );
  });
});

describe('opened content', () => {
  const read = async function* () {};

  it('is taken over when it fits', () => {
    expect(readResultFile({ contentType: '', size: 9, takesRanges: false, read })).toMatchObject({ size: 9 });
  });

  it.each([
    ['no type', { size: 1, takesRanges: true, read }],
    ['no word on ranges', { contentType: 'video/mp4', size: 1, read }],
    ['a broken size', { contentType: 'video/mp4', size: 0.5, takesRanges: true, read }],
    ['nothing to read', { contentType: 'video/mp4', size: 1, takesRanges: true }],
  ])('is garbage with %s', (_, answer) => {
    expect(readResultFile(answer)).toBeUndefined();
  });
});

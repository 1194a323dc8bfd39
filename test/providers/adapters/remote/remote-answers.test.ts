import { describe, expect, it } from 'vitest';
import { NoConnectionError } from '../../../../src/outward/outward.js';
import {
  cleanMessage,
  lookedUp,
  submitted,
} from '../../../../src/providers/adapters/remote/remote-answers.js';
import { BusyError, RefusedError } from '../../../../src/providers/provider.js';

const READING = {
  handleOf: (body: unknown) => (body === 'taken' ? 'handle' : undefined),
  slugOf: () => undefined,
  messageOf: () => undefined,
};

function answer(status: number, body: unknown = undefined, retryAfterMs: number | undefined = undefined) {
  return Promise.resolve({ status, body, retryAfterMs });
}

describe('the answer to a submit', () => {
  it.each([
    [400, 'invalid_input'],
    [401, 'provider_rejected'],
    [402, 'provider_rejected'],
    [403, 'provider_rejected'],
    [404, 'provider_rejected'],
    [422, 'invalid_input'],
  ])('%d is a refusal for good, as %s', async (status, slug) => {
    expect(await submitted(answer(status), READING)).toMatchObject({ outcome: 'rejected', slug });
  });

  it.each([429, 503])('%d is a refusal for now', async (status) => {
    expect(await submitted(answer(status, undefined, 5_000), READING)).toMatchObject({
      outcome: 'not_now',
      askAgainAfterMs: 5_000,
    });
  });

  it('that was never sent for want of a connection is a refusal for now', async () => {
    const refused = Promise.reject(new NoConnectionError('nobody listens'));
    expect(await submitted(refused, READING)).toEqual({ outcome: 'not_now', message: 'nobody listens' });
  });

  it.each([200, 202, 204, 301, 307, 408, 500, 502, 504, 529])(
    '%d of no sense leaves the outcome open',
    async (status) => {
      await expect(submitted(answer(status, 'nonsense'), READING)).rejects.toThrow();
    },
  );
});

describe('the answer to a poll', () => {
  it.each([429, 503])('%d says when to ask again', async (status) => {
    const error: unknown = await lookedUp(answer(status, undefined, 5_000)).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(BusyError);
    expect(error).toMatchObject({ askAgainAfterMs: 5_000 });
  });

  it.each([301, 400, 401, 404, 500])('%d tells nothing of the job', async (status) => {
    await expect(lookedUp(answer(status))).rejects.toThrow(`${status}`);
  });

  it.each([
    [400, true],
    [401, false],
    [403, false],
    [404, true],
    [408, false],
    [410, true],
    [429, false],
    [500, false],
  ])('%d is a refusal of this one job: %s', async (status, isRefused) => {
    const error: unknown = await lookedUp(answer(status)).catch((thrown) => thrown);
    expect(error instanceof RefusedError).toBe(isRefused);
  });
});

describe('a message of a provider', () => {
  it.each([
    ['see https://internal.example/x?token=1 for more', 'see [link] for more'],
    ['the key sk-1234567890abc is wrong', 'the key [secret] is wrong'],
    ['Authorization: Bearer abc123def456', 'Authorization: Bearer [secret]'],
    ['job 0123456789abcdef0123456789abcdef broke', 'job [id] broke'],
    ['API key not valid', 'API key not valid'],
    ['  two\n lines ', 'two lines'],
  ])('%j is shown as %j', (message, shown) => {
    expect(cleanMessage(message)).toBe(shown);
  });

  it('is cut at 300 characters, and not within one of them', () => {
    expect(cleanMessage('long '.repeat(100))).toHaveLength(300);
    expect(cleanMessage(`${'a '.repeat(149)}a\u{1f600}`)).toBe(`${'a '.repeat(149)}a`);
  });
});

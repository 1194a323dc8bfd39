import { expect, it } from 'vitest';
import { makeCredential } from '../../../src/actors/credentials/credentials.js';
import { loggedError } from '../../../src/node/logging/log-errors.js';

function thrownBy(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

it.each([
  '{"prompt":"a red lighthouse" x',
  'a red lighthouse',
  '{"prompt":a red lighthouse"}',
  '["a red lighthouse',
])('what JSON.parse quotes of a text is not logged: %s', (text) => {
  const logged = JSON.stringify(loggedError(thrownBy(() => JSON.parse(text))));
  expect(logged).toMatch(/is not well-formed/);
  expect(logged).not.toMatch(/red|lighthouse|prompt/);
});

it('a key of ours is struck out, wherever in a message it stands', () => {
  const key = makeCredential('api', (count) => new Uint8Array(count).fill(7));
  const error = new Error(`no such key: ${key}, nor half of it: ${key.slice(0, 20)}`, {
    cause: new Error(key),
  });
  const logged = JSON.stringify(loggedError(error));
  expect(logged).not.toContain(key.slice(0, 12));
  expect(logged).toContain('no such key: [key], nor half of it: [key]');
});

it('of an error its kind, message, frames, code and causes are logged, and nothing that it carries beside', () => {
  const cause = Object.assign(new RangeError('below'), { code: 'E_BELOW', body: 'secret' });
  const logged = loggedError(
    Object.assign(new Error('above', { cause }), { headers: { authorization: 'secret' } }),
  );
  expect(logged).toMatchObject({
    type: 'Error',
    message: 'above',
    cause: { type: 'RangeError', message: 'below', code: 'E_BELOW' },
  });
  expect(logged.stack).toMatch(/^ +at /);
  expect(JSON.stringify(logged)).not.toContain('secret');
});

it('causes that go round in a circle end', () => {
  const error = new Error('round');
  error.cause = error;
  expect(JSON.stringify(loggedError(error)).match(/round/g)?.length).toBeLessThan(10);
});

it('what is no error is not logged', () => {
  expect(loggedError('secret')).toEqual({ type: 'string', message: 'what was thrown is no error' });
});

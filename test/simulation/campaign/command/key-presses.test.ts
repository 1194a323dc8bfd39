import { PassThrough } from 'node:stream';
import type { ReadStream } from 'node:tty';
import { expect, it } from 'vitest';
import { keyPresses } from '../../../../simulation/campaign/command/key-presses.js';

function terminal() {
  const modes: boolean[] = [];
  const stream = Object.assign(new PassThrough(), { setRawMode: (isRaw: boolean) => modes.push(isRaw) });
  return { stream, modes, input: stream as unknown as ReadStream };
}

it('keys are taken in order, whether they came before or after they were asked for', async () => {
  const { stream, input } = terminal();
  const keys = keyPresses(input);
  stream.write('\rx ');
  expect(await keys.next()).toBe('next');
  expect(await keys.next()).toBe('next');
  const later = keys.next();
  stream.write('\u001b[Acq\u0003');
  expect(await later).toBe('continue');
  expect(await keys.next()).toBe('quit');
  expect(await keys.next()).toBe('interrupt');
  keys.end();
});

it('the end of the input is the end of the stepping', async () => {
  const { stream, input } = terminal();
  const keys = keyPresses(input);
  const next = keys.next();
  stream.end();
  expect(await next).toBe('quit');
});

it('the terminal is given back as it was', () => {
  const { stream, modes, input } = terminal();
  keyPresses(input).end();
  expect(modes).toEqual([true, false]);
  expect(stream.listenerCount('data')).toBe(0);
  expect(stream.isPaused()).toBe(true);
});

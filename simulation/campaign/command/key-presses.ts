/** Keys pressed on a terminal, one at a time, while a trace is stepped through. */
import type { ReadStream } from 'node:tty';

export type Press = 'next' | 'continue' | 'quit' | 'interrupt';

export interface KeyPresses {
  next(): Promise<Press>;
  end(): void;
}

const PRESSES: ReadonlyMap<string, Press> = new Map([
  ['\r', 'next'],
  ['\n', 'next'],
  [' ', 'next'],
  ['c', 'continue'],
  ['q', 'quit'],
  ['\u0004', 'quit'],
  ['\u0003', 'interrupt'],
]);

/**
 * Takes the terminal until `end`. Keys without a meaning are passed over; if the input ends, so does it.
 */
export function keyPresses(input: ReadStream): KeyPresses {
  const pressed: Press[] = [];
  let waiting: ((press: Press) => void) | undefined;
  const push = (press: Press) => {
    if (waiting === undefined) pressed.push(press);
    else waiting(press);
    waiting = undefined;
  };
  const onData = (text: string) => {
    for (const character of text) {
      const press = PRESSES.get(character);
      if (press !== undefined) push(press);
    }
  };
  const onEnd = () => push('quit');
  input.setRawMode(true);
  input.setEncoding('utf8').on('data', onData).on('end', onEnd).resume();
  return {
    next: () => {
      const press = pressed.shift();
      if (press !== undefined) return Promise.resolve(press);
      return new Promise((resolve) => {
        waiting = resolve;
      });
    },
    end: () => {
      input.off('data', onData).off('end', onEnd).pause();
      input.setRawMode(false);
    },
  };
}

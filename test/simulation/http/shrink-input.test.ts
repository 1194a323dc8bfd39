import { describe, expect, it } from 'vitest';
import {
  type Finding,
  isInputFile,
  printInputFile,
  readInputFile,
} from '../../../simulation/http/finding.js';
import { drawSetup } from '../../../simulation/http/server/server-setup.js';
import { shrinkInput } from '../../../simulation/http/shrink-input.js';
import type { HttpInput } from '../../../simulation/http/wire/http-input.js';
import { Random } from '../../../simulation/world/random.js';

const INPUT: HttpInput = {
  bytes: `${'a'.repeat(300)}X${'b'.repeat(200)}Y\xff\0`,
  delivery: { cuts: [3, 7], ending: 'half_close' },
};

describe('an input that shows something', () => {
  it('is made as short as it can be while it does, and delivered in one piece', async () => {
    const shortest = await shrinkInput(INPUT, async ({ bytes }) => /X.*Y/.test(bytes));
    expect(shortest).toEqual({ bytes: 'XY', delivery: { cuts: [], ending: 'await' } });
  });

  it('keeps its delivery if that is what matters', async () => {
    const shortest = await shrinkInput(INPUT, async ({ delivery }) => delivery.cuts.length > 0);
    expect(shortest.delivery).toEqual(INPUT.delivery);
    expect(shortest.bytes).toHaveLength(1);
  });

  it('goes through a file unchanged', () => {
    const flaw = { rule: 'body', message: 'a 500' };
    const setup = drawSetup(new Random(3));
    const inputs = [INPUT, { ...INPUT, listener: 'management' } as const];
    const finding: Finding = { seed: 1, run: 2, flaw, setup, inputs, isRepeatable: true, answers: [] };
    const text = printInputFile(finding);
    expect(isInputFile(text)).toBe(true);
    expect(readInputFile(text, 'f')).toEqual({ setup, inputs });
  });

  it.each(['', '{', '{}', '[]', '{"format":"tollgate-http-input","v":2,"inputs":[{"bytes":1}]}'])(
    'is not read from a file that holds %j',
    (text) => {
      expect(() => readInputFile(text, 'f')).toThrow('f is no file of an HTTP input');
    },
  );
});

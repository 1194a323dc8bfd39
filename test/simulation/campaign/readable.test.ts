import { expect, it } from 'vitest';
import { readableTraceLine } from '../../../simulation/campaign/readable.js';

it('times before the first instant of a history have a minus, others a plus', () => {
  expect(readableTraceLine({ at: -10_000, what: 'starting' })).toBe('-10.000 s  starting');
  expect(readableTraceLine({ at: 0, what: 'started' })).toBe('+0.000 s  started');
});

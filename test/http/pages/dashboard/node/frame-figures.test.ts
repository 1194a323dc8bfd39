import { describe, expect, it } from 'vitest';
import {
  type FigureFormat,
  figureText,
  isThere,
} from '../../../../../src/http/pages/dashboard/islands/frame-figures.js';
import { histogram } from '../../../../cli/top/made-up-frame.js';

const before = {
  clock_ms: 1_000,
  n: 10,
  of: { a: 1, b: 2 },
  busy: 100,
  h: histogram(5, 5, 0, 0),
  bytes: null,
};
const now = { clock_ms: 3_000, n: 16, of: { a: 4, c: 1 }, busy: 600, h: histogram(5, 5, 0, 1), bytes: 2e6 };
const text = (
  path: string,
  format: FigureFormat,
  frames: { now: unknown; before: unknown } = { now, before },
) => figureText(frames, path, format, 'en-GB');

describe('a figure of a frame', () => {
  it.each([
    ['n', 'count', '16'],
    ['n', 'rate', '3'],
    ['of', 'count', '5'],
    ['of', 'rate', '1'],
    ['of|a', 'rate', '1.5'],
    ['of|none', 'rate', '0'],
    ['busy', 'share', '25%'],
    ['h', 'p50', '>10'],
    ['h|buckets', 'rate', '0.5'],
    ['bytes', 'megabytes', '2'],
    ['none', 'count', undefined],
    ['none|none', 'text', undefined],
  ] as const)('%s as %s is %s', (path, format, want) => {
    expect(text(path, format)).toBe(want);
  });

  it('that grows is not known of one frame, and that of a node started anew is 0', () => {
    expect(text('n', 'rate', { now, before: undefined })).toBe('–');
    expect(text('n', 'rate', { now: { clock_ms: 2_000, n: 1 }, before })).toBe('0');
    expect(text('n', 'rate', { now: { clock_ms: 5, n: 1 }, before })).toBe('–');
  });

  it('of times is that of all of them if there is one frame, and a dash if there are none', () => {
    expect(text('h', 'p50', { now, before: undefined })).toBe('≤5');
    expect(text('h', 'p99', { now, before: now })).toBe('–');
    expect(text('bytes', 'megabytes', { now: before, before })).toBe('–');
  });

  it.each([
    [null, false],
    [0, false],
    [[], false],
    ['why', true],
    [2, true],
    [['memory'], true],
  ])('%j is there: %s', (figure, want) => {
    expect(isThere(figure)).toBe(want);
  });
});

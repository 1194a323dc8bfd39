import { describe, expect, it } from 'vitest';
import { Progress, ProgressLine } from '../../../src/cli/framework/progress.js';

const CLEAR = '\r\u001b[K';

function watched(isTTY: boolean, columns = 100) {
  const seen = { lines: [] as string[], now: 0 };
  const err = { isTTY, columns, write: (text: string) => seen.lines.push(text) };
  return { seen, io: { err, nowMs: () => seen.now } };
}

describe('progress on a terminal', () => {
  it('is one line with a bar and the time left, drawn over and in the end wiped once', () => {
    const { seen, io } = watched(true);
    const progress = new Progress(io, 'records', 2_000);
    seen.now = 1_000;
    progress.update(500);
    progress.end();
    progress.end();
    expect(seen.lines).toEqual([
      `${CLEAR}[######                  ] 25 %, 3 s left  500 of 2,000 records`,
      CLEAR,
    ]);
  });

  it('is silent for the first second, and drawn five times a second at most', () => {
    const { seen, io } = watched(true);
    const progress = new Progress(io, 'records', 2_000);
    for (seen.now = 0; seen.now < 1_000; seen.now += 1) progress.update(1);
    progress.end();
    expect(seen.lines).toEqual([]);
    for (; seen.now < 10_000; seen.now += 1) progress.update(1);
    expect(seen.lines).toHaveLength(45);
  });

  it('is a count if the end is unknown', () => {
    const { seen, io } = watched(true);
    const progress = new Progress(io, 'jobs');
    seen.now = 1_500;
    progress.update(12_345);
    expect(seen.lines).toEqual([`${CLEAR}12,345 jobs`]);
  });

  it.each([
    [20, ''],
    [42, '[############            ] 50 %, 1 s left'],
    [50, '[############            ] 50 %, 1 s left  7 runs'],
    [80, '[############            ] 50 %, 1 s left  7 runs  3 failures'],
  ])('leaves out whole items from the end in %i columns', (columns, line) => {
    const { seen, io } = watched(true, columns);
    const progress = new ProgressLine(io);
    seen.now = 1_000;
    progress.update(() => ['7 runs', '3 failures'], 0.5);
    expect(seen.lines).toEqual([CLEAR + line]);
  });
});

describe('progress without a terminal', () => {
  it('is silent', () => {
    const { seen, io } = watched(false);
    const progress = new Progress(io, 'jobs', 10);
    seen.now = 60_000;
    progress.update(5);
    progress.end();
    expect(seen.lines).toEqual([]);
  });

  it('is a plain line now and then if that is wanted', () => {
    const { seen, io } = watched(false);
    const progress = new ProgressLine(io, 10_000);
    for (; seen.now < 25_000; seen.now += 100) progress.update(() => ['7 runs', '3 failures'], 0.5);
    progress.end();
    expect(seen.lines).toEqual(['7 runs  3 failures\n', '7 runs  3 failures\n']);
  });
});

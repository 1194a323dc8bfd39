import { expect, it } from 'vitest';
import { Progress } from '../../../src/cli/framework/progress.js';

function watched(isTTY: boolean) {
  const seen = { text: '', now: 0 };
  const err = { isTTY, columns: 100, write: (text: string) => (seen.text += text) };
  return { seen, io: { err, nowMs: () => seen.now } };
}

it('progress is shown on a terminal, after a second, at most five times a second, and cleared in the end', () => {
  const { seen, io } = watched(true);
  const progress = new Progress(io, 'records', 2_000);
  progress.update(10);
  seen.now = 999;
  progress.update(500);
  progress.end();
  expect(seen.text).toBe('');
  seen.now = 1_000;
  progress.update(500);
  seen.now = 1_100;
  progress.update(600);
  expect(seen.text).toBe('\r\u001b[K[######                  ] 25 %  500 of 2,000 records, 3 s left');
  progress.end();
  expect(seen.text.endsWith('left\r\u001b[K')).toBe(true);
});

it('progress of what has no known end is a count', () => {
  const { seen, io } = watched(true);
  const progress = new Progress(io, 'jobs');
  seen.now = 1_500;
  progress.update(12_345);
  expect(seen.text).toBe('\r\u001b[K12,345 jobs');
});

it('progress is not shown where there is no terminal', () => {
  const { seen, io } = watched(false);
  const progress = new Progress(io, 'jobs', 10);
  seen.now = 60_000;
  progress.update(5);
  progress.end();
  expect(seen.text).toBe('');
});

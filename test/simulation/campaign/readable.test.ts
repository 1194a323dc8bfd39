import { expect, it } from 'vitest';
import { namesIn } from '../../../simulation/campaign/names.js';
import { readableTraceLine, readableViolations, wrapped } from '../../../simulation/campaign/readable.js';
import type { TraceLine } from '../../../simulation/model.js';

it('times before the first instant of a history have a minus, others a plus', () => {
  expect(readableTraceLine({ at: -10_000, what: 'starting' })).toBe('-10.000 s  starting');
  expect(readableTraceLine({ at: 0, what: 'started' })).toBe('+0.000 s  started');
});

const TRACE = [
  { at: -9, what: 'sent', request: 1, step: 0, call: { op: 'create_key' }, keyId: '' },
  { at: 5, what: 'sent', request: 2, step: 7, call: { op: 'submit', key: 0 }, keyId: 'key_0123456789abcdef' },
  { at: 6, what: 'answered', request: 2, body: '{"id":"video_0123456789abcdef","object":"video"}' },
  { at: 9, what: 'sent', request: 3, step: 7, call: { op: 'submit', key: 0 }, keyId: 'key_0123456789abcdef' },
  { at: 20, what: 'sent', request: 4, step: 0, call: { op: 'credits', key: 0 }, keyId: '' },
];

it('requests go by their steps, in what rules say and in the lines of a trace', () => {
  const names = namesIn(TRACE);
  expect(names.inText('request 2, after request 1: request 3 (submit), request 4, request 99')).toBe(
    'step 7, after step setup.1: step 7.2 (submit), step end.1, request 99',
  );
  expect(TRACE.map((line) => names.stepOf(line.request))).toEqual(['setup.1', '7', '7', '7.2', 'end.1']);
  expect(readableTraceLine({ at: 6, what: 'cut_off', request: 3 } as TraceLine, names)).toBe(
    '+0.006 s  cut_off step=7.2',
  );
});

it('ids in the words of a rule are told by the key or the step that they came from', () => {
  const message = 'key_0123456789abcdef paid for video_0123456789abcdef and video_fedcba9876543210';
  expect(readableViolations([{ invariant: 'a', message, atMs: 0 }], 5, namesIn(TRACE)).slice(1)).toEqual([
    'key_0123456789abcdef: key 0',
    'video_0123456789abcdef: first heard of in step 7',
  ]);
});

it('a long line goes on further in, and no line is wider than a terminal', () => {
  const lines = wrapped(`  ${'word '.repeat(60)}end`);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(100);
  expect(lines.slice(1).every((line) => line.startsWith('      word'))).toBe(true);
});

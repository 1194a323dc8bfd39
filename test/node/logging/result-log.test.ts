import { expect, it } from 'vitest';
import { resultLog } from '../../../src/node/logging/result-log.js';

it('the log of results warns that none can be kept, or that one is missing, and says when they can again', () => {
  const lines: unknown[] = [];
  const line = (level: string) => (fields: unknown, text?: string) => lines.push([level, fields, text]);
  const log = resultLog({
    info: line('info'),
    warn: line('warn'),
    error: line('error'),
    debug: line('debug'),
  } as unknown as Parameters<typeof resultLog>[0]);
  log.onObstacle(new Error('EROFS: read-only file system'));
  log.onCleared();
  log.onMissing({ jobId: 'video_1' });
  expect(lines).toEqual([
    [
      'warn',
      { why: 'EROFS: read-only file system' },
      'results cannot be kept: refusing jobs whose result would be',
    ],
    ['info', 'results can be kept again', undefined],
    ['warn', { jobId: 'video_1' }, 'the file of a kept result has been removed: it is answered as expired'],
  ]);
});

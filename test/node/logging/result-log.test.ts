import { expect, it } from 'vitest';
import { resultLog } from '../../../src/node/logging/result-log.js';

it('the log of results warns that none can be kept, with the reason, and says when they can again', () => {
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
  expect(lines).toEqual([
    [
      'warn',
      { why: 'EROFS: read-only file system' },
      'results cannot be kept: refusing jobs whose result would be',
    ],
    ['info', 'results can be kept again', undefined],
  ]);
});

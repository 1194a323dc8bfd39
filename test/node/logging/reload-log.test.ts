import { expect, it } from 'vitest';
import { logReload } from '../../../src/node/logging/reload-log.js';

it('the log of a reload warns of jobs whose provider is at another URL now, with their number', () => {
  const warned: unknown[] = [];
  const log = { info: () => {}, warn: (fields: unknown) => warned.push(fields) };
  const reloaded = {
    outcome: 'applied',
    inForce: {},
    changed: ['providers'],
    needRestart: [],
    moved: ['fal', 'idle'],
  } as unknown as Parameters<typeof logReload>[1];
  const jobsAt = (provider: string) => (provider === 'fal' ? 7 : 0);
  logReload(log as unknown as Parameters<typeof logReload>[0], reloaded, jobsAt);
  expect(warned).toEqual([{ provider: 'fal', jobs: 7 }]);
});

import { afterEach, expect, it, vi } from 'vitest';
import { liveProcess } from '../../../src/node/live/live-process.js';
import { EngineWatch } from '../../../src/node/machine/engine-watch.js';

afterEach(() => vi.restoreAllMocks());

it('tells of a process that has no file descriptor left, all but its resident memory', () => {
  const engine = new EngineWatch();
  try {
    expect(liveProcess(engine, undefined).rss_bytes).toBeGreaterThan(0);
    const outOfFiles = () => {
      throw Object.assign(new Error('too many open files'), { code: 'EMFILE' });
    };
    vi.spyOn(process, 'memoryUsage').mockImplementation(outOfFiles);
    process.memoryUsage.rss = outOfFiles;
    const told = liveProcess(engine, undefined);
    expect(told.rss_bytes).toBeNull();
    expect(told.heap_used_bytes).toBeGreaterThan(0);
  } finally {
    engine.stop();
  }
});

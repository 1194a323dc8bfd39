import { describe, expect, it } from 'vitest';
import { NaiveWindow } from '../../../../simulation/models/window/naive-window.js';
import { WindowMemory } from '../../../../simulation/models/window/window-memory.js';
import { RunRecord } from '../../../../simulation/world/run-record.js';
import { VirtualWorld } from '../../../../simulation/world/virtual-world.js';

const ADMITTED_MS = 10;

/** The rules broken if a start `backMs` before the stop of its process remembers `instants`. */
async function brokenIf(instants: string, { stoppedAfterMs, backMs = 0 }: Readonly<Record<string, number>>) {
  const world = new VirtualWorld({ seed: 1 });
  const record = new RunRecord(world, {});
  const steadyMs = () => record.atMs;
  const memory = new WindowMemory({ world, record, steadyMs, nameOf: String, isNoting: false });
  memory.started([new NaiveWindow()], () => '', 0);
  const window = new NaiveWindow();
  window.ask(ADMITTED_MS, 1);
  await world.advance(stoppedAfterMs ?? 0);
  memory.stopping();
  memory.ended('stopped');
  memory.started([window], () => instants, record.atMs - backMs);
  return record.outcome().violations.map(({ message }) => message);
}

describe('the memory of windows', () => {
  it('is whole after a stop in order', async () => {
    expect(await brokenIf('10:1', { stoppedAfterMs: 60_009 })).toEqual([]);
    expect(await brokenIf('', { stoppedAfterMs: 60_009 })).toEqual([expect.stringContaining('of "10:1"')]);
  });

  it('need not have what had left its window by then, and may', async () => {
    const stop = { stoppedAfterMs: 60_010, backMs: 30_000 };
    expect(await brokenIf('', stop)).toEqual([]);
    expect(await brokenIf('10:1', stop)).toEqual([]);
    expect(await brokenIf('10:2', stop)).toHaveLength(1);
  });
});

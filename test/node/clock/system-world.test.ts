import { spawnSync } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readClocks, SystemWorld } from '../../../src/node/clock/system-world.js';
import { later } from '../../../src/time/clock.js';

describe('the steady clock', () => {
  it('is the monotonic clock of the machine plus the offset', () => {
    const world = new SystemWorld(1_000_000);
    const before = readClocks().monotonicMs + 1_000_000;
    const steady = world.steadyMs();
    const after = readClocks().monotonicMs + 1_000_000;
    expect(Number.isInteger(steady)).toBe(true);
    expect(steady).toBeGreaterThanOrEqual(before);
    expect(steady).toBeLessThanOrEqual(after);
  });

  it('never goes back and does not follow the wall clock', () => {
    const world = new SystemWorld(0);
    const wall = vi.spyOn(Date, 'now');
    let last = world.steadyMs();
    for (const stepMs of [0, 1e12, -1e12, 1, 2e12]) {
      wall.mockReturnValue(stepMs);
      const next = world.steadyMs();
      expect(next - last).toBeGreaterThanOrEqual(0);
      expect(next - last).toBeLessThan(5_000);
      last = next;
    }
    expect(world.wallMs()).toBe(2e12);
    wall.mockRestore();
  });

  it('reads the wall clock once for each millisecond of steady time', () => {
    const world = new SystemWorld(0);
    const wall = vi.spyOn(Date, 'now').mockReturnValue(5_000);
    const now = world.steadyMs();
    expect(world.wallMsAt(now)).toBe(5_000);
    wall.mockReturnValue(1_000);
    expect([world.wallMsAt(now), world.wallMsAt(later(now, 1)), world.wallMs()]).toEqual([
      5_000, 1_000, 1_000,
    ]);
    wall.mockRestore();
  });

  it('refuses an offset that is no whole number', () => {
    expect(() => new SystemWorld(0.5)).toThrow(RangeError);
    expect(() => new SystemWorld(Number.NaN)).toThrow(RangeError);
  });
});

describe('timers', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'hrtime'] });
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  it('run once, when their time has come', () => {
    const world = new SystemWorld(0);
    const task = vi.fn();
    world.after(250, task);
    vi.advanceTimersByTime(249);
    expect(task).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(task).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(10_000);
    expect(task).toHaveBeenCalledOnce();
  });

  it('may be longer than the longest timer of Node', () => {
    const world = new SystemWorld(0);
    const task = vi.fn();
    const fiftyDaysMs = 50 * 86_400_000;
    world.after(fiftyDaysMs, task);
    vi.advanceTimersByTime(fiftyDaysMs - 1);
    expect(task).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(task).toHaveBeenCalledOnce();
  });

  it('may be endless', () => {
    const world = new SystemWorld(0);
    const task = vi.fn();
    world.after(Number.POSITIVE_INFINITY, task);
    vi.advanceTimersByTime(100 * 86_400_000);
    expect(task).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(1);
  });

  it('wait on if Node fires them early', () => {
    const world = new SystemWorld(0);
    const task = vi.fn();
    const early = vi.spyOn(globalThis, 'setTimeout').mockImplementationOnce((callback) => {
      callback();
      return undefined as unknown as NodeJS.Timeout;
    });
    world.after(100, task);
    early.mockRestore();
    expect(task).not.toHaveBeenCalled();
    vi.advanceTimersByTime(100);
    expect(task).toHaveBeenCalledOnce();
  });

  it('count a delay below zero as none, and refuse one that is no number', () => {
    const world = new SystemWorld(0);
    const task = vi.fn();
    world.after(-5, task);
    vi.advanceTimersByTime(1);
    expect(task).toHaveBeenCalledOnce();
    expect(() => world.after(Number.NaN, task)).toThrow(RangeError);
  });

  it('can be cancelled, before and after they ran', () => {
    const world = new SystemWorld(0);
    const task = vi.fn();
    const cancel = world.after(10, task);
    cancel();
    cancel();
    vi.advanceTimersByTime(100);
    expect(task).not.toHaveBeenCalled();
    const cancelRun = world.after(10, task);
    vi.advanceTimersByTime(10);
    cancelRun();
    expect(task).toHaveBeenCalledOnce();
  });

  it('all end with the world, those asked for afterwards too', () => {
    const world = new SystemWorld(0);
    const task = vi.fn();
    world.after(10, task);
    world.stop();
    world.after(10, task)();
    expect(vi.getTimerCount()).toBe(0);
    vi.advanceTimersByTime(100);
    expect(task).not.toHaveBeenCalled();
  });
});

it('soon lets the events at hand go first', async () => {
  const world = new SystemWorld(0);
  const order: string[] = [];
  await new Promise<void>((done) => {
    world.soon(() => {
      order.push('soon');
      done();
    });
    queueMicrotask(() => order.push('microtask'));
    order.push('now');
  });
  expect(order).toEqual(['now', 'microtask', 'soon']);
});

it('random bytes are of the length asked for and differ', () => {
  const world = new SystemWorld(0);
  expect(world.randomBytes(20)).toHaveLength(20);
  expect(world.randomBytes(20)).not.toEqual(world.randomBytes(20));
  expect(world.random()).toBeGreaterThanOrEqual(0);
  expect(world.random()).toBeLessThan(1);
});

it.runIf(process.platform === 'linux')('the boot id is the same in every process of a boot', () => {
  const { bootId } = readClocks();
  expect(bootId).toMatch(/^[0-9a-f-]{36}$/);
  const { stdout } = spawnSync('cat', ['/proc/sys/kernel/random/boot_id'], { encoding: 'utf8' });
  expect(stdout.trim()).toBe(bootId);
});

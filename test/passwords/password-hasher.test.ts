import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Argon2 } from '../../src/passwords/argon2.js';
import { Argon2Thread } from '../../src/passwords/argon2-thread.js';
import type { ThreadPriority } from '../../src/passwords/hashing-task.js';
import { QueuedPasswordHasher } from '../../src/passwords/password-hasher.js';

/** Of the built program. */
const THREAD = new URL('../../dist/program/hashing-thread.js', import.meta.url);

/** Fields of `/proc/self/task/ID/stat` behind the name (proc_pid_stat(5)), and what they say. */
const [USER_TICKS, SYSTEM_TICKS, POLICY] = [11, 12, 38];
const TICK_MS = 10;
const SCHED_IDLE = '5';

function statOf(thread: number): readonly string[] {
  const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'latin1');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function lowThreads(): readonly number[] {
  return readdirSync('/proc/self/task')
    .map(Number)
    .filter((thread) => getPriority(thread) === 19);
}

function isInstalled(command: string): boolean {
  return spawnSync(command, ['--version'], { stdio: 'ignore' }).error === undefined;
}

/** Threads that end with the test. */
function threads(start = (priority: ThreadPriority) => new Worker(THREAD, { workerData: priority })) {
  const started: Worker[] = [];
  onTestFinished(async () => {
    await Promise.all(started.map((one) => one.terminate()));
  });
  const argon2 = new Argon2Thread((priority) => {
    const thread = start(priority);
    started.push(thread);
    return thread;
  });
  return { started, argon2 };
}

/** No time passes but what a test lets pass, however busy the machine is. */
function stopTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
}

describe('passwords', () => {
  it('are hashed with argon2id at 19 MiB and two passes, each with a salt of its own', async () => {
    const hasher = new QueuedPasswordHasher(threads().argon2, 100);
    const [one, other] = await Promise.all([hasher.hash('correct horse'), hasher.hash('correct horse')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(other).not.toBe(one);
    expect(await hasher.verify(one, 'correct horse')).toBe(true);
    expect(await hasher.verify(one, 'correct horses')).toBe(false);
    expect(await hasher.verify(undefined, 'correct horse')).toBe(false);
  });

  it('have one thread, from the first on, before which all others go', async () => {
    stopTimers();
    const { started, argon2 } = threads();
    const hasher = new QueuedPasswordHasher(argon2, 100);
    expect(started).toHaveLength(0);
    const hash = await hasher.hash('correct horse');
    expect(await hasher.verify(hash, 'correct horse')).toBe(true);
    expect(started).toHaveLength(1);
    expect(lowThreads()).toHaveLength(1);
    expect(getPriority()).toBe(0);
  });

  it.runIf(isInstalled('chrt'))('have a thread that gives way at once to all others', async () => {
    stopTimers();
    await new QueuedPasswordHasher(threads().argon2, 100).hash('correct horse');
    await expect.poll(() => lowThreads().map((thread) => statOf(thread)[POLICY])).toEqual([SCHED_IDLE]);
  });

  it('take half a core at most, however many wait', async () => {
    stopTimers();
    const hasher = new QueuedPasswordHasher(threads().argon2, 100);
    await hasher.hash('correct horse');
    const [thread = 0] = lowThreads();
    const ticksOf = () => Number(statOf(thread)[USER_TICKS]) + Number(statOf(thread)[SYSTEM_TICKS]);
    const [ticksBefore, beganAt] = [ticksOf(), process.hrtime.bigint()];
    await Promise.all(Array.from({ length: 10 }, () => hasher.verify(undefined, 'correct horse')));
    const coreMs = (ticksOf() - ticksBefore) * TICK_MS;
    // Before the first and behind the last there may be no rest.
    const tookMs = Number(process.hrtime.bigint() - beganAt) / 1e6;
    expect(tookMs).toBeGreaterThan(coreMs * 1.7);
  });

  it('have another thread after a task that failed, and after a thread that ended', async () => {
    stopTimers();
    const { started, argon2 } = threads();
    await expect(argon2.verify('no hash', 'correct horse')).rejects.toThrow('Decoding failed');
    const hasher = new QueuedPasswordHasher(argon2, 100);
    expect(await hasher.verify(undefined, 'correct horse')).toBe(false);
    const broken = hasher.verify(undefined, 'correct horse');
    await started[1]?.terminate();
    await expect(broken).rejects.toThrow('has ended');
    expect(await hasher.verify(undefined, 'correct horse')).toBe(false);
    expect(started).toHaveLength(3);
  });
});

describe('a thread that gets no core', () => {
  /** Threads of low priority do nothing at all. */
  const starved = () =>
    threads((priority) =>
      priority === 'low'
        ? new Worker('setInterval(() => {}, 1_000)', { eval: true })
        : new Worker(THREAD, { workerData: priority }),
    );

  it('leaves its task, and those of the next minute, to one of ordinary priority', async () => {
    stopTimers();
    const { started, argon2 } = starved();
    const hasher = new QueuedPasswordHasher(argon2, 100);
    const first = hasher.hash('correct horse');
    await vi.advanceTimersByTimeAsync(1_000);
    const hash = await first;
    vi.advanceTimersByTime(59_000);
    expect(await hasher.verify(hash, 'correct horse')).toBe(true);
    expect(started).toHaveLength(2);
    vi.advanceTimersByTime(1_000);
    const later = hasher.verify(hash, 'correct horse');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await later).toBe(true);
    expect(started).toHaveLength(4);
  });
});

describe('the queue', () => {
  /** Hashes that end when the test says so. */
  function slow() {
    const ends: (() => void)[] = [];
    const verified: string[] = [];
    const argon2: Argon2 = {
      hash: (password) => new Promise((resolve) => ends.push(() => resolve(`hash of ${password}`))),
      verify: (hash) =>
        new Promise((resolve) => {
          verified.push(hash);
          ends.push(() => resolve(true));
        }),
    };
    return { ends, verified, argon2 };
  }

  const settled = () => new Promise((resolve) => setImmediate(resolve));

  it('has one hash under way at a time, in order, and refuses what it has no room for', async () => {
    const { argon2, ends } = slow();
    const hasher = new QueuedPasswordHasher(argon2, 2);
    const first = hasher.hash('first');
    await settled();
    const waiting = [hasher.hash('second'), hasher.hash('third')];
    expect(await hasher.hash('fourth')).toBeUndefined();
    for (const expected of ['first', 'second', 'third']) {
      expect(ends).toHaveLength(1);
      ends.shift()?.();
      expect(await [first, ...waiting][['first', 'second', 'third'].indexOf(expected)]).toBe(
        `hash of ${expected}`,
      );
      await settled();
    }
  });

  it('hashes for a name that nobody has, too, and says no whatever comes of it', async () => {
    const { argon2, ends, verified } = slow();
    const hasher = new QueuedPasswordHasher(argon2, 100);
    const checked = hasher.verify(undefined, 'anything');
    await settled();
    expect(verified).toEqual([expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)]);
    ends.shift()?.();
    expect(await checked).toBe(false);
  });

  it('goes on after a hash that fails', async () => {
    let isBroken = true;
    const argon2: Argon2 = {
      hash: async (password) => {
        if (isBroken) throw new Error('no memory');
        return `hash of ${password}`;
      },
      verify: async () => true,
    };
    const hasher = new QueuedPasswordHasher(argon2, 100);
    await expect(hasher.hash('one')).rejects.toThrow('no memory');
    isBroken = false;
    expect(await hasher.hash('two')).toBe('hash of two');
  });
});

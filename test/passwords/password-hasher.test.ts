import { describe, expect, it } from 'vitest';
import { type Argon2, loadArgon2, QueuedPasswordHasher } from '../../src/passwords/password-hasher.js';

describe('passwords', () => {
  it('are hashed with argon2id at 19 MiB and two passes, each with a salt of its own', async () => {
    const hasher = new QueuedPasswordHasher(loadArgon2);
    const [one, other] = await Promise.all([hasher.hash('correct horse'), hasher.hash('correct horse')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(other).not.toBe(one);
    expect(await hasher.verify(one, 'correct horse')).toBe(true);
    expect(await hasher.verify(one, 'correct horses')).toBe(false);
    expect(await hasher.verify(undefined, 'correct horse')).toBe(false);
  });
});

describe('the queue', () => {
  /** Hashes that end when the test says so. */
  function slow() {
    const ends: (() => void)[] = [];
    const verified: string[] = [];
    let loads = 0;
    const argon2: Argon2 = {
      hash: (password) => new Promise((resolve) => ends.push(() => resolve(`hash of ${password}`))),
      verify: (hash) =>
        new Promise((resolve) => {
          verified.push(hash);
          ends.push(() => resolve(true));
        }),
    };
    const load = async () => {
      loads += 1;
      return argon2;
    };
    return { ends, verified, load, loads: () => loads };
  }

  const settled = () => new Promise((resolve) => setImmediate(resolve));

  it('loads nothing before the first password, and once', async () => {
    const { load, loads, ends } = slow();
    const hasher = new QueuedPasswordHasher(load);
    expect(loads()).toBe(0);
    for (const password of ['one', 'two']) {
      const hashed = hasher.hash(password);
      await settled();
      ends.shift()?.();
      expect(await hashed).toBe(`hash of ${password}`);
    }
    expect(loads()).toBe(1);
  });

  it('has one hash under way at a time, in order, and refuses what it has no room for', async () => {
    const { load, ends } = slow();
    const hasher = new QueuedPasswordHasher(load, 2);
    const first = hasher.hash('first');
    await settled();
    expect(hasher.isBusy).toBe(false);
    const waiting = [hasher.hash('second'), hasher.hash('third')];
    expect(await hasher.hash('fourth')).toBeUndefined();
    expect(hasher.isBusy).toBe(true);
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
    const { load, ends, verified } = slow();
    const hasher = new QueuedPasswordHasher(load);
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
    const hasher = new QueuedPasswordHasher(async () => argon2);
    await expect(hasher.hash('one')).rejects.toThrow('no memory');
    isBroken = false;
    expect(await hasher.hash('two')).toBe('hash of two');
  });
});

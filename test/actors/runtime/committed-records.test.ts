import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MemoryStore } from '../../../src/store/memory/memory-store.js';
import type { RangeOptions, Store } from '../../../src/store/store.js';
import { add, type Handler, RECOVERY_MS, Rig, TIME_LIMIT_MS } from './rig.js';

describe('the committed records', () => {
  const key = fc.integer({ min: 0, max: 12 }).map((n) => `k${String(n).padStart(2, '0')}`);
  const bound = fc.option(key, { nil: undefined });
  const write = fc.record({ key, value: fc.option(fc.constantFrom('x', 'y', 'z'), { nil: undefined }) });
  const options = fc.record({
    from: bound,
    to: bound,
    reverse: fc.boolean(),
    limit: fc.option(fc.integer({ min: 0, max: 6 }), { nil: undefined }),
  });

  function rangeOptions({
    from,
    to,
    reverse,
    limit,
  }: typeof options extends fc.Arbitrary<infer T> ? T : never): RangeOptions {
    return {
      reverse,
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to }),
      ...(limit === undefined ? {} : { limit }),
    };
  }

  it('answers ranges and look-ups while a commit is in flight, has failed or was undone, as before it (invariant 1)', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(write, { maxLength: 15 }),
        fc.array(write, { minLength: 1, maxLength: 15 }),
        fc.array(write, { maxLength: 5 }),
        options,
        fc.constantFrom('hang', 'commit_then_hang', 'reject_yet_visible', 'reject'),
        async (before, inFlight, open, asked, fault) => {
          const rig = new Rig();
          const put =
            (writes: readonly { key: string; value: string | undefined }[]): Handler =>
            (turn) => {
              for (const { key, value } of writes) {
                if (value === undefined) turn.remove('jobs', key);
                else turn.put('jobs', key, value);
              }
            };
          await rig.told('a', put(before));
          const range = rangeOptions(asked);
          const all = () => [
            [...rig.system.records.range('jobs', range)],
            inFlight.map(({ key }) => rig.system.records.get('jobs', key)),
          ];
          const expected = all();
          expect([...rig.store.range('jobs', range)]).toEqual(expected[0]);
          rig.faults.push(fault, 'reject', 'reject_yet_visible');
          rig.ask('a', put(inFlight));
          await rig.world.settle();
          rig.ask('a', put(open));
          expect(all()).toEqual(expected);
          await rig.world.advance(TIME_LIMIT_MS);
          expect(all()).toEqual(expected);
          rig.store.releaseHung();
          for (let i = 0; i < 10; i++) {
            await rig.world.advance(100);
            expect(all()).toEqual(expected);
          }
          expect(rig.system.takesWrites).toBe(true);
          expect([...rig.store.range('jobs', range)]).toEqual(expected[0]);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('takes the instant of a walk at its beginning, not where the range was named', async () => {
    const rig = new Rig();
    const early = rig.system.records.range('accounts', {});
    rig.faults.push('commit_then_hang');
    rig.ask('a', add(1));
    await rig.world.settle();
    expect([...early]).toEqual([]);
    const during = rig.system.records.range('accounts', {});
    rig.store.releaseHung();
    await rig.world.settle();
    expect([...during]).toEqual([{ key: 'a', value: '1' }]);
  });

  it('gives up a walk that its caller gives up', async () => {
    const ended: string[] = [];
    const plain = new MemoryStore();
    const store: Store = {
      get: (table, at) => plain.get(table, at),
      commit: (writes) => plain.commit(writes),
      close: () => plain.close(),
      range: (table, range) => ({
        *[Symbol.iterator]() {
          try {
            yield* plain.range(table, range);
          } finally {
            ended.push(table);
          }
        },
      }),
    };
    const rig = new Rig({ store });
    await rig.told('a', add(1));
    await rig.told('b', add(1));
    rig.ask('a', add(1));
    for (const _ of rig.system.records.range('accounts', {})) break;
    await rig.world.settle();
    for (const _ of rig.system.records.range('accounts', {})) break;
    expect(ended.filter((table) => table === 'accounts')).toHaveLength(2);
  });
});

describe('records that one batch inserts and the next removes', () => {
  const insert: Handler = (turn) => turn.insert('meta', 'm', 'x');
  const remove: Handler = (turn) => turn.remove('meta', 'm');

  it('are as the last commit left them, whichever fails (3)', async () => {
    for (const [faults, expected] of [
      [['none', 'none'], undefined],
      [['none', 'reject_yet_visible'], 'x'],
      [['reject_yet_visible'], undefined],
    ] as const) {
      const rig = new Rig();
      rig.hold();
      rig.faults.push(...faults);
      rig.ask('a', insert);
      await rig.world.settle();
      rig.ask('a', remove);
      rig.release();
      await rig.world.advance(RECOVERY_MS);
      expect(rig.store.get('meta', 'm')).toBe(expected);
    }
  });

  it('and are inserted, removed, and inserted in one that fails are as before', async () => {
    for (const before of [undefined, 'old']) {
      for (const turns of [
        [insert, remove],
        [remove, insert],
        [insert, remove, insert],
        [remove, insert, remove],
      ]) {
        // Inserting what stands there already would be a defect of the caller.
        if ((before === undefined) !== (turns[0] === insert)) continue;
        const rig = new Rig();
        void rig.system.commitAside([{ table: 'meta', key: 'm', value: before }]);
        await rig.world.settle();
        rig.faults.push('reject_yet_visible');
        for (const turn of turns) rig.ask('a', turn);
        await rig.world.advance(RECOVERY_MS);
        expect(rig.store.get('meta', 'm')).toBe(before);
      }
    }
  });
});

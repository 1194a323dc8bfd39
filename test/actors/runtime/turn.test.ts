import { describe, expect, it } from 'vitest';
import { add, type Handler, ok, Rig, read, refused, set } from './rig.js';

const boom: Handler = () => {
  throw new Error('boom');
};

describe('a turn', () => {
  it('is answered once, when its writes are on disk and not before', async () => {
    const rig = new Rig();
    rig.hold();
    const asked = rig.ask('a', add(5));
    await rig.world.settle();
    expect([asked.outcomes, rig.view('a'), rig.effects]).toEqual([[], undefined, []]);
    rig.release();
    await rig.world.settle();
    expect([asked.outcomes, rig.view('a'), rig.onDisk('a')]).toEqual([[ok(5)], 5, 5]);
  });

  it('that reads a clean actor is answered before ask returns', async () => {
    const rig = new Rig();
    await rig.told('a', add(5));
    expect(rig.ask('a', read).outcomes).toEqual([ok(5)]);
  });

  it('that reads what is not on disk waits for it', async () => {
    const rig = new Rig();
    rig.hold();
    rig.ask('a', add(5));
    const asked = rig.ask('a', read);
    expect(asked.outcomes).toEqual([]);
    rig.release();
    await rig.world.settle();
    expect(asked.outcomes).toEqual([ok(5)]);
  });

  it('that reads an uncommitted record of another waits for it', async () => {
    const rig = new Rig();
    await rig.told('b', add(1));
    rig.hold();
    rig.ask('a', (turn) => turn.put('meta', 'm', 'x'));
    const looks: Handler = (turn) => [turn.get('meta', 'm'), turn.isUncommitted('meta', 'm')];
    const asked = rig.ask('b', looks);
    await rig.world.settle();
    expect(asked.outcomes).toEqual([]);
    rig.release();
    await rig.world.settle();
    expect(asked.outcomes).toEqual([ok(['x', true])]);
    expect(await rig.told('b', looks)).toEqual(ok(['x', false]));
  });

  it('may answer at once what rests on nothing uncommitted of its own', async () => {
    const rig = new Rig();
    rig.hold();
    rig.ask('a', add(5));
    const asked = rig.ask('a', (turn, sum) => {
      turn.answerNow();
      return sum;
    });
    expect(asked.outcomes).toEqual([ok(5)]);
  });

  it('that wrote and wants to answer at once is a defect without a trace', async () => {
    const rig = new Rig();
    const outcome = await rig.told('a', (turn) => {
      set(turn, 1);
      turn.effect('e');
      turn.answerNow();
    });
    expect([outcome, rig.onDisk('a'), rig.effects]).toEqual([refused('defect'), undefined, []]);
  });

  it('sees its own writes, the last one of a key', async () => {
    const rig = new Rig();
    await rig.told('a', (turn) => turn.put('meta', 'm', 'old'));
    const outcome = await rig.told('a', (turn) => {
      const seen = [turn.get('meta', 'm')];
      turn.put('meta', 'm', 'new');
      seen.push(turn.get('meta', 'm'));
      turn.remove('meta', 'm');
      seen.push(turn.get('meta', 'm'));
      return seen;
    });
    expect([outcome, rig.store.get('meta', 'm')]).toEqual([ok(['old', 'new', undefined]), undefined]);
  });

  it('releases its effects once, in order, after the commit and before its reply', async () => {
    const rig = new Rig();
    rig.hold();
    const seen: string[][] = [];
    rig.system.ask(
      rig.purse,
      'a',
      (turn) => {
        turn.effect('one');
        set(turn, 1);
        turn.effect('two');
      },
      () => seen.push([...rig.effects]),
    );
    await rig.world.settle();
    expect(rig.effects).toEqual([]);
    rig.release();
    await rig.world.advance(10_000);
    expect([rig.effects, seen]).toEqual([['one', 'two'], [['one', 'two']]]);
  });
});

describe('the messages of one actor', () => {
  it('are handled in the order in which they were asked, whoever asks from where', async () => {
    const order: string[] = [];
    const note =
      (name: string): Handler =>
      (turn) => {
        order.push(name);
        turn.effect(name);
      };
    const rig = new Rig({ perform: (effect) => effect === '1' && rig.ask('a', note('from an effect')) });
    rig.system.ask(rig.purse, 'a', note('1'), () => rig.ask('a', note('from a reply')));
    rig.ask('a', note('2'));
    rig.ask('a', note('3'));
    await rig.world.settle();
    expect(order).toEqual(['1', '2', '3', 'from an effect', 'from a reply']);
    expect(rig.effects).toEqual(order);
  });

  it('are not handled within a turn, but after it', async () => {
    const rig = new Rig();
    const order: string[] = [];
    rig.ask('a', (turn) => {
      rig.ask('a', () => order.push('inner'));
      rig.ask('b', () => order.push('other'));
      order.push('outer');
      set(turn, 1);
    });
    await rig.world.settle();
    expect(order).toEqual(['outer', 'inner', 'other']);
  });

  it('wait behind those that wait already', async () => {
    const rig = new Rig();
    const order: string[] = [];
    rig.ask('a', () => rig.ask('a', () => order.push('asked within a turn')));
    rig.ask('a', () => order.push('asked after it'));
    await rig.world.settle();
    expect(order).toEqual(['asked within a turn', 'asked after it']);
  });
});

describe('a turn that throws', () => {
  it('leaves no write, no state, no effect, no reminder and no activation', async () => {
    let reminded = 0;
    const rig = new Rig({ onReminder: () => ++reminded });
    const outcome = await rig.told('a', (turn) => {
      set(turn, 1);
      turn.insert('meta', 'm', 'x');
      turn.effect('e');
      turn.remindAt('r', turn.now);
      throw new Error('boom');
    });
    await rig.world.advance(5_000);
    expect(outcome).toEqual(refused('defect'));
    expect([rig.onDisk('a'), rig.store.get('meta', 'm'), rig.effects, reminded]).toEqual([
      undefined,
      undefined,
      [],
      0,
    ]);
    expect([rig.system.residentCount, rig.defects.length]).toEqual([0, 1]);
  });

  it('takes back what those it called had done, and leaves what others did in the same batch', async () => {
    const rig = new Rig();
    await rig.told('b', add(10));
    rig.hold();
    const others = rig.ask('b', add(1));
    const failing = rig.ask('a', (turn) => {
      turn.call(rig.purse, 'b', add(100));
      turn.call(rig.purse, 'c', add(100));
      throw new Error('boom');
    });
    const after = rig.ask('b', add(2));
    rig.release();
    await rig.world.settle();
    expect([failing.outcomes, others.outcomes, after.outcomes]).toEqual([
      [refused('defect')],
      [ok(11)],
      [ok(13)],
    ]);
    expect([rig.onDisk('a'), rig.onDisk('b'), rig.onDisk('c')]).toEqual([undefined, 13, undefined]);
  });

  it('in one that it called, three deep, leaves nothing of any of them', async () => {
    const rig = new Rig();
    const outcome = await rig.told('a', (turn) => {
      set(turn, 1);
      turn.call(rig.purse, 'b', (inner) => {
        set(inner, 2);
        inner.call(rig.purse, 'c', (innermost) => {
          set(innermost, 3);
          throw new Error('boom');
        });
      });
    });
    expect([outcome, rig.onDisk('a'), rig.onDisk('b'), rig.onDisk('c')]).toEqual([
      refused('defect'),
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('in one that it called fails as a whole even where the caller catches it', async () => {
    const rig = new Rig();
    const outcome = await rig.told('a', (turn) => {
      set(turn, 1);
      try {
        turn.call(rig.purse, 'b', (inner) => {
          set(inner, 2);
          throw new Error('boom');
        });
      } catch {
        // The caller hopes that nothing happened.
      }
      return 'fine';
    });
    expect([outcome, rig.onDisk('a'), rig.onDisk('b')]).toEqual([refused('defect'), undefined, undefined]);
  });

  it('for a key or a value that no store takes harms nobody else', async () => {
    const rig = new Rig();
    rig.hold();
    const good = rig.ask('a', add(1));
    const bad = ['', 'ä', 'x'.repeat(1_001)].map((key) => rig.ask('b', (turn) => turn.put('meta', key, 'v')));
    bad.push(rig.ask('c', (turn) => turn.put('meta', 'k', 'v'.repeat(5_000_000))));
    rig.release();
    await rig.world.settle();
    expect([good, ...bad].map(({ outcomes }) => outcomes)).toEqual([
      [ok(1)],
      ...bad.map(() => [refused('defect')]),
    ]);
    expect(rig.storageStates).toEqual([]);
  });
});

describe('a turn across actors', () => {
  const move =
    ({ purse }: Rig, to: string, amount: number): Handler =>
    (turn, sum = 0) => {
      set(turn, sum - amount);
      return turn.call(purse, to, add(amount));
    };

  it('is one commit: both or neither', async () => {
    const rig = new Rig();
    await rig.told('a', add(10));
    expect(await rig.told('a', move(rig, 'b', 3))).toEqual(ok(3));
    expect([rig.onDisk('a'), rig.onDisk('b')]).toEqual([7, 3]);
    rig.faults.push('reject');
    expect(await rig.told('a', move(rig, 'b', 3))).toEqual(refused('storage_unavailable'));
    await rig.world.advance(5_000);
    expect([rig.view('a'), rig.view('b'), rig.onDisk('a'), rig.onDisk('b')]).toEqual([7, 3, 7, 3]);
  });

  it('may call the same actor twice, which then sees what it became', async () => {
    const rig = new Rig();
    const outcome = await rig.told('a', (turn) => [
      turn.call(rig.purse, 'b', add(1)),
      turn.call(rig.purse, 'b', add(2)),
    ]);
    expect([outcome, rig.view('b')]).toEqual([ok([1, 3]), 3]);
  });

  it('may not call an actor that is in the turn already, itself or a caller', async () => {
    const rig = new Rig();
    const itself = await rig.told('a', (turn) => turn.call(rig.purse, 'a', read));
    const round = await rig.told('a', (turn) =>
      turn.call(rig.purse, 'b', (inner) => inner.call(rig.purse, 'a', read)),
    );
    expect([itself, round]).toEqual([refused('defect'), refused('defect')]);
    expect(await rig.told('a', add(1))).toEqual(ok(1));
  });

  it('that only reads rests on what those it called had not on disk yet', async () => {
    const rig = new Rig();
    rig.hold();
    rig.ask('b', add(4));
    const asked = rig.ask('a', (turn) => turn.call(rig.purse, 'b', read));
    expect(asked.outcomes).toEqual([]);
    rig.release();
    await rig.world.settle();
    expect(asked.outcomes).toEqual([ok(4)]);
  });
});

describe('those who are told of a turn', () => {
  it('may throw: the others hear all the same, and the defect is reported', async () => {
    const rig = new Rig();
    const throwing = () => {
      throw new Error('a receiver broke');
    };
    rig.system.ask(rig.purse, 'a', add(1), throwing);
    const second = rig.ask('a', add(1));
    await rig.world.settle();
    expect([second.outcomes, rig.defects.length]).toEqual([[ok(2)], 1]);
    expect(() => rig.system.ask(rig.purse, 'a', read, throwing)).not.toThrow();
    rig.ask('b', () => {
      rig.system.ask(rig.purse, 'b', read, throwing);
      rig.ask('c', add(1));
    });
    await rig.world.settle();
    expect([rig.view('c'), rig.defects.length]).toEqual([1, 3]);
  });

  it('may throw out of an effect: the other effects and the replies go out', async () => {
    const rig = new Rig({
      perform: (effect) => {
        if (effect === 'bad') throw new Error('an effect broke');
      },
    });
    const asked = rig.ask('a', (turn) => {
      turn.effect('bad');
      turn.effect('good');
    });
    await rig.world.settle();
    expect([asked.outcomes, rig.effects, rig.defects.length]).toEqual([[ok(undefined)], ['bad', 'good'], 1]);
  });

  it('may ask from within an inspector, and build on the turn they were told of', async () => {
    let isFirst = true;
    const rig: Rig = new Rig({
      inspector: {
        turn: () => {
          if (!isFirst) return;
          isFirst = false;
          rig.ask('a', (turn, sum = 0) => {
            expect(turn.get('accounts', 'a')).toBe(String(sum));
            set(turn, sum * 10);
          });
        },
      },
    });
    const asked = rig.ask('a', add(1));
    await rig.world.settle();
    expect([asked.outcomes, rig.onDisk('a'), rig.view('a')]).toEqual([[ok(1)], 10, 10]);
  });

  it('may ask on within the reply, and get an answer each', async () => {
    const rig = new Rig();
    const sums: unknown[] = [];
    const again = () =>
      rig.system.ask(rig.purse, 'a', add(1), (outcome) => {
        sums.push(outcome.ok && outcome.reply);
        if (sums.length < 5) again();
      });
    again();
    await rig.world.settle();
    expect([sums, rig.onDisk('a')]).toEqual([[1, 2, 3, 4, 5], 5]);
  });
});

describe('a turn that throws within others', () => {
  it('is refused without touching the others of its batch', async () => {
    const rig = new Rig();
    const asked = [rig.ask('a', add(1)), rig.ask('a', boom), rig.ask('a', add(1)), rig.ask('b', add(1))];
    await rig.world.settle();
    expect(asked.map(({ outcomes }) => outcomes)).toEqual([[ok(1)], [refused('defect')], [ok(2)], [ok(1)]]);
  });
});

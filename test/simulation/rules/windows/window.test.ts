import { describe, expect, it } from 'vitest';
import { WINDOW_EXACT } from '../../../../simulation/rules/windows/window.js';
import { CREDITS, MadeHistory, REFUSED } from '../made-history.js';

/** A key of two requests a minute, both of them used at 1,000 and 2,000 ms. */
function full(): MadeHistory {
  const history = new MadeHistory(WINDOW_EXACT);
  history.key(1, 2);
  history.ask(1_000, CREDITS);
  history.ask(2_000, CREDITS);
  return history;
}

describe('the rule of exact windows', () => {
  it('is content with a refusal until the first leaves, and an admission from then on', () => {
    const history = full();
    history.ask(60_999, CREDITS, REFUSED);
    history.ask(61_000, CREDITS);
    history.ask(61_001, CREDITS, REFUSED);
    history.ask(62_000, CREDITS);
    expect(history.end()).toEqual([]);
  });

  it('reports an admission one ms too early', () => {
    const history = full();
    history.ask(60_999, CREDITS);
    expect(history.end()).toEqual([expect.stringContaining('admitted with at least 2 counted of 2')]);
  });

  it('reports a refusal of what was admissible', () => {
    const history = full();
    history.ask(61_000, CREDITS, REFUSED);
    expect(history.end()).toEqual([expect.stringContaining('refused with at most 1 counted of 2')]);
  });

  it('reports a refused request that was counted', () => {
    const history = full();
    history.ask(3_000, CREDITS, REFUSED);
    history.ask(61_000, CREDITS);
    history.ask(62_000, CREDITS, REFUSED);
    expect(history.end()).toHaveLength(1);
  });

  it('takes a changed limit from its answer on, and both between', () => {
    const history = full();
    const change = history.send(3_000, { op: 'set_rpm', key: 1, rpm: 3 });
    history.ask(3_001, CREDITS, REFUSED);
    history.answer(3_002, change);
    history.ask(3_003, CREDITS);
    history.ask(3_004, CREDITS, REFUSED);
    expect(history.end()).toEqual([]);
    const late = full();
    late.ask(3_000, { op: 'set_rpm', key: 1, rpm: 3 });
    late.ask(3_001, CREDITS, REFUSED);
    expect(late.end()).toHaveLength(1);
  });

  it('lets a crash forget the last second, and no more', () => {
    for (const [crashAt, isWrong] of [
      [2_500, false],
      [3_001, true],
    ] as const) {
      const history = full();
      history.see({ at: crashAt, what: 'crashed', on: 'now', undecided: 'lost' });
      history.see({ at: crashAt + 100, what: 'starting', isReboot: false });
      history.see({ at: crashAt + 200, what: 'started' });
      history.ask(4_000, CREDITS);
      expect(history.end()).toHaveLength(isWrong ? 1 : 0);
    }
  });

  it('counts that second back from the kill, not from when a real process was seen to have ended', () => {
    for (const [killedAt, isWrong] of [
      [2_999, false],
      [3_001, true],
    ] as const) {
      const history = full();
      history.see({ at: 4_500, what: 'crashed', on: 'now', undecided: 'lost', killedAt });
      history.see({ at: 4_600, what: 'starting', isReboot: false });
      history.see({ at: 4_700, what: 'started' });
      history.ask(5_000, CREDITS);
      expect(history.end()).toHaveLength(isWrong ? 1 : 0);
    }
  });

  it('lets a crash forget no more than that second if what hung at the disk did so before the start', () => {
    const history = new MadeHistory(WINDOW_EXACT);
    history.key(1, 2);
    history.see({ at: 500, what: 'disk_failed', fault: 'hang_then_commit' });
    for (const crashAt of [1_000, 11_000]) {
      history.see({ at: crashAt, what: 'crashed', on: 'now', undecided: 'lost' });
      history.see({ at: crashAt + 100, what: 'starting', isReboot: false });
      history.see({ at: crashAt + 200, what: 'started' });
      history.ask(crashAt + 300, CREDITS);
      history.ask(crashAt + 400, CREDITS);
    }
    expect(history.end()).toHaveLength(2);
  });

  it('lets a graceful restart forget nothing, and counts the time while it is down', () => {
    const history = full();
    history.see({ at: 2_001, what: 'stopping' });
    history.see({ at: 2_002, what: 'stopped' });
    history.see({ at: 61_000, what: 'starting', isReboot: false });
    history.see({ at: 61_000, what: 'started' });
    history.ask(61_001, CREDITS);
    expect(history.messages).toEqual([]);
    history.ask(61_002, CREDITS);
    expect(history.end()).toHaveLength(1);
  });

  it('lets the wall clock tell the time if the machine itself starts anew', () => {
    for (const isReboot of [true, false]) {
      const history = full();
      history.see({ at: 5_000, what: 'wall_stepped', ms: 3_600_000 });
      history.see({ at: 9_000, what: 'crashed', on: 'now', undecided: 'lost' });
      history.see({ at: 9_500, what: 'starting', isReboot });
      history.see({ at: 9_600, what: 'started' });
      history.ask(10_000, CREDITS);
      expect(history.end()).toHaveLength(isReboot ? 0 : 1);
    }
  });

  it('lets the wall clock step back while the start goes on that has read it', () => {
    const history = new MadeHistory(WINDOW_EXACT);
    history.key(1, 40);
    for (let n = 0; n < 40; n++) history.ask(1_000, CREDITS);
    history.see({ at: 5_000, what: 'crashed', on: 'now', undecided: 'lost' });
    history.see({ at: 5_100, what: 'wall_stepped', ms: 70_000 });
    history.see({ at: 5_200, what: 'starting', isReboot: true });
    history.see({ at: 5_300, what: 'wall_stepped', ms: -70_000 });
    history.see({ at: 5_400, what: 'started' });
    history.ask(6_000, CREDITS);
    expect(history.end()).toEqual([]);
  });

  it('lets requests that were too old be met again if a boot finds the wall clock set back', () => {
    for (const [ms, reports] of [
      [-3_600_000, 0],
      [3_600_000, 1],
    ] as const) {
      const history = new MadeHistory(WINDOW_EXACT);
      history.key(1, 40);
      for (let n = 0; n < 40; n++) history.ask(1_000, CREDITS);
      history.ask(70_000, CREDITS);
      history.see({ at: 71_000, what: 'wall_stepped', ms });
      history.see({ at: 71_500, what: 'crashed', on: 'now', undecided: 'lost' });
      history.see({ at: 71_600, what: 'starting', isReboot: true });
      history.see({ at: 71_700, what: 'started' });
      history.ask(72_000, CREDITS, REFUSED);
      expect(history.end()).toHaveLength(reports);
    }
  });

  it('knows that a process notes the clocks as its start begins, and not once more at its end', () => {
    for (const [steppedAt, isWrong] of [
      [5_100, true],
      [5_300, false],
    ] as const) {
      const history = full();
      const moments = [
        { at: 5_000, what: 'crashed', on: 'now', undecided: 'lost' },
        { at: 5_200, what: 'starting', isReboot: false },
        { at: 5_400, what: 'started' },
        { at: 5_500, what: 'crashed', on: 'now', undecided: 'lost' },
        { at: 5_600, what: 'starting', isReboot: true },
        { at: 5_700, what: 'started' },
        { at: steppedAt, what: 'wall_stepped', ms: 3_600_000 },
      ] as const;
      for (const seen of moments.toSorted((a, b) => a.at - b.at)) history.see(seen);
      history.ask(6_000, CREDITS);
      expect(history.end()).toHaveLength(isWrong ? 1 : 0);
    }
  });

  it('counts a request whose answer nobody saw', () => {
    const history = new MadeHistory(WINDOW_EXACT);
    history.key(1, 1);
    const unheard = history.send(1_000, CREDITS);
    history.see({ at: 1_001, what: 'gave_up', request: unheard });
    history.ask(1_002, CREDITS);
    expect(history.end()).toHaveLength(1);
  });

  it('counts requests without a valid key on their address, those with a revoked key too', () => {
    const history = new MadeHistory(WINDOW_EXACT);
    history.key(1, 1);
    history.ask(100, { op: 'revoke', key: 1 });
    const invalid = { status: 401, code: 'invalid_api_key' };
    for (let n = 0; n < 60; n++) history.ask(1_000, CREDITS, invalid);
    history.ask(1_001, { op: 'stray', key: 1, how: 'no_key' }, REFUSED, { keyId: '', credential: 'none' });
    expect(history.messages).toEqual([]);
    history.ask(1_002, CREDITS, invalid);
    expect(history.end()).toHaveLength(1);
  });

  it('reports of intervals of arrival only what is wrong however they are placed', () => {
    const spread = { arrivesBy: 'answer' } as const;
    for (const [sentAt, isWrong] of [
      [60_900, false],
      [60_800, true],
    ] as const) {
      const history = new MadeHistory(WINDOW_EXACT);
      history.key(1, 1);
      const first = history.send(900, CREDITS, spread);
      history.answer(1_000, first);
      const second = history.send(sentAt, CREDITS, spread);
      history.answer(isWrong ? 60_850 : 61_100, second);
      expect(history.end()).toHaveLength(isWrong ? 1 : 0);
    }
  });
});

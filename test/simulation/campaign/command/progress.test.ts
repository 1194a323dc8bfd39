import { describe, expect, it } from 'vitest';
import type { CampaignState } from '../../../../simulation/campaign/campaign.js';
import { Progress } from '../../../../simulation/campaign/command/progress.js';

const REACH = {
  statesReached: 4,
  statesAll: 6,
  transitionsReached: 12,
  transitionsAll: 40,
  pairsReached: 20,
  pairsAll: 50,
};

const STATE: CampaignState = {
  runs: 1_234,
  runsByFaults: { none: 1_000, light: 200, heavy: 34 },
  failures: 1,
  broken: {},
  simulatedMs: 36_000_000,
  counts: {},
  shrinkingSteps: undefined,
  digest: undefined,
};

function output(more: { isTTY?: boolean; columns?: number } = {}) {
  const written: string[] = [];
  return { written, write: (text: string) => written.push(text), ...more };
}

describe('progress on a terminal', () => {
  it('is one line with a bar, drawn over and at last wiped', () => {
    const terminal = output({ isTTY: true, columns: 200 });
    const progress = new Progress(terminal, { runs: 2_468 });
    progress.update(STATE, () => REACH, 10_000);
    progress.clear();
    progress.clear();
    expect(terminal.written).toEqual([
      '\r\u001b[K[##########          ]  1,234 runs  123/s  1 failure  ' +
        '10 h simulated (3,600 × real time)  states 4 of 6  transitions 12 of 40',
      '\r\u001b[K',
    ]);
  });

  it('is drawn five times a second at most', () => {
    const terminal = output({ isTTY: true, columns: 200 });
    const progress = new Progress(terminal, { ms: 60_000 });
    for (let ms = 1; ms <= 10_000; ms++) progress.update(STATE, () => REACH, ms);
    expect(terminal.written).toHaveLength(50);
  });

  it('leaves out whole items from the end where the terminal is narrow', () => {
    const shown = new Map<number, string>();
    for (const columns of [1, 23, 24, 40, 56, 80]) {
      const terminal = output({ isTTY: true, columns });
      new Progress(terminal, { ms: 60_000 }).update(STATE, () => REACH, 1_000_000);
      const [text = ''] = terminal.written;
      shown.set(columns, text.slice('\r\u001b[K'.length));
    }
    const bar = '[####################]';
    expect(Object.fromEntries(shown)).toEqual({
      1: '',
      23: bar,
      24: bar,
      40: `${bar}  1,234 runs`,
      56: `${bar}  1,234 runs  1.2/s  1 failure`,
      80: `${bar}  1,234 runs  1.2/s  1 failure`,
    });
  });

  it('tells how far the shrinking of a history has come', () => {
    const terminal = output({ isTTY: true, columns: 300 });
    const progress = new Progress(terminal, { ms: 60_000 });
    progress.update({ ...STATE, shrinkingSteps: 17 }, () => REACH, 500);
    expect(terminal.written[0]).toMatch(/ {2}1 failure {2}shrinking a history, 17 steps left {2}/);
  });

  it('says nothing of machines where there are none', () => {
    const terminal = output({ isTTY: true, columns: 300 });
    const none = { ...REACH, statesAll: 0, transitionsAll: 0 };
    new Progress(terminal, { ms: 60_000 }).update(STATE, () => none, 500);
    expect(terminal.written[0]).not.toContain('states');
  });
});

it('elsewhere, progress is a plain line every ten seconds, and nothing is wiped', () => {
  const file = output();
  const progress = new Progress(file, { ms: 60_000 });
  for (let ms = 100; ms <= 25_000; ms += 100) progress.update(STATE, () => REACH, ms);
  progress.clear();
  expect(file.written).toHaveLength(2);
  expect(file.written[0]).toMatch(
    /^1,234 runs {2}\d+\/s {2}1 failure {2}[\x20-\x7e×]+ {2}transitions 12 of 40\n$/,
  );
});

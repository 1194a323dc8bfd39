import { describe, expect, it } from 'vitest';
import { portfolio } from '../../../../simulation/campaign/command/portfolio.js';
import { MadeUpEnvironment } from '../made-up-environment.js';
import { boxModel, neverBroken } from '../made-up-models.js';
import { fuzz } from './fuzz-runs.js';

describe('a campaign of all models', () => {
  const started = () => new MadeUpEnvironment(boxModel(neverBroken));

  it('has a lane for each core; all models are in one, and the time of each lane is used up', () => {
    const lanes = portfolio(7, 10, 2);
    expect(lanes.map((lane) => lane.map(({ model }) => model))).toEqual([
      ['window', 'ledger', 'job', 'store', 'config', 'outward', 'clip', 'part', 'process', 'http', 'node'],
      ['node'],
    ]);
    for (const lane of lanes) expect(lane.reduce((sum, { minutes }) => sum + minutes, 0)).toBeCloseTo(10);
    expect(new Set(lanes.flat().map(({ model, seed }) => `${model} ${seed}`)).size).toBe(12);
    expect(portfolio(7, 10, 1)).toHaveLength(1);
  });

  it('is the default, hands its options on and tells of each part', async () => {
    const environment = started();
    const line = ['--seed', '7', '--minutes', '1', '--faults', 'heavy', '--keep-going'];
    expect(await fuzz(line, environment)).toBe(0);
    expect(environment.parts).toContain(
      '--model job --seed 7 --minutes 0.03 --trace-dir fuzz-failures --faults heavy --keep-going',
    );
    expect(environment.parts).toContain(
      '--model http --seed 7 --minutes 0.06 --trace-dir fuzz-failures --keep-going',
    );
    expect(environment.stdout).toContain('fuzzing all models from seed 7, in 2 processes at a time\n');
    expect(environment.stdout.match(/^fuzzed --model /gm)).toHaveLength(12);
  });

  it('ends at the first failure: the others are stopped, no more begins, and the status is 1', async () => {
    const environment = started();
    environment.endOfPart = (args) =>
      args.includes('ledger') ? { status: 1, text: 'FAILURE in ledger\n' } : { status: 0, text: '' };
    expect(await fuzz(['--seed', '7'], environment)).toBe(1);
    expect(environment.stdout).toContain('FAILURE in ledger');
    expect(environment.parts.filter((part) => part.includes('job'))).toEqual([]);
  });

  it('goes on after a failure if it is told to, and ends with 1 all the same', async () => {
    const environment = started();
    environment.endOfPart = (args) => ({ status: args.includes('window') ? 1 : 0, text: '' });
    expect(await fuzz(['--seed', '7', '--keep-going'], environment)).toBe(1);
    expect(environment.parts).toHaveLength(12);
  });
});

import { describe, expect, it } from 'vitest';
import { faultsOf } from '../../../../simulation/campaign/campaign.js';
import { coverageOf, coverageReport } from '../../../../simulation/campaign/command/coverage-of.js';
import { MODEL_NAMES, MODELS } from '../../../../simulation/campaign/command/models.js';
import { writeTrace } from '../../../../simulation/campaign/trace-file.js';
import type { History, Model, TraceLine } from '../../../../simulation/model.js';

const SEEDS = [1, 2, 3, 4, 5, 6];

/** The others are played in real time. */
const REPEATABLE = MODEL_NAMES.filter((name) => name !== 'process');

describe.each(REPEATABLE)('the model %s', (name) => {
  async function load(): Promise<Model> {
    const model = await MODELS[name]?.();
    if (model === undefined) throw new Error('not in the table');
    return model;
  }

  it('goes by its name, and says each of its steps in one line', async () => {
    const model = await load();
    expect(model.name).toBe(name);
    for (const seed of SEEDS) {
      const history = model.generate(seed, 'heavy');
      expect(history).toMatchObject({ v: 1, model: name, seed, faults: 'heavy' });
      for (const step of history.steps) expect(model.describe(step)).toMatch(/^\S.*\S$/);
    }
  });

  it('makes histories that are plain JSON and that run to the same trace when read back', async () => {
    const model = await load();
    const traceOf = async (history: History) => {
      const trace: TraceLine[] = [];
      const { violations } = await model.run(history, { traced: (line) => trace.push(line) });
      return writeTrace(history, violations, trace);
    };
    for (const seed of SEEDS.slice(0, 3)) {
      const history = model.generate(seed, 'heavy');
      const readBack = JSON.parse(JSON.stringify(history)) as History;
      expect(await traceOf(readBack)).toBe(await traceOf(history));
    }
  });

  it('makes moves that the charts of its machines know, if it has machines', async () => {
    const model = await load();
    const tally = await coverageOf(name);
    for (const seed of SEEDS) {
      const faults = faultsOf(seed);
      await model.run(model.generate(seed, faults), { machineStep: (step) => tally.add(step, faults) });
    }
    expect(tally.findings()).toEqual([]);
    expect(tally.moves().length > 0).toBe(tally.subject.charts.length > 0);
  });
});

it('a report of coverage is Markdown if its name says so, and text else', async () => {
  const tally = await coverageOf('node');
  const about = [['model', 'node']] as const;
  expect(coverageReport(tally, 'a/report.MD', about)).toContain('\n- model: node\n');
  expect(coverageReport(tally, 'md.txt', about)).toContain('  model: node\n');
});

import { expect, it } from 'vitest';
import { generateNodeHistory } from '../../../simulation/history/generate.js';
import { generateLeftModels } from '../../../simulation/history/reloads/generate-left-models.js';
import { Random } from '../../../simulation/world/random.js';
import { TEXTS } from '../rules/texts/made-text.js';
import { SETUP } from '../rules/told-history.js';

const FACTS = { faults: 'light', models: SETUP.models, openJobsMax: 2, durationMs: 10_000 } as const;

it('a model of its own is taken away, asked for again in each part of the history, and mostly brought back', () => {
  let found = 0;
  for (let seed = 1; seed <= 60; seed++) {
    const { models, texts, steps } = generateLeftModels(new Random(seed), { ...FACTS, texts: TEXTS });
    if (steps.length === 0) continue;
    found += 1;
    expect(models.map(({ id }) => id)).toEqual(['model/left']);
    expect(texts?.models.map(({ id }) => id)).toEqual(['text/0', 'text/left']);
    const reloads = steps.filter((step) => step.do === 'reload' && !step.isMistaken);
    expect(reloads).toHaveLength(2);
    const [goneAt = 0, backAt = 0] = reloads.map(({ at }) => at);
    const repeats = steps.filter(
      (step) => step.do === 'request' && 'prompt' in step.call && step.call.prompt === 'Left scene over',
    );
    const parts = new Set(repeats.map(({ at }) => (at < goneAt - 200 ? 0 : at < backAt ? 1 : 2)));
    expect([...parts].sort()).toEqual([0, 1, 2]);
  }
  expect(found).toBeGreaterThan(5);
});

it('histories take only models away that they have, or that the embedded provider has', () => {
  for (let seed = 1; seed <= 60; seed++) {
    const { setup, steps } = generateNodeHistory(seed, 'light');
    const left = steps.flatMap((step) => (step.do === 'reload' ? Object.keys(step.leftModels ?? {}) : []));
    const ids = [...setup.models, ...(setup.texts?.models ?? []), { id: 'sim/video-half' }].map(
      ({ id }) => id,
    );
    expect(left.filter((id) => !ids.includes(id))).toEqual([]);
  }
});

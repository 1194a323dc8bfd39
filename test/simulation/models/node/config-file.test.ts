import { expect, it } from 'vitest';
import type { Reloaded } from '../../../../simulation/history/node-history.js';
import { ConfigFile } from '../../../../simulation/models/node/config/config-file.js';
import { configOf } from '../../../../simulation/models/node/config/node-config.js';
import { TEXTS } from '../../rules/texts/made-text.js';
import { SETUP } from '../../rules/told-history.js';

const [FIRST, SECOND, THIRD] = ['model/idempotent', 'model/forgetful', 'model/routed'];
const TEXT = 'text/0';

it('a model that a reload takes away stays away until one brings it back, at the price of by then', () => {
  const setup = { ...SETUP, texts: TEXTS };
  const file = new ConfigFile(configOf(setup), setup);
  const reload = (changes: Reloaded) => {
    const wanted = file.wantedBy({ id: 1, at: 0, do: 'reload', isMistaken: false, ...changes });
    file.took(wanted, changes);
  };
  const start = () => file.took(file.nextStart().config);
  const offered = () => {
    const { models, textModels } = file.config;
    const videos = models
      .filter(({ settings }) => settings.isOffered)
      .map(({ id, settings }) => [id, settings.pricePerSecondMicroDa]);
    return [...videos, ...textModels.flatMap(({ id, isOffered }) => (isOffered ? [[id]] : []))];
  };
  const price = 1_000_000;
  reload({ leftModels: { [FIRST]: 'not_named', [SECOND]: 'not_offered', [TEXT]: 'not_named' } });
  expect(offered()).toEqual([[THIRD, price]]);
  expect(file.config.models.map(({ id }) => id)).toEqual([SECOND, THIRD]);
  start();
  reload({ prices: [7, 8, 9] });
  expect(offered()).toEqual([[THIRD, 9]]);
  reload({ leftModels: { [THIRD]: 'not_offered', 'sim/video': 'not_offered' } });
  start();
  expect(offered()).toEqual([[FIRST, 7], [SECOND, 8], [TEXT]]);
  const embedded = file.config.providers.flatMap(({ models }) => models);
  expect(embedded.map(({ id, override }) => [id, override.isOffered])).toEqual([['sim/video', false]]);
});

it('a reload that is not taken leaves the models as they were', () => {
  const file = new ConfigFile(configOf(SETUP), SETUP);
  const leftModels = { [FIRST]: 'not_named' } as const;
  file.wantedBy({ id: 1, at: 0, do: 'reload', isMistaken: false, leftModels });
  file.took(file.nextStart().config);
  expect(file.wantedBy({ id: 2, at: 0, do: 'reload', isMistaken: false }).models).toHaveLength(3);
});

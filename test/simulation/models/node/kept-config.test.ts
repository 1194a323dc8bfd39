import { expect, it } from 'vitest';
import type { KeptSettings } from '../../../../simulation/history/node-history.js';
import { configOf } from '../../../../simulation/models/node/config/node-config.js';
import { keepsResults } from '../../../../src/node/assembly/part-settings.js';
import { SETUP } from '../../rules/told-history.js';

it.each<[KeptSettings['saidBy']]>([[undefined], ['top'], ['kinds'], ['each_against_top']])(
  'of two providers the results of one are kept, said by %s',
  (saidBy) => {
    const kept: KeptSettings = {
      providers: ['plain'],
      bytesMax: 90,
      keptMsMin: 0,
      ...(saidBy && { saidBy }),
    };
    const config = configOf({ ...SETUP, settings: { ...SETUP.settings, kept } });
    expect(['plain', 'findable'].map((provider) => keepsResults(config, provider))).toEqual([true, false]);
  },
);

import { expect, it } from 'vitest';
import type { ServiceHeard } from '../../../../simulation/history/observation.js';
import { readKeyedFiles } from '../../../../simulation/models/node/services/file-keys.js';
import { readFiles } from '../../../../simulation/models/node/services/file-words.js';
import { Random } from '../../../../simulation/world/random.js';

it('production opens and reads a file of a service as what it is, in each way of serving it', async () => {
  const heard: Omit<ServiceHeard, 'what'>[] = [];
  for (let seed = 1; seed <= 100; seed++) await readFiles(new Random(seed), (one) => heard.push(one));
  expect(heard.filter(({ means, takenFor }) => means !== takenFor)).toEqual([]);
  const meant = new Set(heard.map(({ means }) => means));
  expect(meant).toEqual(new Set(['whole', 'breaks off', 'gone', 'asked again', 'forbidden']));
});

it('the key of a service goes to its origin alone, and all other addresses are judged', async () => {
  const heard: Omit<ServiceHeard, 'what'>[] = [];
  for (let seed = 1; seed <= 200; seed++) await readKeyedFiles(new Random(seed), (one) => heard.push(one));
  expect(heard.filter(({ means, takenFor }) => means !== takenFor)).toEqual([]);
  const meant = heard.map(({ means }) => means);
  expect(meant.some((means) => means.includes('/1 with the key'))).toBe(true);
  expect(meant.some((means) => /https:\/\/files\.example\/2, .*whole/.test(means))).toBe(true);
  expect(meant.some((means) => means.endsWith('forbidden'))).toBe(true);
});

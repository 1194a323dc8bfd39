import { expect, it } from 'vitest';
import type { ServiceHeard } from '../../../../simulation/history/observation.js';
import type { ServiceAsked } from '../../../../simulation/history/services/service-observation.js';
import { askAdapters } from '../../../../simulation/models/node/services/ask-adapters.js';
import { askRequests } from '../../../../simulation/models/node/services/requests/ask-requests.js';
import { askImages } from '../../../../simulation/models/node/services/requests/image-words.js';
import { askProbes } from '../../../../simulation/models/node/services/requests/probe-words.js';
import { hearProgress } from '../../../../simulation/models/node/services/requests/progress-words.js';
import { Random } from '../../../../simulation/world/random.js';

const SEEDS = 40;

it('adapters ask their services for all kinds of wishes by the calls of their descriptions', async () => {
  const asked: Omit<ServiceAsked, 'what'>[] = [];
  for (let seed = 0; seed < SEEDS; seed++) {
    await askRequests(new Random(seed), (one) => asked.push(one));
    await askImages(new Random(seed), (one) => asked.push(one));
  }
  expect(asked.filter(({ means, asked: is }) => is !== means)).toEqual([]);
  expect(new Set(asked.map(({ provider }) => provider)).size).toBe(8);
  expect(asked.filter(({ means }) => means.includes('accepted')).length).toBeGreaterThan(SEEDS);
  expect(asked.filter(({ means }) => means.startsWith('it cannot')).length).toBeGreaterThan(SEEDS);
});

it('adapters take each word of their services for what it means, and tell of progress', async () => {
  const heard: Omit<ServiceHeard, 'what'>[] = [];
  for (let seed = 0; seed < SEEDS; seed++) {
    await askAdapters(new Random(seed), (one) => heard.push(one));
    await hearProgress(new Random(seed), (one) => heard.push(one));
  }
  expect(heard.filter(({ means, takenFor }) => takenFor !== means)).toEqual([]);
  const meant = new Set(heard.map(({ provider, means }) => `${provider}: ${means}`));
  // Only the third look at a prompt tells of that file.
  expect(meant).toContain('comfyui: made at /view?filename=c.mp4&subfolder=video&type=output');
  expect(meant).toContain('comfyui: not found');
  expect(meant).toContain('veo: accepted as tunedModels/mine/operations/op_2');
});

it('adapters say of each answer to a probe what is to be mended', async () => {
  const heard: Omit<ServiceHeard, 'what'>[] = [];
  for (let seed = 0; seed < SEEDS; seed++) await askProbes(new Random(seed), (one) => heard.push(one));
  expect(heard.filter(({ means, takenFor }) => takenFor !== means)).toEqual([]);
  const ends = new Set(heard.map(({ means }) => means.replace(/.*: /, '')));
  expect(ends).toEqual(new Set(['ok', 'mend the key', 'mend the url', 'try again later', 'asked again']));
});

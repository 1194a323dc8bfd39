import { expect, it } from 'vitest';
import type { ServiceHeard } from '../../../../simulation/history/observation.js';
import type { ServiceAsked } from '../../../../simulation/history/services/service-observation.js';
import { askTexts } from '../../../../simulation/models/node/services/text-words.js';
import { askTextRequests } from '../../../../simulation/models/node/texts/text-requests.js';
import { Random } from '../../../../simulation/world/random.js';

it('the adapter for texts takes each documented answer of its servers for what it means', async () => {
  const heard: Omit<ServiceHeard, 'what'>[] = [];
  for (let seed = 0; seed < 100; seed++) await askTexts(new Random(seed), (one) => heard.push(one));
  expect(heard.filter(({ means, takenFor }) => takenFor !== means)).toEqual([]);
  const said = new Set(heard.map(({ said: text }) => text));
  for (const status of [302, 408, 429, 502, 503]) expect(said).toContain(`${status}`);
  expect(new Set(heard.map(({ means }) => means))).toContain('failed, content_rejected');
});

it('the adapter for texts asks each server for a text as its protocol has it', async () => {
  const asked: Omit<ServiceAsked, 'what'>[] = [];
  for (let seed = 0; seed < 20; seed++) await askTextRequests(new Random(seed), (one) => asked.push(one));
  expect(asked.filter(({ means, asked: is }) => is !== means)).toEqual([]);
});

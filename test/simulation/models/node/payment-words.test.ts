import { expect, it } from 'vitest';
import type { ServiceHeard } from '../../../../simulation/history/observation.js';
import type { ServiceAsked } from '../../../../simulation/history/services/service-observation.js';
import { askPayments } from '../../../../simulation/models/node/payments/payment-words.js';
import { askSimulatedTexts } from '../../../../simulation/models/node/services/simulated-text-words.js';
import { Random } from '../../../../simulation/world/random.js';

type Heard = Omit<ServiceHeard, 'what'>;

it('the client of the payment service takes each answer and notice for what it means', async () => {
  const heard: Heard[] = [];
  const asked: Omit<ServiceAsked, 'what'>[] = [];
  for (let seed = 0; seed < 60; seed++)
    await askPayments(
      new Random(seed),
      (one) => heard.push(one),
      (one) => asked.push(one),
    );
  expect(heard.filter(({ means, takenFor }) => takenFor !== means)).toEqual([]);
  expect(asked.filter(({ means, asked: is }) => is !== means)).toEqual([]);
  const meanings = new Set(heard.map(({ means }) => means.split(',')[0]));
  for (const one of ['created', 'refused', 'no such checkout', 'asked again', 'unknown', 'open', 'its own'])
    expect(meanings).toContain(one);
});

it('the simulated provider of texts writes what it counts', async () => {
  const heard: Heard[] = [];
  for (let seed = 0; seed < 40; seed++) await askSimulatedTexts(new Random(seed), (one) => heard.push(one));
  expect(heard.filter(({ means, takenFor }) => takenFor !== means)).toEqual([]);
  const meanings = heard.map(({ means }) => means);
  expect(meanings).toContain('a fault');
  expect(meanings.filter((one) => one.includes('(length;')).length).toBeGreaterThan(10);
});

import { describe, expect, it } from 'vitest';
import { answerAfter, scripted, watchTicket } from '../../scripted-provider.js';

describe('a provider that comes back', () => {
  it('is asked by a few, then by as many more as it answers, up to the bound', async () => {
    const { world, provider, calls } = scripted({ pollsInFlightMax: 100 });
    provider.onPoll = () => answerAfter(world, 100, { state: 'pending', askAgainAfterMs: 60_000 });
    const start = world.steadyMs();
    for (let n = 0; n < 1_000; n++) calls.watch(watchTicket(`job-${n}`, start));
    const inFlight: number[] = [];
    for (let round = 0; round < 5; round++) {
      await world.advance(round === 0 ? 50 : 100);
      inFlight.push(provider.inFlight);
    }
    expect(inFlight).toEqual([16, 32, 64, 100, 100]);
    provider.onPoll = () => {
      throw new Error('down');
    };
    await world.advance(1_000);
    provider.onPoll = () => answerAfter(world, 100, { state: 'pending', askAgainAfterMs: 60_000 });
    const before = provider.polls.length;
    provider.inFlightMax = 0;
    while (provider.polls.length === before) await world.advance(50);
    await world.advance(150);
    expect(provider.inFlightMax).toBeLessThanOrEqual(17);
  });
});

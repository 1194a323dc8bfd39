import { expect, it } from 'vitest';
import { MetricsPage } from '../../../src/node/metrics/page.js';
import { addProviderMetrics } from '../../../src/node/metrics/provider-metrics.js';
import { scripted, watchTicket } from '../../providers/scripted-provider.js';

it('the lateness of polls is told by the time that each waited beyond its due time', async () => {
  const { world, provider, calls } = scripted({ pollsPerSecondMax: 10 });
  provider.onPoll = () => ({ state: 'pending', askAgainAfterMs: 60_000 });
  // One at once, then one each 100 ms: late by 0, 100, …, 900 ms.
  for (let n = 0; n < 10; n++) calls.watch(watchTicket(`job-${n}`, world.steadyMs()));
  await world.advance(5_000);
  const page = new MetricsPage();
  addProviderMetrics(page, calls);
  const name = 'tollgate_provider_poll_lateness_seconds';
  const lines = page
    .print()
    .split('\n')
    .filter((line) => line.includes(name));
  const upTo = (le: string) => `${name}_bucket{provider="scripted",model="m",le="${le}"}`;
  expect(lines).toContain(`# TYPE ${name} histogram`);
  expect(lines).toEqual(
    expect.arrayContaining([
      `${upTo('0.005')} 1`,
      `${upTo('0.1')} 2`,
      `${upTo('0.5')} 6`,
      `${upTo('1')} 10`,
      `${upTo('+Inf')} 10`,
      `${name}_sum{provider="scripted",model="m"} 4.5`,
      `${name}_count{provider="scripted",model="m"} 10`,
    ]),
  );
});

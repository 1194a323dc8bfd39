import { expect, it } from 'vitest';
import { stateChartsPage } from '../../scripts/state-charts-page.js';

it('docs/state-charts.md shows the machines as they are (rewrite it with -u)', async () => {
  await expect(stateChartsPage()).toMatchFileSnapshot('../../docs/state-charts.md');
});

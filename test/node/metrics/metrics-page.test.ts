import { expect, it } from 'vitest';
import { metricsPage } from '../../../scripts/metrics-page.js';

it('docs/metrics.md says what the catalogue of metrics says (rewrite it with -u)', async () => {
  await expect(metricsPage()).toMatchFileSnapshot('../../../docs/metrics.md');
});

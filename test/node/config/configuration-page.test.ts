import { expect, it } from 'vitest';
import { configurationPage } from '../../../scripts/configuration-page.js';

it('docs/configuration.md says what the table of options says (rewrite it with -u)', async () => {
  await expect(configurationPage()).toMatchFileSnapshot('../../../docs/configuration.md');
});

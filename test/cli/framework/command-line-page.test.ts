import { expect, it } from 'vitest';
import { commandLinePage } from '../../../scripts/command-line-page.js';

it('docs/command-line.md says what the commands say (rewrite it with -u)', async () => {
  await expect(await commandLinePage()).toMatchFileSnapshot('../../../docs/command-line.md');
});

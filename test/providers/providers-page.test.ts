import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { exampleOf, providersPage } from '../../scripts/providers-page.js';
import { runProgram } from '../../src/cli/framework/program.js';
import { SECTIONS } from '../../src/commands.js';
import { ADAPTERS } from '../../src/providers/adapters/adapters.js';
import { madeUpIo } from '../cli/framework/made-up-io.js';
import { folderOfFile } from '../temporary-folder.js';

const folder = folderOfFile('providers-page');

it('docs/providers.md says what the adapters say (rewrite it with --update)', async () => {
  await expect(providersPage()).toMatchFileSnapshot('../../docs/providers.md');
});

it.each(ADAPTERS.filter(({ isReal }) => isReal))(
  'the configuration that docs/providers.md shows for $kind is right',
  async (adapter) => {
    writeFileSync(join(folder, 'clip.json'), '{"1":{"class_type":"A","inputs":{"text":"{{prompt}}"}}}');
    const path = join(folder, 'tollgate.yaml');
    writeFileSync(path, exampleOf(adapter));
    const [, variable = ''] = /key-env: (\w+)/.exec(exampleOf(adapter)) ?? [];
    const io = madeUpIo({ environment: { [variable]: 'a-key' }, folder });
    const status = await runProgram(['check', '--config', path], SECTIONS, io);
    expect({ status, err: io.said.err }).toEqual({ status: 0, err: '' });
    expect(io.said.out).toContain('1 model of ');
  },
);

import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { standInConfiguration } from '../../../../src/cli/commands/providers/stand-in-configuration.js';
import { runProgram } from '../../../../src/cli/framework/program.js';
import { SECTIONS } from '../../../../src/commands.js';
import { ADAPTERS, TEXT_ADAPTERS } from '../../../../src/providers/adapters/adapters.js';
import { folderOfTest } from '../../../temporary-folder.js';
import { madeUpIo } from '../../framework/made-up-io.js';

it.each([...ADAPTERS, ...TEXT_ADAPTERS].filter(({ makeStandIn }) => makeStandIn !== undefined))(
  'the configuration that a stand-in for $kind prints is right as it stands, once its comment is obeyed',
  async (adapter) => {
    const folder = folderOfTest('stand-in-configuration');
    const printed = standInConfiguration(adapter, 'http://127.0.0.1:9001', 'STAND_IN_KEY');
    const [, command] = /^# {3}(.*)$/m.exec(printed) ?? [];
    if (command !== undefined) execFileSync('/bin/sh', ['-c', command], { cwd: folder });
    writeFileSync(join(folder, 'tollgate.yaml'), printed);
    const io = madeUpIo({ environment: { STAND_IN_KEY: 'a-key' }, folder });
    const status = await runProgram(['check', '--config', 'tollgate.yaml'], SECTIONS, io);
    expect({ status, err: io.said.err }).toEqual({ status: 0, err: '' });
  },
);

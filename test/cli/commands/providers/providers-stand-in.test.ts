import { expect, it } from 'vitest';
import { runProgram } from '../../../../src/cli/framework/program.js';
import { SECTIONS } from '../../../../src/commands.js';
import { madeUpIo } from '../../framework/made-up-io.js';

it.each([
  [['fall'], 'KIND must be one of fal'],
  [['fal', '--busy-share', '1.5'], '--busy-share must be a number from 0 to 1'],
  [['fal', '--latency-ms', '-1'], '--latency-ms must be a whole number from 0'],
  [['fal', '--port', '0'], 'set STAND_IN_KEY to the key that requests are to carry'],
  [['fal', '--key-env', 'NO_SUCH_KEY'], 'set NO_SUCH_KEY to the key that requests are to carry'],
])('a stand-in that is called with %j is refused in one line', async (argv, message) => {
  const io = madeUpIo();
  const status = await runProgram(['providers', 'stand-in', ...argv], SECTIONS, io);
  expect({ status, out: io.said.out }).toEqual({ status: 2, out: '' });
  expect(io.said.err).toContain(message);
});

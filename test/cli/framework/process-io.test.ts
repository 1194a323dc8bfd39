import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';

/** Of the build, as `npm test` makes it before the tests. */
const MODULE = new URL('../../../dist/src/cli/framework/process-io.js', import.meta.url);
const LINES = 5_000;

it('ends a process once a pipe that is read late has taken all that was written', async () => {
  const script = `
    import { endProcess } from '${MODULE.href}';
    for (let n = 0; n < ${LINES}; n++) process.stdout.write('a line of forty characters, more or less\\n');
    endProcess(3);
  `;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  await pause(300);
  let text = '';
  for await (const part of child.stdout.setEncoding('utf8')) text += part;
  expect(text.split('\n')).toHaveLength(LINES + 1);
  expect((await closed)[0]).toBe(3);
});

import { type ChildProcess, spawn } from 'node:child_process';
import { afterEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { runProgram } from '../../../../src/cli/framework/program.js';
import { SECTIONS } from '../../../../src/commands.js';
import { BUILT_PROGRAM } from '../../../built-program.js';
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

describe('a stand-in that runs', () => {
  const children: ChildProcess[] = [];
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
  });

  /** The configuration that it prints, once it has. */
  async function started(kind: string) {
    const args = [...BUILT_PROGRAM.args, 'providers', 'stand-in', kind];
    const child = spawn(BUILT_PROGRAM.file, args, {
      env: { PATH: process.env.PATH, STAND_IN_KEY: 'a-key' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    children.push(child);
    let printed = '';
    for await (const chunk of child.stderr) {
      printed += chunk;
      if (printed.includes('routes:\n') && printed.endsWith('}\n')) break;
    }
    return { child, configuration: parse(printed) };
  }

  it('prints a configuration that leads to it, and asks for the key', async () => {
    const { configuration } = await started('fal');
    const { url, 'key-env': keyEnv } = configuration.providers.fal;
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(keyEnv).toBe('STAND_IN_KEY');
    const [{ model }] = configuration.models.video.routes;
    const submit = (key: string) =>
      fetch(`${url}/${model}`, {
        method: 'POST',
        headers: { authorization: `Key ${key}`, 'content-type': 'application/json' },
        body: '{"prompt":"a boat"}',
      });
    expect((await submit('another')).status).toBe(401);
    expect((await submit('a-key')).status).toBe(200);
  });

  it('ends on an interrupt', async () => {
    const { child } = await started('veo');
    const ended = new Promise((resolve) => child.once('exit', (_, signal) => resolve(signal)));
    child.kill('SIGINT');
    expect(await ended).toBe('SIGINT');
  });
});

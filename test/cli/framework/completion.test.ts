import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { runProgram } from '../../../src/cli/framework/program.js';
import { SECTIONS } from '../../../src/commands.js';
import { madeUpIo } from './made-up-io.js';

async function script(shell: string): Promise<string> {
  const io = madeUpIo();
  expect(await runProgram(['completion', shell], SECTIONS, io)).toBe(0);
  return io.said.out;
}

/** The words that bash offers for the last of these. */
async function offered(...words: readonly string[]): Promise<readonly string[]> {
  const list = words.map((word) => `'${word}'`).join(' ');
  const input = `${await script('bash')}
COMP_WORDS=(tollgate ${list}); COMP_CWORD=${words.length}; _tollgate
printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr, status } = spawnSync('bash', ['--norc', '-c', input], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
  return stdout.split('\n').filter((line) => line !== '');
}

describe('completion', () => {
  it('in bash offers commands, what follows them, options and their values', async () => {
    expect(await offered('k')).toEqual(['keys']);
    expect(await offered('')).toContain('serve');
    expect(await offered('keys', '')).toContain('transfer');
    expect(await offered('jobs', 'list', '--st')).toEqual(['--status']);
    expect(await offered('jobs', 'list', '--status', 'p')).toEqual(['pending']);
    expect(await offered('serve', '--log-level', 'w')).toEqual(['warn']);
    expect(await offered('completion', 'f')).toEqual(['fish']);
    expect(await offered('fuzz', '--model', 'w')).toEqual(['window']);
    expect(await offered('ledger', '')).toEqual([]);
  });

  it.each(['bash', 'zsh', 'fish'])('for %s names every command and option', async (shell) => {
    const text = await script(shell);
    for (const { name, load } of SECTIONS.flatMap(({ commands }) => commands)) {
      for (const word of name.split(' ')) expect(text).toContain(word);
      for (const option of (await load()).options) expect(text).toContain(option.name);
    }
  });

  it('is refused for a shell that it does not know', async () => {
    const io = madeUpIo();
    expect(await runProgram(['completion', 'cmd'], SECTIONS, io)).toBe(2);
    expect(io.said.err).toBe('tollgate: SHELL must be one of bash, zsh, fish, not "cmd"\n');
  });
});

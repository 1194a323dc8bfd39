import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { folderOfTest } from '../../../temporary-folder.js';

/** The built program, as `npm test` makes it before the tests. */
const DIST = new URL('../../../../dist/', import.meta.url);

let folder = '';
beforeEach(() => {
  folder = folderOfTest('fuzz');
});

interface Ended {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

/** @param seen told of everything that stands on standard output, as it comes */
async function node(
  args: readonly string[],
  seen: (out: string, interrupt: () => void) => void = () => {},
): Promise<Ended> {
  const child = spawn(process.execPath, args, { cwd: folder, timeout: 300_000, killSignal: 'SIGKILL' });
  child.stdin.end();
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
    seen(out, () => child.kill('SIGINT'));
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  const [status, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  return { status, signal, out, err };
}

const program = (...args: string[]) => node([new URL('program/main.js', DIST).pathname, 'fuzz', ...args]);

/** The command with a model whose runs do what is said. */
function withModel(
  run: string,
  argv: readonly string[],
  { seen, runMsMax = 60_000 }: { seen?: Parameters<typeof node>[1]; runMsMax?: number } = {},
): Promise<Ended> {
  const script = `
    import { fuzzOf } from '${DIST.href}simulation/campaign/command/command.js';
    import { processIo } from '${DIST.href}src/cli/framework/process-io.js';
    import { runProgram } from '${DIST.href}src/cli/framework/program.js';
    const fine = { violations: [], simulatedMs: 1_000, counts: {} };
    const model = {
      name: 'window',
      generate: (seed, faults) => ({
        v: 1, model: 'window', seed, faults, setup: null,
        steps: [1, 2, 3].map((id) => ({ id, at: id, do: 'wait' })),
      }),
      run: ${run},
      describe: ({ id }) => 'waits ' + id,
    };
    const load = async () => fuzzOf({ window: async () => model }, ${runMsMax});
    const sections = [{ title: '', commands: [{ name: 'fuzz', summary: '', load }] }];
    await runProgram(${JSON.stringify(['fuzz', ...argv])}, sections, processIo());
  `;
  return node(['--input-type=module', '--eval', script], seen);
}

const BREAKS_AT_TWO = `async ({ steps }, watch) => {
  for (const { id, at } of steps) watch.traced?.({ at, what: 'waited', id });
  const violations = steps.some(({ id }) => id === 2) ? [{ invariant: 'not-two', message: 'two', atMs: 2 }] : [];
  return { ...fine, violations };
}`;

const WINDOW_8 = ['--model', 'window', '--seed', '8'];

describe('the command fuzz', () => {
  it('ends with 2 and one clear line if an option is wrong', async () => {
    expect(await program('--runs', 'many')).toMatchObject({
      status: 2,
      out: '',
      err: 'tollgate: --runs must be a whole number from 1 to 1000000000, not "many"\n',
    });
  });

  it('prints its help', async () => {
    expect(await program('--help')).toMatchObject({ status: 0, err: '' });
  });

  it('ends with 0 if every rule held', async () => {
    const ended = await withModel('async () => fine', ['--model', 'window', '--runs', '5', '--json']);
    expect(ended).toMatchObject({ status: 0, err: '' });
    expect(JSON.parse(ended.out)).toMatchObject({ runs: 5, failures: 0 });
  });

  it('writes traces that another process replays to the same bytes', async () => {
    const found = await withModel(BREAKS_AT_TWO, ['--model', 'window', '--seed', '3', '--runs', '5']);
    expect(found.status).toBe(1);
    expect(found.out).toContain('1 of 3 steps');
    const [file = ''] = readdirSync(join(folder, 'fuzz-failures'));
    expect(file).toMatch(/^window-\w+-3\.jsonl$/);
    const replayed = await withModel(BREAKS_AT_TWO, ['--replay', `fuzz-failures/${file}`]);
    expect(replayed).toMatchObject({ status: 1, err: '' });
    expect(replayed.out).toContain('the trace is that of the file, byte for byte');
  });

  it('tells of a rejection that nobody awaits with its seed and history, and of the last moment, too', async () => {
    const rejects = `async ({ steps }) => {
      if (steps.some(({ id }) => id === 2)) void Promise.reject(new Error('dropped'));
      return fine;
    }`;
    const ended = await withModel(rejects, [...WINDOW_8, '--runs', '3']);
    expect(ended.status).toBe(1);
    expect(ended.out).toContain('FAILURE in window, seed 8');
    expect(ended.out).toContain('process-lives at +0.000 s: the process would have ended: Error: dropped');
    expect(ended.out).toContain('1 of 3 steps');
  });

  it('ends in order after Ctrl-C, with a summary and 130', async () => {
    let isInterrupted = false;
    const ended = await withModel('async () => fine', ['--model', 'window', '--minutes', '5'], {
      seen: (out, interrupt) => {
        if (isInterrupted || !out.includes('fuzzing window')) return;
        isInterrupted = true;
        interrupt();
      },
    });
    expect(ended).toMatchObject({ status: 130, signal: null, err: '' });
    expect(ended.out).toMatch(/\nstopped: [\d,]+ runs? /);
  });

  it('finds a run that waits for what cannot come', async () => {
    const ended = await withModel('() => new Promise(() => {})', WINDOW_8);
    expect(ended).toMatchObject({ status: 1, err: '' });
    expect(ended.out).toContain('FAILURE in window, seed 8');
    expect(ended.out).toContain('run-never-ended at +0.000 s: it waits, and there is nothing left');
  });

  it('finds a run that goes on and on while others have their turn', async () => {
    const ended = await withModel('() => new Promise(() => setInterval(() => {}, 5))', WINDOW_8, {
      runMsMax: 1_000,
    });
    expect(ended).toMatchObject({ status: 1, err: '' });
    expect(ended.out).toContain('run-never-ended at +0.000 s: it took more than 1 s');
  });

  it('is killed with a word on its seed if a run never lets go of the process', async () => {
    const ended = await withModel('() => { for (;;); }', [...WINDOW_8, '--faults', 'heavy'], {
      runMsMax: 200,
    });
    expect(ended).toMatchObject({ status: null, signal: 'SIGKILL' });
    expect(ended.err).toContain(
      'run-never-ended: a run held the process for 0.4 s; again: ' +
        'npm run fuzz -- --model window --faults heavy --seed 8 --runs 1\n',
    );
  });
});

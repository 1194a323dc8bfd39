import { describe, expect, it } from 'vitest';
import type { Model } from '../../../../simulation/model.js';
import { MadeUpEnvironment } from '../made-up-environment.js';
import { boxModel, modelThatRuns, neverBroken } from '../made-up-models.js';
import { fuzz, jsonLines, overflowing, run } from './fuzz-runs.js';

describe('a replay', () => {
  async function failing(): Promise<MadeUpEnvironment> {
    return (await run('--seed 7 --runs 100 --trace-dir t', overflowing())).environment;
  }
  const fileOf = (environment: MadeUpEnvironment) => [...environment.files.keys()][0] ?? '';
  const replaying = (environment: MadeUpEnvironment, model: Model) => {
    const again = new MadeUpEnvironment(model);
    for (const [name, text] of environment.files) again.files.set(name, text);
    return again;
  };

  it('shows steps and trace, agrees with the file, and ends with 1 if the rule is broken', async () => {
    const environment = replaying(await failing(), overflowing());
    expect(await fuzz(['--replay', fileOf(environment)], environment)).toBe(1);
    expect(environment.stdout).toMatch(
      /^setup \{"boxes":1\}\n> +\d+ {2}\+\d\.\d{3} s {2}client deposits \d+\n {4}\+\d\.\d{3} s {2}deposited step=\d+ balance=\d+\n/,
    );
    expect(environment.stdout).toMatch(
      /the trace is that of the file, byte for byte\nbroken:\n {2}box-overflows at /,
    );
  });

  it('ends with 0 once the rule holds, and says where the run went another way', async () => {
    const fixed: Model = {
      ...overflowing(),
      run: ({ steps }, watch) => {
        for (const { at } of steps) watch.traced?.({ at, what: 'refused' });
        return Promise.resolve({ violations: [], simulatedMs: 0, counts: {} });
      },
    };
    const environment = replaying(await failing(), fixed);
    expect(await fuzz(['--replay', fileOf(environment)], environment)).toBe(0);
    expect(environment.stdout).toContain('! here it goes another way than line 2 of the file\n');
    expect(environment.stdout).toContain('the trace differs from the file from its line 2 on\n');
    expect(environment.stdout).toContain('  first in what: "deposited" in the file, "refused" now\n');
    expect(environment.stdout).toMatch(/in the file: \{"at":\d+,"what":"deposited"/);
    expect(environment.stdout).toContain('every rule holds now; in the file, box-overflows did not');
  });

  it('finds a single byte that differs, and a trace that is shorter or longer', async () => {
    const original = await failing();
    const name = fileOf(original);
    const text = original.files.get(name) ?? '';
    const lines = text.trimEnd().split('\n');
    const last = lines.at(-1) ?? '';
    const cases = [
      { lines: lines.with(-1, last.replace('"deposited"', '"Deposited"')), line: lines.length },
      { lines: lines.slice(0, -1), line: lines.length },
      { lines: [...lines, last], line: lines.length + 1 },
    ];
    for (const changed of cases) {
      const environment = replaying(original, overflowing());
      environment.files.set(name, `${changed.lines.join('\n')}\n`);
      expect(await fuzz(['--replay', name, '--json'], environment)).toBe(1);
      expect(jsonLines(environment.stdout)).toMatchObject([
        { kind: 'replay', isSame: false, divergence: { line: changed.line } },
      ]);
    }
  });

  it('tells as JSON what it found', async () => {
    const environment = replaying(await failing(), overflowing());
    const file = fileOf(environment);
    expect(await fuzz(['--replay', file, '--json'], environment)).toBe(1);
    expect(jsonLines(environment.stdout)).toEqual([
      {
        kind: 'replay',
        file,
        isSame: true,
        violations: [expect.objectContaining({ invariant: 'box-overflows' })],
      },
    ]);
  });

  it('shows a run that breaks no rule, whose trace was asked for', async () => {
    const model = boxModel(neverBroken);
    const environment = replaying((await run('--seed 7 --runs 1 --trace a/run', model)).environment, model);
    expect([...environment.files.keys()]).toEqual(['a/run']);
    expect(await fuzz(['--replay', 'a/run'], environment)).toBe(0);
    expect(environment.stdout).toMatch(/byte for byte\nevery rule holds, as it did\n$/);
  });

  it('names the first field that differs, however deep, and one that is new', async () => {
    const traced = (line: object) =>
      modelThatRuns((_history, watch) => {
        watch.traced?.({ at: 1, what: 'answered', ...line });
        return Promise.resolve({ violations: [], simulatedMs: 0, counts: {} });
      });
    const { environment } = await run('--seed 7 --runs 1 --trace f', traced({ answer: { status: 200 } }));
    const differs = async (line: object) => {
      const again = replaying(environment, traced(line));
      expect(await fuzz(['--replay', 'f'], again)).toBe(1);
      return again.stdout;
    };
    expect(await differs({ answer: { status: 503 } })).toContain(
      'first in answer.status: 200 in the file, 503 now',
    );
    expect(await differs({ answer: { status: 200 }, late: true })).toContain(
      'first in late: (not there) in the file, true now',
    );
  });

  it('says that the history was changed, and holds no difference against it', async () => {
    const model = boxModel(neverBroken);
    const environment = replaying((await run('--seed 7 --runs 1 --trace f', model)).environment, model);
    const text = environment.files.get('f') ?? '';
    environment.files.set('f', text.replace(/"amount":\d+/, '"amount":101'));
    expect(await fuzz(['--replay', 'f'], environment)).toBe(0);
    expect(environment.stdout).toContain('the history was changed after its trace was written');
    expect(environment.stdout).toContain('the trace differs from the file from its line 2 on');
  });

  it('refuses a history that its model cannot run, in the words of the model', async () => {
    const model: Model = { ...overflowing(), check: () => 'step 3: there is no box 9' };
    const environment = replaying(await failing(), model);
    const name = fileOf(environment);
    await expect(fuzz(['--replay', name], environment)).rejects.toMatchObject({
      message: `the history of ${name} cannot be run: step 3: there is no box 9`,
      exitStatus: 2,
    });
  });

  it('refuses a file that is damaged or cut off, and says where', async () => {
    const environment = replaying(await failing(), overflowing());
    const text = environment.files.get(fileOf(environment)) ?? '';
    const lines = text.trimEnd().split('\n');
    const cases = [
      [text.slice(0, 100), 'f is damaged or cut off in its line 1'],
      [text.slice(0, -5), `f is cut off in its line ${lines.length}`],
      [lines.with(1, 'deposited').join('\n'), 'f is damaged: no trace stands in its line 2'],
      [
        text.replace('"steps":[{"id":', '"steps":[{"number":'),
        'f: its first line is damaged at history.steps.0.id',
      ],
    ] as const;
    for (const [damaged, message] of cases) {
      environment.files.set('f', damaged);
      await expect(fuzz(['--replay', 'f'], environment)).rejects.toMatchObject({ message, exitStatus: 2 });
    }
  });

  it('waits for a key after each line on a terminal', async () => {
    const shown = async (presses: MadeUpEnvironment['presses']) => {
      const environment = replaying(await failing(), overflowing());
      environment.presses = presses;
      const status = await fuzz(['--replay', fileOf(environment)], environment);
      expect(environment.stdout.startsWith('keys: Enter')).toBe(presses !== undefined);
      return { status, lines: environment.stdout.split('\n\n')[0]?.trimEnd().split('\n').length };
    };
    const all = (await shown(undefined)).lines;
    expect(await shown(['next', 'next', 'quit'])).toEqual({ status: 1, lines: 4 });
    expect(await shown(['next', 'continue'])).toEqual({ status: 1, lines: (all ?? 0) + 1 });
    expect(await shown(['next', 'interrupt'])).toEqual({ status: 130, lines: 3 });
  });

  it('refuses files that are none of its own', async () => {
    const environment = new MadeUpEnvironment(overflowing());
    for (const text of ['', '{', '{}', '{"format":"tollgate-trace","v":2}', 'null\nnull']) {
      environment.files.set('f', text);
      await expect(fuzz(['--replay', 'f'], environment)).rejects.toMatchObject({
        message: 'f is no trace of the fuzzer, or one of another version',
        exitStatus: 2,
      });
    }
    await expect(fuzz(['--replay', 'g'], environment)).rejects.toMatchObject({ exitStatus: 2 });
  });
});

import { describe, expect, it } from 'vitest';
import type { History, Model } from '../../../../simulation/model.js';
import { MadeUpEnvironment } from '../made-up-environment.js';
import { boxModel, modelThatRuns, neverBroken } from '../made-up-models.js';
import { fuzz, jsonLines, overflowing, run } from './fuzz-runs.js';

describe('a campaign', () => {
  it('ends with 0 after its runs if every rule held', async () => {
    const { status, out, err } = await run('--seed 7 --runs 12', boxModel(neverBroken));
    expect(status).toBe(0);
    expect(err).toBe('');
    const [first, ...rest] = out.trim().split('\n');
    expect(first).toBe('fuzzing window from seed 7, faults by seed');
    expect(rest[0]).toMatch(
      /^all runs done: 12 runs {2}10\/s {2}0 failures {2}0\.0\d+ h simulated \(\d+ × real time\)$/,
    );
    expect(rest[1]).toMatch(/^fuzzed window from seed 7, faults by seed; runs 12 /);
    expect(out).toMatch(/counted: deposits \d+\n/);
  });

  it('ends after the run in which its time is up', async () => {
    const { status, out } = await run('--seed 7 --minutes 0.01 --json', boxModel(neverBroken));
    expect(status).toBe(0);
    expect(jsonLines(out)).toMatchObject([
      { kind: 'summary', end: 'time', runs: 6, timing: { seconds: 0.6 } },
    ]);
  });

  it('prints the seed that chance gave it', async () => {
    const { out } = await run('--runs 1', boxModel(neverBroken));
    expect(out).toContain('from seed 4242');
  });

  it('ends with 1 at the first failure, and prints what it takes to see it again', async () => {
    const { status, out, environment } = await run('--seed 7 --runs 100 --faults heavy', overflowing());
    expect(status).toBe(1);
    expect(out).toMatch(
      /FAILURE in window, seed \d+, faults heavy\n {2}box-overflows at \+\d\.\d{3} s: balance \d+/,
    );
    expect(out).toMatch(/the shortest history that breaks the rule: \d of \d+ steps, found in \d+ runs\n/);
    expect(out).toMatch(/ {2}setup \{"boxes":1\}\n {2,3}\d+ {2}\+\d\.\d{3} s {2}client deposits \d+\n/);
    const [, file = ''] = /npm run fuzz -- --replay (\S+)\n/.exec(out) ?? [];
    expect([...environment.files.keys()]).toEqual([file]);
    const [, again = ''] =
      /npm run fuzz -- --model window (--faults heavy --seed \d+ --runs 1)\n/.exec(out) ?? [];
    const alone = await run(again, overflowing());
    expect(alone.status).toBe(1);
    expect(alone.environment.files).toEqual(environment.files);
  });

  it('meets in a run by itself the faults that it met among others', async () => {
    const { out } = await run('--seed 0 --runs 60 --keep-going --json', overflowing());
    const failures = jsonLines(out).filter(({ kind }) => kind === 'failure');
    expect(new Set(failures.map(({ faults }) => faults))).toEqual(new Set(['none', 'light', 'heavy']));
    for (const { seed, faults, violations } of failures) {
      const alone = jsonLines((await run(`--seed ${seed} --runs 1 --json`, overflowing())).out);
      expect(alone[0]).toMatchObject({ seed, faults, violations });
    }
  });

  it('goes on if it is told to, shrinks the first of each rule and tells of all', async () => {
    const { status, out, environment } = await run('--seed 7 --runs 40 --keep-going --json', overflowing());
    expect(status).toBe(1);
    const lines = jsonLines(out);
    const summary = lines.at(-1);
    expect(summary).toMatchObject({ kind: 'summary', runs: 40, end: 'runs' });
    expect(summary.failures).toBeGreaterThan(3);
    expect(summary.broken).toEqual({ 'box-overflows': summary.failures });
    expect(lines).toHaveLength(summary.failures + 1);
    expect(lines.filter(({ shortest }) => shortest)).toHaveLength(3);
    expect(environment.files.size).toBe(3);
    expect(lines[5].replay).toBe(
      `npm run fuzz -- --model window --faults ${lines[5].faults} --seed ${lines[5].seed} --runs 1`,
    );
  });

  it('tells in one line each of failures that are not shrunk any more', async () => {
    const { out } = await run('--seed 7 --runs 40 --keep-going', overflowing());
    const later = out.split('\n').filter((line) => line.includes(', not shrunk: box-overflows at '));
    expect(later.length).toBeGreaterThan(0);
    for (const line of later)
      expect(line).toMatch(/^FAILURE in window, .*; again: npm run fuzz -- .* --runs 1$/);
  });

  it('tells each violation once, and what a rule says below the first one of it', async () => {
    const violations = [
      { invariant: 'a', says: 'A is so.', message: 'one', atMs: 1 },
      { invariant: 'a', says: 'A is so.', message: 'one', atMs: 1 },
      { invariant: 'a', says: 'A is so.', message: 'two', atMs: 1 },
      { invariant: 'b', message: 'three', atMs: 2 },
    ];
    const model = modelThatRuns(() => Promise.resolve({ violations, simulatedMs: 0, counts: {} }));
    const { out, environment } = await run('--seed 1 --runs 1', model);
    expect(out).toContain(
      '  a at +0.001 s: one\n    the rule: A is so.\n  a at +0.001 s: two\n  b at +0.002 s: three\nthe shortest',
    );
    const fixed = new MadeUpEnvironment(boxModel(neverBroken));
    const [[file = '', text = ''] = []] = environment.files;
    fixed.files.set(file, text);
    await fuzz(['--replay', file], fixed);
    expect(fixed.stdout).toContain('in the file, a, b did not\n');
  });

  it('prints the steps around the violation if a history is not shrunk', async () => {
    const late = boxModel((_, { id }) => (id === 21 ? 'at-21' : undefined), { isRepeatable: false });
    const generate: Model['generate'] = (seed, faults) => ({
      ...late.generate(seed, faults),
      steps: Array.from({ length: 60 }, (_, index) => ({
        id: index + 1,
        at: index * 1_000,
        do: 'deposit',
        amount: 1,
      })),
    });
    const { out } = await run('--seed 1 --runs 1', { ...late, generate });
    const shown = out.split('\n').filter((line) => line.includes('client deposits'));
    expect(shown).toHaveLength(20);
    expect(shown.some((line) => line.includes('+20.000 s'))).toBe(true);
    expect(out).toMatch(
      / {2}… 6 earlier steps \(in the trace file\)\n[\s\S]* {2}… 34 later steps \(in the trace/,
    );
  });

  it('replays the shrunk history in a process of its own, and says so if it holds there', async () => {
    const replayed = (violations: readonly object[]) => (args: string) => {
      expect(args).toMatch(/^--replay fuzz-failures\/window-\w+-\d+\.jsonl --json$/);
      return { status: 0, text: JSON.stringify({ kind: 'replay', violations }) };
    };
    const withReplay = async (violations: readonly object[]) => {
      const environment = new MadeUpEnvironment(overflowing());
      environment.endOfPart = replayed(violations);
      return await run('--seed 7 --runs 40', overflowing(), environment);
    };
    const same = await withReplay([{ invariant: 'box-overflows' }]);
    expect(same.environment.parts).toHaveLength(1);
    expect(same.out).not.toContain('NOT BY ITSELF');
    const other = await withReplay([]);
    expect(other.out).toContain('NOT BY ITSELF: in a fresh process this history breaks no such rule.');
    const seed = Number(/FAILURE in window, seed (\d+)/.exec(other.out)?.[1]);
    expect(other.out).toContain(
      `after others:   npm run fuzz -- --model window --seed 7 --runs ${seed - 7 + 1}\n`,
    );
  });

  it('makes the setup plainer as well, as far as the rule stays broken', async () => {
    const model = boxModel((balance) => (balance > 100 ? 'box-overflows' : undefined), {
      simplerSetups: ({ setup }) => [{ boxes: (setup as { boxes: number }).boxes - 1 }],
      check: ({ setup }) => ((setup as { boxes: number }).boxes < -1 ? 'too few' : undefined),
      describeSetup: (setup) => [`${(setup as { boxes: number }).boxes} boxes`],
    });
    const { out } = await run('--seed 7 --runs 40', model);
    expect(out).toContain('\n  setup\n    -1 boxes\n');
  });

  it('counts a failure that shows only the first time, and does not shrink it', async () => {
    let runs = 0;
    const moody = boxModel(() => (runs++ === 0 ? 'moody' : undefined));
    const { status, out } = await run('--seed 1 --runs 1 --json', moody);
    expect(status).toBe(1);
    const [failure] = jsonLines(out);
    expect(failure.violations).toMatchObject([
      { invariant: 'moody' },
      {
        invariant: 'not-deterministic',
        message: expect.stringContaining('moody the first time, and no rule'),
      },
    ]);
    expect(failure.shortest.history.steps).toHaveLength(failure.steps);
  });

  it('keeps the trace of the run in which it was found, and does not shrink, if a model cannot repeat it', async () => {
    let runs = 0;
    const onceOnly = boxModel(
      (balance) => {
        if (balance <= 300) return undefined;
        runs += 1;
        return runs === 1 ? 'box-overflows' : undefined;
      },
      { isRepeatable: false },
    );
    const { status, out, environment } = await run('--seed 7 --runs 100 --json', onceOnly);
    expect(status).toBe(1);
    const [failure] = jsonLines(out);
    expect(failure).toMatchObject({
      violations: [{ invariant: 'box-overflows' }],
      shortest: { runs: 0, isMinimal: false },
    });
    expect(failure.shortest.history.steps).toHaveLength(failure.steps);
    const [[file = '', text = ''] = []] = environment.files;
    expect(text.trim().split('\n')).toHaveLength(failure.steps + 1);
    expect(await fuzz(['--replay', file], environment)).toBe(0);
    expect(environment.stdout).toContain('it ran in real time');
  });

  it('keeps to one rule while it shrinks', async () => {
    // The last step alone would break another rule, and does so in each history.
    const two = boxModel((balance) =>
      balance > 300 ? 'box-overflows' : balance < 100 ? undefined : 'box-half-full',
    );
    const { out } = await run('--seed 3 --runs 1 --json', two);
    const [failure] = jsonLines(out);
    const rule = failure.violations[0].invariant;
    expect(rule).toBe('box-half-full');
    expect(failure.shortest.violations.map(({ invariant }: { invariant: string }) => invariant)).toContain(
      rule,
    );
  });

  it('shrinks runs that throw, too, and shows their stack', async () => {
    const model = modelThatRuns(({ steps }) => {
      if (steps.some(({ id }) => id === 4)) throw new RangeError('step four');
      return Promise.resolve({ violations: [], simulatedMs: 0, counts: {} });
    });
    const { status, out } = await run('--seed 1 --runs 1', model);
    expect(status).toBe(1);
    expect(out).toContain('simulator-failed at +0.000 s: RangeError: step four');
    expect(out).toContain('history that breaks the rule: 1 of ');
    expect(out).toMatch(/\n {4}at .*run-campaign\.test/);
  });

  it('tells by seed alone of a history that cannot be made', async () => {
    const model: Model = {
      ...boxModel(neverBroken),
      generate: () => {
        throw new Error('no ideas');
      },
    };
    const { status, out, environment } = await run('--seed 1 --runs 3', model);
    expect(status).toBe(1);
    expect(out).toContain('simulator-failed at +0.000 s: Error: no ideas');
    expect(out).toContain('not shrunk');
    expect(environment.files.size).toBe(0);
  });

  it('ends with a run that does not, even if it is told to go on', async () => {
    const environment = new MadeUpEnvironment(modelThatRuns(() => new Promise(() => {})));
    environment.patience = ((_history: History, stuck: (why: string) => void) => {
      stuck('nothing is left');
      return async () => [];
    }) as typeof environment.patience;
    const { status, out } = await run('--seed 9 --runs 5 --keep-going --json', overflowing(), environment);
    expect(status).toBe(1);
    expect(jsonLines(out)).toMatchObject([
      { seed: 9, violations: [{ invariant: 'run-never-ended', message: 'nothing is left' }] },
      { kind: 'summary', runs: 1, end: 'failure' },
    ]);
  });

  it('ends in order with a summary and 130 after Ctrl-C', async () => {
    const environment = new MadeUpEnvironment(boxModel(neverBroken));
    environment.paused = (pauses, stop) => {
      if (pauses === 4) stop(130);
    };
    const { status, out } = await run('--seed 1 --runs 50 --json', overflowing(), environment);
    expect(status).toBe(130);
    expect(jsonLines(out)).toMatchObject([{ kind: 'summary', runs: 4, end: 'stopped' }]);
    expect(environment.isListening).toBe(false);
  });

  it('tells of a failure although Ctrl-C came while it was shrunk', async () => {
    const environment = new MadeUpEnvironment(overflowing());
    environment.paused = (pauses, stop) => {
      if (pauses > 2) stop(130);
    };
    const { status, out } = await run('--seed 7 --runs 50', overflowing(), environment);
    expect(status).toBe(130);
    expect(out).toMatch(/FAILURE[\s\S]*a history that breaks the rule: [\s\S]*--replay/);
  });

  it('tells of a failure if its trace cannot be written', async () => {
    const environment = new MadeUpEnvironment(overflowing());
    environment.isDiskFull = true;
    const { status, out, err } = await run('--seed 7 --runs 50', overflowing(), environment);
    expect(status).toBe(1);
    expect(err).toMatch(/^tollgate: fuzz-failures\/window-\w+-\d+\.jsonl cannot be written: ENOSPC/);
    expect(out).toContain('FAILURE');
    expect(out).not.toContain('--replay');
  });

  it.each([
    ['--coverage c.md', 'c.md', 'c.md cannot be written: EISDIR'],
    ['--trace-dir kept', 'kept/.probe', 'the folder kept cannot be written: EISDIR'],
  ])(
    'refuses with 2, before the first run, what could not be written at the end: %s',
    async (line, path, message) => {
      const environment = new MadeUpEnvironment(overflowing());
      environment.unwritable.add(path);
      await expect(run(`--seed 7 --runs 50 ${line}`, overflowing(), environment)).rejects.toMatchObject({
        message: expect.stringContaining(message),
        exitStatus: 2,
      });
      expect(environment.stdout).toBe('');
    },
  );

  it('puts the report of coverage on standard error if the disk filled up while it ran', async () => {
    const environment = new MadeUpEnvironment(boxModel(neverBroken));
    environment.isDiskFull = true;
    const { status, err } = await run('--runs 5 --coverage c.md', boxModel(neverBroken), environment);
    expect(status).toBe(2);
    expect(err).toMatch(/^tollgate: c\.md cannot be written: ENOSPC[^\n]*\nthe same as text:\n/);
    expect(err).toContain('model: window');
  });

  it('does not stop shrinking for time if the number of runs was given', async () => {
    const slow = new MadeUpEnvironment(overflowing(), 30_000);
    const quick = new MadeUpEnvironment(overflowing(), 1);
    await run('--seed 7 --runs 10', overflowing(), slow);
    await run('--seed 7 --runs 10', overflowing(), quick);
    expect(slow.files).toEqual(quick.files);
  });

  it('says so if there is no such model', async () => {
    const environment = new MadeUpEnvironment(overflowing());
    await expect(fuzz(['--model', 'job'], environment)).rejects.toMatchObject({
      message: 'there is no model job',
      exitStatus: 2,
    });
  });
});

describe('the JSON lines', () => {
  it('are the same for the same seed and number of runs, save what is in timing', async () => {
    const withoutTiming = (text: string) =>
      jsonLines(text).map((line) => {
        expect(line.timing.seconds).toBeGreaterThan(0);
        return JSON.stringify({ ...line, timing: undefined });
      });
    const line = '--seed 11 --runs 25 --keep-going --digest --json';
    const one = await run(line, overflowing(), new MadeUpEnvironment(overflowing(), 1));
    const other = await run(line, overflowing(), new MadeUpEnvironment(overflowing(), 77));
    expect(one.out).not.toBe(other.out);
    expect(withoutTiming(one.out)).toEqual(withoutTiming(other.out));
    expect(jsonLines(one.out).at(-1)?.digest).toMatch(/^[0-9a-f]{64}$/);
    const later = await run(line.replace('11', '12'), overflowing(), new MadeUpEnvironment(overflowing(), 1));
    expect(jsonLines(later.out).at(-1)?.digest).not.toBe(jsonLines(one.out).at(-1)?.digest);
    expect(one.environment.files).toEqual(other.environment.files);
  });

  it('stand alone on standard output, and nothing on standard error', async () => {
    const { out, err } = await run('--seed 1 --runs 300 --json', boxModel(neverBroken));
    expect(jsonLines(out)).toHaveLength(1);
    expect(err).toBe('');
  });
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { NodeHistory } from '../../../../simulation/history/node-history.js';
import type { Observation } from '../../../../simulation/history/observation.js';
import { generateProcessHistory } from '../../../../simulation/models/process/generate.js';
import { runProcessHistory } from '../../../../simulation/models/process/process-model.js';
import { ProcessRun } from '../../../../simulation/models/process/process-run.js';
import { Checker } from '../../../../simulation/rules/checker.js';
import { MAIN } from '../../../contract/support/harness.js';
import { folderOfFile } from '../../../temporary-folder.js';
import { answerDoctored, type Doctor, recordLost } from './doctored.js';

const SHORT = { durationMs: [3_000, 3_000] } as const;

/** Each must be found by one of the rules named. */
const DOCTORS: readonly (readonly [string, Doctor, RegExp])[] = [
  [
    'an acknowledged job that is another one',
    answerDoctored((body, status) => {
      if (status !== 202) return false;
      body.id = 'video_00000000000000000000000000';
      return true;
    }),
    /^durability$/,
  ],
  [
    'a balance with one micro-DA too many',
    answerDoctored((body) => {
      if (body.object !== 'credits') return false;
      body.balance = (body.balance as number) + 0.000001;
      return true;
    }),
    /^(final-reading|conservation|linearizability)$/,
  ],
  [
    'a job that cost less than its output',
    answerDoctored((body) => {
      if (body.object !== 'video' || body.status !== 'completed') return false;
      body.cost = 0;
      return true;
    }),
    /^settlement$/,
  ],
  [
    'a clip that is longer than its model makes it',
    answerDoctored((body) => {
      if (body.object !== 'video' || body.status !== 'completed') return false;
      body.output_seconds = 99;
      return true;
    }),
    /^settlement-cause$/,
  ],
  [
    'a window that says that it has more room than it has',
    {
      see: (seen) =>
        seen.what === 'answered' && 'x-ratelimit-remaining-rpm' in seen.headers
          ? { ...seen, headers: { ...seen.headers, 'x-ratelimit-remaining-rpm': '2000000' } }
          : seen,
    },
    /^rate-headers$/,
  ],
  ['an entry that the ledger on disk lost', recordLost('ledger'), /^(durability|conservation)$/],
  ['a job that the disk lost', recordLost('jobs'), /^durability$/],
  ['a key that the disk lost', recordLost('keys'), /^durability$/],
];

describe('a short history against the real process, with kill -9', () => {
  const seen: Observation[] = [];
  const images: string[] = [];
  let checker: Checker;
  let doctored: readonly (readonly [Checker, RegExp])[];

  beforeAll(async () => {
    const history = generateProcessHistory(7, 'heavy', SHORT);
    checker = new Checker(history.setup);
    const checks = DOCTORS.map(([, doctor, rule]) => ({ doctor, rule, checker: new Checker(history.setup) }));
    doctored = checks.map((check) => [check.checker, check.rule]);
    await new ProcessRun(
      history,
      {
        see(one) {
          seen.push(one);
          checker.observe(one);
          for (const check of checks) check.checker.observe(check.doctor.see?.(one) ?? one);
        },
        disk(records, when) {
          images.push(when);
          checker.disk(records, when);
          for (const check of checks) check.checker.disk(check.doctor.disk?.(records) ?? records, when);
        },
      },
      MAIN,
    ).run();
    checker.end();
    for (const check of checks) check.checker.end();
  });

  it('breaks no rule', () => {
    expect(checker.violations).toEqual([]);
  });

  it('ends the process under load and starts it on the same folder again and again', () => {
    const count = (what: Observation['what']) => seen.filter((one) => one.what === what).length;
    const ends = count('crashed') + count('stopped');
    expect(count('crashed')).toBeGreaterThan(0);
    expect(count('started')).toBe(ends);
    expect(images).toEqual([...Array.from({ length: ends }, () => 'restart'), 'end']);
    expect(count('answered')).toBeGreaterThan(100);
    expect(count('sent')).toBe(count('answered') + count('cut_off') + count('gave_up'));
  });

  it('asks under the same Idempotency-Key until it is answered, after it was cut off', () => {
    const answered = new Set(seen.flatMap((one) => (one.what === 'answered' ? [one.request] : [])));
    const cutOff = new Set(seen.flatMap((one) => (one.what === 'cut_off' ? [one.request] : [])));
    const submits = seen.flatMap((one) =>
      one.what === 'sent' && one.call.op === 'submit' && one.call.idempotencyKey !== undefined ? [one] : [],
    );
    for (const { request, step, call } of submits.filter(({ request }) => cutOff.has(request))) {
      const again = submits.filter((other) => other.step === step && other.request > request);
      expect(again.map(({ call: other }) => other)).toContainEqual(call);
      expect(again.some(({ request: other }) => answered.has(other))).toBe(true);
    }
  });

  it.each(DOCTORS.map(([what], index) => [what, index] as const))('would find %s', (_, index) => {
    const [check, rule] = doctored[index] ?? [];
    expect(check?.violations.map(({ invariant }) => invariant)).toContainEqual(
      expect.stringMatching(rule ?? /^$/),
    );
  });
});

describe('a program that is no gateway', () => {
  const folder = folderOfFile('no-gateway');
  const history: NodeHistory = generateProcessHistory(1, 'none', SHORT);

  async function violationsOf(program: string): Promise<readonly string[]> {
    const main = join(folder, 'main.cjs');
    writeFileSync(main, program);
    const { violations } = await runProcessHistory(history, {}, main);
    return violations.map(({ invariant, message }) => `${invariant}: ${message}`);
  }

  it('is found if it does not start', async () => {
    expect(await violationsOf('console.error("no room"); process.exit(2)')).toEqual([
      'process-lives: the gateway did not start: no room\n',
    ]);
  });

  it('is found if it ends by itself', async () => {
    const program = `
      const server = require('node:http').createServer(() => process.exit(3));
      server.listen(0, '127.0.0.1', () =>
        console.log('tollgate listening on http://127.0.0.1:' + server.address().port));`;
    expect(await violationsOf(program)).toContain('process-lives: the process ended by itself: 3');
  });
});

it('the same seed makes the same history, with kills only if faults are', () => {
  expect(generateProcessHistory(5, 'heavy', SHORT)).toEqual(generateProcessHistory(5, 'heavy', SHORT));
  const kills = (seed: number, faults: 'none' | 'light' | 'heavy') =>
    generateProcessHistory(seed, faults, SHORT).steps.filter((step) => step.do === 'crash').length;
  for (let seed = 0; seed < 10; seed++) {
    expect(kills(seed, 'none')).toBe(0);
    expect([1, 2]).toContain(kills(seed, 'light'));
    expect([3, 4, 5, 6]).toContain(kills(seed, 'heavy'));
  }
});

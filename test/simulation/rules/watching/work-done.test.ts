import { expect, it } from 'vitest';
import type { Observation } from '../../../../simulation/history/observation.js';
import { Checker } from '../../../../simulation/rules/checker.js';
import { WORK_DONE } from '../../../../simulation/rules/watching/work-done.js';
import { checkBreaches } from '../check-breaches.js';
import { at, type Moment, type Records, type Run, readerOf, SETUP } from '../told-history.js';

const LAST_RELOAD = 'tollgate_config_last_reload_successful';
const FAILED = 'tollgate_jobs_failed_total{error="expired"}';
const SOUND = {
  tollgate_output_seconds_total: '2.5',
  'tollgate_tokens_total{model="text/0",kind="prompt"}': '20',
  'tollgate_tokens_total{model="text/1",kind="prompt"}': '10',
  'tollgate_tokens_total{model="text/0",kind="completion"}': '2',
  [FAILED]: '1',
  [LAST_RELOAD]: '1',
};
const ROW = { completed: 1, failed: 0, cost: 1 };
const job = (slug: string | null) => {
  return { machine: { context: { output: null, failure: slug && { slug } } } };
};
const RECORDS: Records = {
  activity: {
    'key_1/2026-11-21/m/p': { ...ROW, output_ms: 1_500, prompt_tokens: 30 },
    'key_2/2026-11-21/m/p': { ...ROW, output_ms: 1_000, completion_tokens: 2 },
  },
  jobs: { video_1: job(null), video_2: job('expired') },
};

function told(change: Readonly<Record<string, string>> = {}, odd: readonly string[] = []): readonly Moment[] {
  return [
    { what: 'scraping', page: '/metrics' },
    { what: 'scraped', page: '/metrics', status: 200, samples: { ...SOUND, ...change }, odd },
  ];
}

const atEnd = (records = RECORDS): Moment => ({ disk: records, when: 'end' });
const reads = (outcome: 'applied' | 'refused'): Moment => ({ what: 'reloaded', outcome });
const starts: Moment = { what: 'starting', isReboot: false };

/** A run with these moments before its end. */
function after(...moments: readonly Moment[]): Run {
  return { x: at(700, ...moments), end: at(2_000, atEnd()) };
}

/** A run that ends with these figures. */
function endsWith(change: Readonly<Record<string, string>>, records = RECORDS): Run {
  return { end: at(2_000, ...told(change), atEnd(records)) };
}

const WRONG = { ...SOUND, tollgate_output_seconds_total: '3' };
const NONE = { [FAILED]: '0' };
const NOT_APPLIED = { [LAST_RELOAD]: '0' };
const DAY_MS = 86_400_000;

checkBreaches(
  WORK_DONE,
  [
    ['durations do not add up', after(...told({}, ['a histogram is odd'])), /^a histogram is odd$/],
    ['output is another', endsWith(WRONG), /output_seconds_total stands at 3, and the records say 2.5/],
    [
      'tokens of prompts are others',
      endsWith({ 'tollgate_tokens_total{model="text/1",kind="prompt"}': '11' }),
      /tokens_total of prompts stands at 31, and the records say 30/,
    ],
    [
      'tokens of texts are others',
      endsWith({ 'tollgate_tokens_total{model="text/0",kind="completion"}': '3' }),
      /tokens_total of texts stands at 3, and the records say 2/,
    ],
    [
      'a failure is not counted',
      endsWith(NONE),
      /jobs_failed_total of expired stands at 0, and the records say 1/,
    ],
    [
      'a failure is counted that is none',
      endsWith({}, { ...RECORDS, jobs: {} }),
      /jobs_failed_total of expired stands at 1, and the records say 0/,
    ],
    [
      'bytes are kept that are none',
      endsWith({ tollgate_results_kept_bytes: '17' }),
      /kept_bytes stands at 17/,
    ],
    ['figures are wrong a day later', { end: at(DAY_MS, ...told(WRONG), atEnd()) }, /output_seconds_total/],
    [
      'a reload that was refused is told as applied',
      after(reads('refused'), ...told()),
      /successful is 1, and it was refused/,
    ],
    [
      'one that was applied is told as refused',
      after(reads('refused'), reads('applied'), ...told(NOT_APPLIED)),
      /successful is 0, and it was applied/,
    ],
    [
      'a start is told as a reload that was refused',
      after(reads('refused'), starts, ...told(NOT_APPLIED)),
      /successful is 0, and it was applied/,
    ],
  ],
  [
    ['all is as it was done', endsWith({})],
    ['its last reload was refused', after(reads('refused'), ...told(NOT_APPLIED))],
    ...(['0', '1'] as const).map((is): [string, Run] => {
      const [asked, answer] = told({ [LAST_RELOAD]: is }) as [Moment, Moment];
      return [`a reload is refused while ${is} is told`, after(asked, reads('refused'), answer)];
    }),
    ['the figures are not those of the process that ends', after(...told(WRONG), { what: 'started' })],
    ['the process crashed since', after(...told(WRONG), { what: 'crashed', on: 'now', undecided: 'lost' })],
    [
      'the records are read before the end',
      after(...told(WRONG), { disk: RECORDS, when: 'restart' }, starts, { what: 'started' }),
    ],
    ['another page is read', after({ what: 'scraped', page: '/healthz', status: 200 })],
    ['jobs may have been removed since', { end: at(DAY_MS, ...told(NONE), atEnd()) }],
    [
      'its stop took its time',
      { x: at(2_000, ...told(NONE), { what: 'stopping' }), end: at(3_001, { what: 'stopped' }, atEnd()) },
    ],
  ],
);

/** The figures of kept bytes beside a folder of one clip, of 17 bytes. */
function keeps(bytes: number, ...before: readonly Moment[]): readonly string[] {
  const checker = new Checker(SETUP, [WORK_DONE]);
  for (const moment of [...before, ...told({ [FAILED]: '0', tollgate_results_kept_bytes: String(bytes) })])
    checker.observe({ at: 700, ...moment } as Observation);
  const folder = new Map([
    ['a.video_1.clip', 17],
    ['a.video_2.1.partial', 5],
    ['a.video_3.evicted', 0],
  ]);
  checker.disk(readerOf({ ...RECORDS, jobs: {} }), 'end', folder);
  return checker.violations.map(({ message }) => message);
}

it('the rule work-done compares the bytes of clips, unless some may be left that the disk did not remove', () => {
  expect(keeps(17)).toEqual([]);
  expect(keeps(22)).toEqual(['tollgate_results_kept_bytes stands at 22, and the records say 17']);
  expect(keeps(22, { what: 'files_failed', fault: 'fails' })).toEqual([]);
});

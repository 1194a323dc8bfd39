import { describe, expect, it } from 'vitest';
import type { Observation } from '../../../../simulation/history/observation.js';
import { Checker } from '../../../../simulation/rules/checker.js';
import type { KeptFolder } from '../../../../simulation/rules/facts/kept-image.js';
import { KEPT_RESULTS } from '../../../../simulation/rules/results/kept-results.js';
import type { StoreReader } from '../../../../src/store/store.js';
import { called, JOB, POLL, providerSaid, SETUP, sent } from '../told-history.js';

const KEPT = { providers: ['plain'], bytesMax: 40, keptMsMin: 5_000 } as const;
const CLIP = `acct_1.${JOB}.clip`;
const EVICTED = `acct_1.${JOB}.evicted`;
const BYTES = 17;
const CONTENT = { op: 'content', key: 0, job: 1 } as const;
const FILE = { kind: 'file', bytes: BYTES, lengthMs: 2_500, isWhole: true } as const;

type Told = Parameters<typeof tell>[2];

function tell(checker: Checker, at: number, seen: ReturnType<typeof sent>): void {
  checker.observe({ at, ...seen } as Observation);
}

/** A checker that has seen a file of the job being read at 1 s. */
function afterReading(): Checker {
  const checker = new Checker({ ...SETUP, settings: { ...SETUP.settings, kept: KEPT } }, [KEPT_RESULTS]);
  tell(checker, 1_000, called(1, 'read', 'plain'));
  tell(checker, 1_000, providerSaid(1, FILE));
  return checker;
}

function answers(checker: Checker, at: number, call: typeof CONTENT | typeof POLL, answer: object): void {
  tell(checker, at, sent(call, { request: at, jobId: JOB }));
  tell(checker, at, { what: 'answered', request: at, headers: {}, wallMs: 0, ...answer } as Told);
}

function jobs(status: 'completed' | 'failed', provider = 'plain'): StoreReader {
  const output = status === 'completed' ? { lengthMs: 2_500, file: { bytes: BYTES, isKept: true } } : null;
  const value = JSON.stringify({ status, provider, machine: { context: { output, failure: null } } });
  return {
    get: (table, key) => (table === 'jobs' && key === JOB ? value : undefined),
    range: (table) => (table === 'jobs' ? [{ key: JOB, value }] : []),
  };
}

const NO_JOBS: StoreReader = { get: () => undefined, range: () => [] };
const RETENTION_MS = SETUP.settings.retentionDays * 86_400_000;

function folder(...files: readonly (readonly [string, number])[]): KeptFolder {
  return new Map(files);
}

function said({ violations }: Checker): readonly string[] {
  return violations.map(({ message }) => message);
}

const EXPIRED = { status: 410, body: JSON.stringify({ error: { code: 'result_expired' } }) };

describe('the rule of kept results', () => {
  it('is content with a clip that is there, and is gone after its time', () => {
    const checker = afterReading();
    answers(checker, 2_000, CONTENT, { status: 200, body: `${BYTES} bytes` });
    checker.disk(jobs('completed'), 'restart', folder([CLIP, BYTES]));
    tell(checker, 3_000, { what: 'results_held', accountedBytes: BYTES, heldBytes: BYTES });
    answers(checker, 9_000, CONTENT, EXPIRED);
    checker.disk(jobs('completed'), 'end', folder(['owner', 8], [EVICTED, 0]));
    expect(said(checker)).toEqual([]);
  });

  it('is content with a clip whose job went as the node stopped', () => {
    const checker = afterReading();
    tell(checker, 1_000 + RETENTION_MS + 30_000, { what: 'stopping' } as Told);
    checker.disk(NO_JOBS, 'end', folder([CLIP, BYTES]));
    expect(said(checker)).toEqual([]);
  });

  it('is content with a file that the disk did not remove', () => {
    const checker = afterReading();
    tell(checker, 2_000, { what: 'files_failed', fault: 'fails', left: 'probe' } as Told);
    checker.disk(jobs('completed'), 'end', folder([CLIP, BYTES], ['probe', 4_096]));
    expect(said(checker)).toEqual([]);
  });

  it.each<[string, (checker: Checker) => void, RegExp]>([
    [
      'a part of a clip',
      (one) => answers(one, 2_000, CONTENT, { status: 200, body: '8 bytes' }),
      /8 bytes came/,
    ],
    ['a clip that is gone too early', (one) => answers(one, 2_000, CONTENT, EXPIRED), /is gone 1000 ms/],
    [
      'a clip that its provider is asked for again',
      (one) => {
        answers(one, 2_000, POLL, { status: 200, body: JSON.stringify({ id: JOB, status: 'completed' }) });
        tell(one, 2_001, called(2, 'read', 'plain'));
      },
      /asked for its result again/,
    ],
    [
      'a completed job without its clip',
      (one) => one.disk(jobs('completed'), 'restart', folder()),
      /17 bytes that are kept, of which 0/,
    ],
    [
      'a clip that is kept of a provider whose clips are not',
      (one) => one.disk(jobs('completed', 'findable'), 'restart', folder([CLIP, BYTES])),
      /is kept, and is of findable/,
    ],
    [
      'a clip that made room too early',
      (one) => one.disk(jobs('completed'), 'restart', folder([EVICTED, 0])),
      /made room before its time/,
    ],
    [
      'a clip of a job that failed',
      (one) => one.disk(jobs('failed'), 'end', folder([CLIP, BYTES])),
      /\(clip\) is left/,
    ],
    [
      'a clip that was on its way',
      (one) => one.disk(jobs('completed'), 'end', folder([CLIP, BYTES], [`acct_1.${JOB}.1.partial`, 3])),
      /\(partial\) is left/,
    ],
    [
      'a file that is of no clip',
      (one) => one.disk(jobs('completed'), 'end', folder([CLIP, BYTES], ['probe', 4_096])),
      /of no clip: probe/,
    ],
    [
      'a file that the disk did not remove for a process before',
      (one) => {
        tell(one, 2_000, { what: 'files_failed', fault: 'fails', left: 'probe' } as Told);
        tell(one, 3_000, { what: 'started' } as Told);
        one.disk(jobs('completed'), 'end', folder([CLIP, BYTES], ['probe', 4_096]));
      },
      /of no clip: probe/,
    ],
    [
      'a clip whose job went too early',
      (one) => one.disk(NO_JOBS, 'end', folder([CLIP, BYTES])),
      /\(clip\) is left/,
    ],
    [
      'a clip whose job went long before the end',
      (one) => {
        tell(one, 1_000 + RETENTION_MS + 61_000, { what: 'stopping' } as Told);
        one.disk(NO_JOBS, 'end', folder([CLIP, BYTES]));
      },
      /\(clip\) is left/,
    ],
    [
      'bytes that are not accounted for',
      (one) => tell(one, 3_000, { what: 'results_held', accountedBytes: 0, heldBytes: BYTES }),
      /0 bytes are accounted for/,
    ],
    [
      'more bytes than the bound',
      (one) => tell(one, 3_000, { what: 'results_held', accountedBytes: 51, heldBytes: 51 }),
      /40 are the bound/,
    ],
  ])('reports %s', (_, breach, message) => {
    const checker = afterReading();
    breach(checker);
    expect(said(checker).join('\n')).toMatch(message);
  });

  it('allows more bytes than the bound once the clock was stepped, and clips look young', () => {
    const checker = afterReading();
    tell(checker, 2_900, { what: 'wall_stepped', ms: -60_000 });
    tell(checker, 3_000, { what: 'results_held', accountedBytes: 51, heldBytes: 51 });
    expect(said(checker)).toEqual([]);
  });
});

const PROXIED = { what: 'reloaded', outcome: 'applied', options: { results: 'proxy' } } as Told;
const KEEPING = { what: 'reloaded', outcome: 'applied', options: { results: 'keep' } } as Told;
const COMPLETED = { status: 200, body: JSON.stringify({ id: JOB, status: 'completed' }) };

describe('the rule of kept results, while reloads say otherwise which are kept', () => {
  /** A checker that has seen a file of the job being read at 1 s, as one or the other was in force. */
  function afterReadingAs(inForce: Told): Checker {
    const kept = { ...KEPT, saidBy: 'top' } as const;
    const checker = new Checker({ ...SETUP, settings: { ...SETUP.settings, kept } }, [KEPT_RESULTS]);
    tell(checker, 500, inForce);
    tell(checker, 1_000, called(1, 'read', 'plain'));
    tell(checker, 1_000, providerSaid(1, FILE));
    answers(checker, 2_000, POLL, COMPLETED);
    return checker;
  }

  it('is content with results that are served from where they were left', () => {
    const proxied = afterReadingAs(PROXIED);
    tell(proxied, 3_000, KEEPING);
    tell(proxied, 4_000, called(2, 'read', 'plain'));
    const kept = afterReadingAs(KEEPING);
    tell(kept, 3_000, PROXIED);
    answers(kept, 4_000, CONTENT, { status: 200, body: `${BYTES} bytes` });
    kept.disk(jobs('completed'), 'end', folder([CLIP, BYTES]));
    expect([...said(proxied), ...said(kept)]).toEqual([]);
  });

  it('reports results that are looked for where the configuration would have them now', () => {
    const proxied = afterReadingAs(PROXIED);
    tell(proxied, 3_000, KEEPING);
    answers(proxied, 4_000, CONTENT, EXPIRED);
    expect(said(proxied).join()).toMatch(/its provider, which has it, was not asked/);
    const kept = afterReadingAs(KEEPING);
    tell(kept, 3_000, PROXIED);
    tell(kept, 4_000, called(2, 'read', 'plain'));
    expect(said(kept).join()).toMatch(/asked for its result again/);
  });

  it('reports a file that was kept although the reload before it was read says otherwise', () => {
    const proxied = afterReadingAs(PROXIED);
    proxied.disk(jobs('completed'), 'restart', folder([CLIP, BYTES]));
    expect(said(proxied).join()).toMatch(/is kept, and is of plain/);
  });
});

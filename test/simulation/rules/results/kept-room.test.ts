import { describe, expect, it } from 'vitest';
import type { Observation } from '../../../../simulation/history/observation.js';
import { Checker } from '../../../../simulation/rules/checker.js';
import { KEPT_ROOM } from '../../../../simulation/rules/results/kept-room.js';
import { called, JOB, providerSaid, SETUP, sent } from '../told-history.js';

const KEPT = { providers: ['idempotent'], bytesMax: 60, keptMsMin: 0 } as const;
const BYTES = 17;
const FILE = { kind: 'file', bytes: BYTES, lengthMs: 2_500, isWhole: true } as const;
const SUBMIT = { op: 'submit', key: 0, model: 'model/idempotent', prompt: 'A scene' } as const;
const NO_ROOM = JSON.stringify({ error: { code: 'storage_unavailable' } });

type Told = Parameters<typeof tell>[2];

function tell(checker: Checker, at: number, seen: ReturnType<typeof sent>): void {
  checker.observe({ at, ...seen } as Observation);
}

/** A checker that has seen a file being read at 10 s, and so much held from 11 s on. */
function holding(bytes: number): Checker {
  const checker = new Checker({ ...SETUP, settings: { ...SETUP.settings, kept: KEPT } }, [KEPT_ROOM]);
  tell(checker, 0, { what: 'started' } as Told);
  tell(checker, 10_000, called(1, 'read', 'plain'));
  tell(checker, 10_000, providerSaid(1, FILE));
  holds(checker, 11_000, bytes);
  return checker;
}

function holds(checker: Checker, at: number, clipBytes: number, more: object = {}): void {
  tell(checker, at, { what: 'results_changed', clipBytes, partialBytes: 0, clips: [], ...more } as Told);
}

function refuses(checker: Checker, at: number, model: string = SUBMIT.model): void {
  tell(checker, at, sent({ ...SUBMIT, model }, { request: at }));
  tell(checker, at, {
    what: 'answered',
    request: at,
    status: 503,
    headers: {},
    wallMs: 0,
    body: NO_ROOM,
  } as Told);
}

function makesRoom(checker: Checker, at: number): void {
  holds(checker, at, 17, { madeRoom: JOB });
}

function said({ violations }: Checker): readonly string[] {
  return violations.map(({ message }) => message);
}

describe('the rule kept-room', () => {
  it('reports a submit that is refused by a full store, and whose result would not be kept', () => {
    const checker = holding(51);
    refuses(checker, 20_000, 'sim/video');
    expect(said(checker).join()).toMatch(/nothing of it is kept/);
  });

  it('is content with a full store that refuses and makes room', () => {
    const checker = holding(51);
    refuses(checker, 20_000);
    makesRoom(checker, 21_000);
    expect(said(checker)).toEqual([]);
  });

  it('counts what was held a moment ago, and what is on its way', () => {
    const checker = holding(51);
    holds(checker, 20_000, 34);
    makesRoom(checker, 20_500);
    const other = holding(34);
    tell(other, 19_000, called(2, 'read', 'plain'));
    tell(other, 19_900, providerSaid(2, FILE));
    refuses(other, 20_000);
    expect([...said(checker), ...said(other)]).toEqual([]);
  });

  it.each<[string, Observation]>([
    ['the disk of results failed', { at: 19_000, what: 'files_failed', fault: 'fails' }],
    ['the disk failed', { at: 19_000, what: 'disk_failed', fault: 'reject' }],
    ['the node has just started', { at: 19_000, what: 'started' }],
  ])('is content with a submit that is refused after %s', (_, seen) => {
    const checker = holding(17);
    checker.observe(seen);
    refuses(checker, 20_000);
    expect(said(checker)).toEqual([]);
  });

  it('reports a submit that is refused while there is room', () => {
    const checker = holding(34);
    refuses(checker, 20_000);
    expect(said(checker).join()).toMatch(/\(submit\) is refused, and at most 34 bytes of 60 are taken/);
  });

  it('reports a submit that is refused while a clip is old enough to make room, unless the clock stepped', () => {
    const full = { clips: [{ account: 'acct_1', jobId: JOB, bytes: BYTES }] };
    const checker = holding(51);
    holds(checker, 11_500, 51, full);
    refuses(checker, 20_000);
    expect(said(checker).join()).toMatch(/at most 51 bytes of 60 are taken, 17 of them by clips old enough/);
    const stepped = holding(51);
    stepped.observe({ at: 11_100, what: 'wall_stepped', ms: 1 });
    holds(stepped, 11_500, 51, full);
    refuses(stepped, 20_000);
    expect(said(stepped)).toEqual([]);
  });

  it('reports a clip that makes room while there is room', () => {
    const checker = holding(34);
    makesRoom(checker, 20_000);
    expect(said(checker).join()).toMatch(/has made room, and at most 34 bytes of 60 were taken/);
  });
});

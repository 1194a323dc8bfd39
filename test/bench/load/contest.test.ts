import { describe, expect, it } from 'vitest';
import { type Contest, compare, oddities, rowsOf } from '../../../bench/load/contest.js';
import type { LoadResult } from '../../../bench/load/load.js';

const RESULT: LoadResult = {
  requests: 10_000,
  requestsPerSecond: 10_000,
  cpuUsPerRequest: 10,
  busy: 1,
  elsewhere: 0,
  p50Us: 100,
  p99Us: 200,
  refused: 0,
  failed: 0,
};

function results(...requestsPerSecond: readonly number[]): readonly LoadResult[] {
  return requestsPerSecond.map((each) => ({ ...RESULT, requestsPerSecond: each }));
}

describe('a comparison', () => {
  it('takes its ratios within each round, and tells the median of these', () => {
    const contest: Contest = new Map([
      ['Tollgate', results(100, 50, 220)],
      ['bare', results(100, 100, 200)],
    ]);
    expect(compare(contest, ['Tollgate', 'bare'], 'requestsPerSecond', { what: 'it' })).toEqual([
      { what: 'it', value: 1, spread: { median: 1, least: 0.5, greatest: 1.1 } },
    ]);
  });

  it('with what was not measured is left out', () => {
    const contest: Contest = new Map([['Tollgate', results(100)]]);
    expect(compare(contest, ['Tollgate', 'nginx'], 'requestsPerSecond', { what: 'it' })).toEqual([]);
  });

  it('has a row for each, in the order in which they were visited first', () => {
    const contest: Contest = new Map([
      ['bare', results(100)],
      ['Tollgate', results(90)],
    ]);
    expect(rowsOf(contest).map(({ name }) => name)).toEqual(['bare', 'Tollgate']);
  });
});

describe('the notes on a comparison', () => {
  const notes = (result: Partial<LoadResult>, expectsRefusals = false) =>
    oddities(new Map([['it', [{ ...RESULT, ...result }]]]), () => expectsRefusals);

  it('are none if all went as it should', () => {
    expect(notes({})).toEqual([]);
    expect(notes({ refused: RESULT.requests }, true)).toEqual([]);
  });

  it('tell of answers of the wrong kind', () => {
    expect(notes({ refused: 100 })).toEqual(['it: 1.00 % of the requests were refused.']);
    expect(notes({ refused: 9_990 }, true)).toEqual(['it: 0.10 % of the requests were admitted.']);
  });

  it('tell of connections that failed', () => {
    expect(notes({ failed: 3 })).toEqual(['it: 3 connections or requests failed.']);
  });

  it('name the servers that were not busy', () => {
    expect(notes({ busy: 0.94 })).toEqual([expect.stringMatching(/a lower bound .*: it\.$/)]);
  });

  it('say how much of the machine went elsewhere', () => {
    expect(notes({ elsewhere: 0.2 })).toEqual([
      'The machine was shared: neither server nor load had 20.00 % of it (20.00 % to 20.00 %). A target that was reached or missed in such a run decides nothing.',
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { compare, type Finding, leftOver } from '../../../bench/instructions/compare.js';

const EXPECTED = { read: { instructions: 10_000, bytes: 1_000 } };

function findingOf(instructions: number, bytes: number): Finding | undefined {
  return compare({ read: { instructions, bytes } }, EXPECTED)[0]?.finding;
}

describe('a count', () => {
  it.each<[number, number, Finding]>([
    [10_000, 1_000, 'as expected'],
    [10_299, 1_029, 'as expected'],
    [9_701, 971, 'as expected'],
    [10_301, 1_000, 'more'],
    [10_000, 1_031, 'more'],
    [9_699, 1_000, 'less'],
    [10_000, 969, 'less'],
    [9_000, 1_100, 'more'],
  ])(
    'of %i instructions and %i bytes, of 10,000 and 1,000 expected, is %s',
    (instructions, bytes, finding) => {
      expect(findingOf(instructions, bytes)).toBe(finding);
    },
  );

  it('of nearly no bytes may differ by a few', () => {
    const expected = { decision: { instructions: 300, bytes: 0 } };
    expect(compare({ decision: { instructions: 300, bytes: 8 } }, expected)[0]?.finding).toBe('as expected');
    expect(compare({ decision: { instructions: 300, bytes: 9 } }, expected)[0]?.finding).toBe('more');
  });

  it('of a workload of which nothing is stored says so', () => {
    expect(compare({ other: { instructions: 1, bytes: 1 } }, EXPECTED)[0]?.finding).toBe('not stored');
  });
});

it('what is stored and counted no more is named', () => {
  expect(leftOver({ other: { instructions: 1, bytes: 1 } }, EXPECTED)).toEqual(['read']);
});

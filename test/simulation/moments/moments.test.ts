import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MOMENT_NAMES } from '../../../simulation/moments/moments.js';
import { collectMoments, sometimes } from '../../../simulation/moments/sometimes.js';

function marksInCode(): readonly string[] {
  const files = readdirSync('simulation', { recursive: true, encoding: 'utf8' });
  return files
    .filter((path) => path.endsWith('.ts') && path !== join('moments', 'sometimes.ts'))
    .flatMap((path) => {
      const text = readFileSync(join('simulation', path), 'utf8');
      const marks = [...text.matchAll(/\bsometimes\(([^)]*)\)/g)].map(([, inside = '']) => inside);
      return marks.flatMap((inside) => inside.match(/'[a-z]+(-[a-z]+)+'/g) ?? []);
    });
}

describe('the list of moments', () => {
  it('has each mark that stands in the code, and the code a mark of each', () => {
    const quoted = MOMENT_NAMES.map((name) => `'${name}'`);
    expect([...new Set(marksInCode())].sort()).toEqual(quoted.sort());
  });

  it('has names of one form', () => {
    for (const name of MOMENT_NAMES) expect(name).toMatch(/^[a-z]+(-[a-z]+)+$/);
  });
});

describe('a mark', () => {
  it('is told once of a history, however often its moment came, and to its collector alone', () => {
    sometimes('page-had-next');
    const collected = collectMoments();
    sometimes('start-failed');
    sometimes('start-failed');
    expect([...collected()]).toEqual(['start-failed']);
    sometimes('page-had-next');
    expect([...collected()]).toEqual(['start-failed']);
  });
});

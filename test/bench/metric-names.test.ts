import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('reads no metric that the node does not tell', () => {
  const documented = new Set(readFileSync('docs/metrics.md', 'utf8').match(/\btollgate_\w+/g));
  const read = readdirSync('bench', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.includes('node_modules'))
    .flatMap((name) => readFileSync(join('bench', name), 'utf8').match(/\btollgate_\w+/g) ?? []);
  expect(read.length).toBeGreaterThan(3);
  const unknown = read.filter((name) => !documented.has(name.replace(/_(count|sum|bucket)$/, '')));
  expect(unknown).toEqual([]);
});

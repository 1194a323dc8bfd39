import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const README = readFileSync('README.md', 'utf8');
const PAGE = readFileSync('docs/tests.md', 'utf8');

/** The sentences under "What you can rely on", but for the headlines of its items. */
function promises(): readonly string[] {
  const [, section = ''] = /\n## What you can rely on\n(.*?)\n## /s.exec(README) ?? [];
  return section
    .split(/\n- /)
    .slice(1)
    .flatMap((item) =>
      item
        .trim()
        .replace(/\s+/g, ' ')
        .split(/(?<=\.(?:\*\*)?) /),
    )
    .filter((sentence) => !/^\*\*.*\*\*$/.test(sentence))
    .map((sentence) => sentence.replaceAll('**', ''));
}

/** The tests that the page names, by what they hold. */
function rows(): ReadonlyMap<string, readonly string[]> {
  const cells = [...PAGE.matchAll(/^\| ([^|]*) \| (`test\/.*) \|$/gm)];
  return new Map(cells.map(([, holds = '', tests = '']) => [holds, tests.split(', ')]));
}

describe('the page on tests', () => {
  it('names tests for every promise of the README, and for no other', () => {
    expect(promises().length).toBeGreaterThan(5);
    expect([...rows().keys()].filter((holds) => !holds.startsWith('`npm'))).toEqual(promises());
  });

  it('names tests for both commands of the README', () => {
    const commands = [...README.matchAll(/^(npm (?:start|test)) .*#/gm)].map(([, name]) => `\`${name}\``);
    expect([...rows().keys()].filter((holds) => holds.startsWith('`npm'))).toEqual(commands);
  });

  it('names files that exist', () => {
    const named = [...PAGE.matchAll(/`(test\/[\w/-]+(?:\.test)?(?:\.ts)?)`/g)].map(([, path = '']) => path);
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((path) => !existsSync(path))).toEqual([]);
  });
});

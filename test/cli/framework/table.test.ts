import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { type Column, printFields, Table } from '../../../src/cli/framework/table.js';

interface Row {
  readonly name: string;
  readonly amount: string;
  readonly note: string;
}

const COLUMNS: readonly Column<Row>[] = [
  { head: 'NAME', cell: ({ name }) => name, isElastic: true },
  { head: 'NOTE', cell: ({ note }) => note, mayBeLeftOut: true },
  { head: 'DA', cell: ({ amount }) => amount, isNumber: true },
];

function printed(rows: readonly Row[], columns?: number): readonly string[] {
  let text = '';
  const out = { write: (part: string) => (text += part), isTTY: columns !== undefined };
  new Table(columns === undefined ? out : { ...out, columns }, COLUMNS).print(rows);
  return text.trimEnd().split('\n');
}

describe('a table', () => {
  it('stands in columns, numbers with their points one below the other', () => {
    const rows = [
      { name: 'ci', note: 'a', amount: '1,234.5' },
      { name: 'render farm', note: 'bb', amount: '7' },
      { name: '农场', note: '', amount: '0.000001' },
    ];
    expect(printed(rows)).toEqual([
      'NAME         NOTE            DA',
      'ci           a     1,234.500000',
      'render farm  bb        7.000000',
      '农场                   0.000001',
    ]);
  });

  it('cuts the elastic column and leaves out columns if the terminal is narrow, and only then', () => {
    const rows = [{ name: 'a very long name of a key', note: 'a very long note about it', amount: '5' }];
    expect(printed(rows)[1]).toContain('a very long name of a key  a very long note about it');
    expect(printed(rows, 40)).toEqual(['NAME                       DA', 'a very long name of a key   5']);
    expect(printed(rows, 20)).toEqual(['NAME              DA', 'a very long nam…   5']);
  });

  it('is never wider than a terminal that has room for the columns that must stay', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 40 });
    const rows = fc.array(fc.record({ name: text, note: text, amount: fc.nat(999_999).map(String) }), {
      minLength: 1,
      maxLength: 5,
    });
    fc.assert(
      fc.property(rows, fc.integer({ min: 30, max: 120 }), (all, columns) => {
        for (const line of printed(all, columns)) expect(stringWidth(line)).toBeLessThanOrEqual(columns);
      }),
    );
  });

  it('shows nothing that would move the cursor or turn the text', () => {
    const text = printed([{ name: 'a\u001b[31mb\r\nc\u202ed', note: '\u0007', amount: '1' }]).join('\n');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    expect(text.split('\n')).toHaveLength(2);
    expect(text).toContain('a\\x1b[31mb\\x0d\\x0ac\\x202ed');
  });
});

it('fields stand one a line, and those without a value are left out', () => {
  let text = '';
  printFields({ write: (part) => (text += part) }, [
    ['Key', 'key_1'],
    ['Name', undefined],
    ['Account', 'a\nb'],
  ]);
  expect(text).toBe('Key      key_1\nAccount  a\\x0ab\n');
});

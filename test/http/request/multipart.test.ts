import fc from 'fast-check';
import { FormData, Response } from 'undici';
import { describe, expect, it } from 'vitest';
import { boundaryOf, readMultipart } from '../../../src/http/request/multipart.js';

const TYPE = 'multipart/form-data; boundary=XX';

/** The body of fields as given, one part each, between `XX` boundaries. */
function form(...parts: readonly string[]): Buffer {
  return Buffer.from(`${parts.map((part) => `--XX\r\n${part}\r\n`).join('')}--XX--\r\n`);
}

function field(name: string, value: string): string {
  return `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`;
}

describe('the multipart reader', () => {
  it('reads what a client of today writes, whatever the fields hold', async () => {
    const fields = fc.dictionary(
      fc.string({ minLength: 1, unit: 'grapheme' }),
      fc.string({ unit: 'grapheme' }),
      {
        maxKeys: 5,
      },
    );
    await fc.assert(
      fc.asyncProperty(fields, async (wanted) => {
        // A client normalises line breaks in names and values, and escapes no per cent sign: neither is ours
        // to undo.
        fc.pre(!/[\r\n%]/.test(Object.keys(wanted).join('') + Object.values(wanted).join('')));
        const data = new FormData();
        for (const [name, value] of Object.entries(wanted)) data.append(name, value);
        const response = new Response(data);
        const bytes = new Uint8Array(await response.arrayBuffer());
        const reading = readMultipart(bytes, response.headers.get('content-type') ?? '');
        expect(reading).toEqual({ ok: true, fields: { ...wanted } });
      }),
      {
        numRuns: 60,
        examples: [[{ '\\': '' }], [{ 'a\u2028b': '' }], [{ 'a\\': '1', '\\"b;': '2', 'c";d': '3' }]],
      },
    );
  });

  it.each([
    ['multipart/form-data; boundary=abc', 'abc'],
    ['multipart/form-data; charset=utf-8; Boundary="a b:c"', 'a b:c'],
    ['multipart/form-data', undefined],
    ['multipart/form-data; boundary=', undefined],
    [`multipart/form-data; boundary=${'a'.repeat(71)}`, undefined],
  ])('finds the boundary in %s', (type, boundary) => {
    expect(boundaryOf(type)).toBe(boundary);
  });

  it('leaves aside what stands before the first and after the last boundary', () => {
    const bytes = Buffer.concat([
      Buffer.from('preamble\r\n'),
      form(field('a', '1\r\n2')),
      Buffer.from('epilogue'),
    ]);
    expect(readMultipart(bytes, TYPE)).toEqual({ ok: true, fields: { a: '1\r\n2' } });
    expect(readMultipart(form(), TYPE)).toEqual({ ok: true, fields: {} });
  });

  it('does not take a longer line for the boundary', () => {
    expect(readMultipart(form(field('a', 'x\r\n--XXY\r\nz')), TYPE)).toEqual({
      ok: true,
      fields: { a: 'x\r\n--XXY\r\nz' },
    });
  });

  it('understands names in quotes, bare, and escaped', () => {
    const parts = [
      'content-disposition: form-data; name=bare\r\n\r\n1',
      'Content-Type: text/plain\r\nContent-Disposition: form-data; name="a \\"b\\" %22c%22; filename=d"\r\n\r\n2',
    ];
    expect(readMultipart(form(...parts), TYPE)).toEqual({
      ok: true,
      fields: { bare: '1', 'a "b" "c"; filename=d': '2' },
    });
  });

  it.each([
    ['nothing', Buffer.from('')],
    ['no boundary at all', Buffer.from('garbage')],
    ['no last boundary', Buffer.from(`--XX\r\n${field('a', '1')}\r\n`)],
    ['a part without a name', form('Content-Disposition: form-data\r\n\r\n1')],
    ['a part with an empty name', form(field('', '1'))],
    [
      'a name behind a quote that nothing ends',
      form('Content-Disposition: form-data; a="b; name=c\r\n\r\n1'),
    ],
    ['a part without a header', form('1')],
    ['an empty part', form('')],
    ['too many parts', form(...Array.from({ length: 300 }, (_, n) => field(`f${n}`, '')))],
  ])('refuses %s', (_, bytes) => {
    expect(readMultipart(bytes, TYPE).ok).toBe(false);
  });

  it('refuses a file, a field sent twice and one that is not UTF-8, and names it', () => {
    const file = form('Content-Disposition: form-data; name="a"; filename="x.png"\r\n\r\n1');
    const extended = form("Content-Disposition: form-data; name=a; filename*=UTF-8''x\r\n\r\n1");
    const twice = form(field('a', '1'), field('a', '1'));
    const wrong = Buffer.concat([
      Buffer.from('--XX\r\n'),
      Buffer.from(field('a', '\xff'), 'latin1'),
      Buffer.from('\r\n--XX--'),
    ]);
    for (const bytes of [file, extended, twice, wrong]) {
      expect(readMultipart(bytes, TYPE)).toMatchObject({ ok: false, param: 'a' });
    }
  });

  it('keeps __proto__ a field like any other', () => {
    const reading = readMultipart(form(field('__proto__', 'x')), TYPE);
    expect(Object.keys(reading.ok ? reading.fields : {})).toEqual(['__proto__']);
  });

  it('never loses or invents bytes: cut anywhere, a body is refused or whole', () => {
    const whole = form(field('a', '1'), field('b', 'two'));
    for (let length = 0; length < whole.length; length++) {
      const reading = readMultipart(whole.subarray(0, length), TYPE);
      if (reading.ok) expect(reading.fields).toEqual({ a: '1', b: 'two' });
    }
  });
});

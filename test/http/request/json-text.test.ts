import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NESTING_MAX, readJson } from '../../../src/http/request/json-text.js';

const read = (text: string) => readJson(Buffer.from(text));

/** JSON.parse is the reference for what is JSON; duplicates and depth are the reader's own. */
function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** Texts as of JSON.stringify, with escapes and white space that change nothing. */
const written = fc
  .tuple(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(undefined, 1, '\t\r\n '))
  .map(([value, space]) => JSON.stringify(value, null, space));

describe('the JSON reader', () => {
  it('reads whatever JSON.parse reads and prints, to the same value', () => {
    fc.assert(
      fc.property(written, (text) => {
        expect(read(text)).toEqual({ ok: true, value: JSON.parse(text) });
      }),
    );
  });

  it('refuses all that JSON.parse refuses, and reads nothing otherwise than it does', () => {
    const pieces = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"b"',
      '"\\u0061"',
      '"\\""',
      '1',
      'null',
      ' ',
      '"\\\\"',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (texts) => {
        const text = texts.join('');
        const reading = read(text);
        const reference = parsed(text);
        if (reading.ok) expect(reference).toEqual({ value: reading.value });
        else if (reference !== undefined) expect(reading.why).toContain('twice');
      }),
      { numRuns: 2_000 },
    );
  });

  it('finds a key twice in one object, however deep and however it is spelled', () => {
    const key = fc.string({ maxLength: 5 });
    fc.assert(
      fc.property(key, fc.jsonValue(), fc.jsonValue(), fc.boolean(), (name, one, other, isEscaped) => {
        const spelled = isEscaped
          ? `"${[...name].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"`
          : JSON.stringify(name);
        fc.pre(!isEscaped || [...name].every((letter) => letter.length === 1));
        const object = `{${JSON.stringify(name)}:${JSON.stringify(one)}, ${spelled} : ${JSON.stringify(other)}}`;
        expect(read(object)).toEqual({ ok: false, why: 'The body has a key twice in one object' });
        expect(read(`[1,{"x":${object}}]`).ok).toBe(false);
      }),
    );
  });

  it('lets the same key stand in two objects, and a string value look like a key', () => {
    for (const text of [
      '{"a":{"a":1},"b":[{"a":1},{"a":2}]}',
      '{"a":"a","b":"a"}',
      '["a","a"]',
      '{"a":["a","a"]}',
    ]) {
      expect(read(text)).toEqual({ ok: true, value: JSON.parse(text) });
    }
  });

  it('takes nesting up to its bound and no deeper', () => {
    const nested = (depth: number) => '[{"a":'.repeat(depth / 2) + '1'.padEnd(2) + '}]'.repeat(depth / 2);
    expect(read(nested(NESTING_MAX)).ok).toBe(true);
    expect(read(nested(NESTING_MAX + 2)).ok).toBe(false);
    expect(read('['.repeat(500_000) + ']'.repeat(500_000)).ok).toBe(false);
  });

  it('does not take what is not UTF-8, and passes over a byte order mark', () => {
    for (const bytes of [[0xff], [0x22, 0xc3, 0x22], [0x22, 0xed, 0xa0, 0x80, 0x22]]) {
      expect(readJson(Uint8Array.from(bytes))).toEqual({ ok: false, why: 'The body is not UTF-8' });
    }
    expect(readJson(Uint8Array.of(0xef, 0xbb, 0xbf, 0x31))).toEqual({ ok: true, value: 1 });
  });

  it('keeps __proto__ a key like any other', () => {
    const reading = read('{"__proto__":{"x":1},"a":2}');
    const value = reading.ok ? (reading.value as object) : {};
    expect(Object.keys(value)).toEqual(['__proto__', 'a']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  it('is linear in backslashes and quotes', () => {
    const text = `{"a":"${'\\\\\\"'.repeat(150_000)}","b":"${'\\\\'.repeat(200_000)}"}`;
    const start = performance.now();
    expect(read(text).ok).toBe(true);
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});

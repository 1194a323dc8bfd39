import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ascii, ByteWriter } from '../../../src/http/response/byte-writer.js';
import { type MicroDa, printDa } from '../../../src/money/micro-da.js';

function written(write: (writer: ByteWriter) => unknown): string {
  const writer = new ByteWriter();
  write(writer);
  return Buffer.from(writer.bytes()).toString();
}

const EDGES = [0, 9, 10, 99, 100, 99_999, 100_000, 2 ** 31 - 1, 2 ** 31, 10 ** 9, 10 ** 15, 2 ** 53 - 1];
const whole = fc.oneof(fc.constantFrom(...EDGES), fc.maxSafeNat(), fc.nat(), fc.nat(1_000));

describe('what is written', () => {
  it('of a number is its decimal digits', () => {
    fc.assert(
      fc.property(fc.oneof(whole, fc.integer()), (number) => {
        expect(written((w) => w.number(number))).toBe(String(number));
      }),
    );
  });

  it('of an amount is what it prints as everywhere else', () => {
    const amount = fc.oneof(
      whole,
      whole.map((n) => (n % 10 ** 9) * 1_000_000),
      whole.map((n) => (n % 10 ** 9) * 100),
    );
    fc.assert(
      fc.property(amount, (microDa) => {
        expect(written((w) => w.da(microDa))).toBe(printDa(microDa as MicroDa));
      }),
    );
  });

  it('of a number with decimals is its quotient', () => {
    fc.assert(
      fc.property(fc.nat(10 ** 9), fc.constantFrom(1, 3), (number, decimals) => {
        expect(written((w) => w.scaled(number, decimals))).toBe(String(number / 10 ** decimals));
      }),
    );
  });

  it('of a JSON string is what JSON says', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary-ascii' })), (text) => {
        expect(written((w) => w.json(text))).toBe(JSON.stringify(text));
      }),
    );
  });

  it('of a text is its UTF-8', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 700 }),
        fc.string({ unit: 'grapheme' }),
        (text, more) => {
          expect(written((w) => w.text(text).text(more))).toBe(text + more);
        },
      ),
    );
  });

  it('stands behind what was written before, however long that is', () => {
    const pieces = fc.array(fc.oneof(whole, fc.string({ unit: 'binary-ascii', maxLength: 400 })));
    fc.assert(
      fc.property(pieces, (all) => {
        const text = written((w) => {
          for (const one of all) typeof one === 'number' ? w.number(one) : w.add(ascii(one));
        });
        expect(text).toBe(all.join(''));
      }),
    );
  });
});

describe('a writer that is used again', () => {
  it('keeps what it is told to, and writes anew behind it', () => {
    const writer = new ByteWriter();
    writer.text('kept ').text('dropped');
    expect(Buffer.from(writer.restart(5).number(7).bytes()).toString()).toBe('kept 7');
    expect(Buffer.from(writer.restart().text('new').bytes()).toString()).toBe('new');
  });

  it('puts hexadecimal digits into what stands, wherever the buffer has moved to', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 32 - 1 }), fc.nat(5_000), (number, more) => {
        const writer = new ByteWriter().text('id=........;');
        writer.text('m'.repeat(more)).putHex(3, number);
        const hex = number.toString(16).padStart(8, '0');
        expect(Buffer.from(writer.bytes()).toString()).toBe(`id=${hex};${'m'.repeat(more)}`);
      }),
    );
  });
});

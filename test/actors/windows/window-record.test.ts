import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WindowRecordReader, WindowRecordWriter } from '../../../src/actors/windows/window-record.js';

const RECORD_AT = 2_000_000_000_000;

interface Line {
  readonly subject: string;
  /** Milliseconds before the record's time, falling, and how many. */
  readonly runs: readonly (readonly [ago: number, count: number])[];
}

/** Close together, as a busy key has them, and far apart. */
const ago = fc.oneof(fc.nat(300), fc.nat(60_000));

const lines = fc.array(
  fc.record({
    subject: fc.stringMatching(/^[!-~]{1,40}$/),
    runs: fc
      .uniqueArray(fc.tuple(ago, fc.constantFrom(1, 2, 31, 32, 33, 1_023, 1_024, 2 ** 31 - 1)), {
        selector: ([ms]) => ms,
        maxLength: 60,
        size: 'max',
      })
      .map((runs) => runs.sort(([a], [b]) => b - a)),
  }),
  { maxLength: 40, size: 'max' },
);

function write(writer: WindowRecordWriter, all: readonly Line[]): string {
  for (const { subject, runs } of all) {
    writer.begin(subject, RECORD_AT);
    for (const [ago, count] of runs) writer.add(RECORD_AT - ago, count);
    expect(writer.endLine()).toBe(runs.length > 0);
  }
  return writer.take();
}

function read(record: string): Line[] {
  const reader = new WindowRecordReader(record, RECORD_AT);
  const all: Line[] = [];
  while (reader.nextWindow()) {
    const runs: [number, number][] = [];
    while (reader.nextRun()) runs.push([RECORD_AT - reader.atMs, reader.count]);
    all.push({ subject: reader.subject, runs });
  }
  return all;
}

describe('a window record', () => {
  it('reads as it was written, whatever stood in the bytes before; windows without runs are not in it', () => {
    const writer = new WindowRecordWriter();
    fc.assert(
      fc.property(lines, (all) => {
        expect(writer.isEmpty).toBe(true);
        const record = write(writer, all);
        expect(read(record)).toEqual(all.filter(({ runs }) => runs.length > 0));
        expect(record).toMatch(/^[\n -~]*$/);
      }),
    );
  });

  it('takes two characters for a millisecond with few admissions', () => {
    const runs = Array.from({ length: 250 }, (_, at) => [250 - at, 31] as const);
    const record = write(new WindowRecordWriter(), [{ subject: 'api_key/a', runs }]);
    expect(record).toHaveLength('2\napi_key/a '.length + 2 + 1 + 249 * 2);
  });

  it('may be longer than its writer has room for at first', () => {
    const all = Array.from({ length: 3 }, (_, n) => ({
      subject: `api_key/${n}`,
      runs: Array.from({ length: 60_000 }, (_, at) => [60_000 - at, 2 ** 31 - 1] as const),
    }));
    expect(read(write(new WindowRecordWriter(), all))).toEqual(all);
  });

  it('of version 1 is read', () => {
    expect(read('1\napi_key/a 250:3 9:1 1:40\naddress/::1/64 60000:1')).toEqual([
      {
        subject: 'api_key/a',
        runs: [
          [250, 3],
          [9, 1],
          [1, 40],
        ],
      },
      { subject: 'address/::1/64', runs: [[60_000, 1]] },
    ]);
  });

  it('of another version is refused', () => {
    expect(() => read('3\nx AA')).toThrow(/unknown version 3$/);
    expect(() => read('')).toThrow(/unknown version/);
  });

  it.each(['2\nx A', '2\nx _', '2\nx A1'])('that is damaged is refused: %j', (record) => {
    expect(() => read(record)).toThrow(/damaged/);
  });
});

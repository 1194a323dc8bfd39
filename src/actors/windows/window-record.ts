/**
 * The content of a note of windows, as the text of a record: written into bytes that are used again, and read
 * back.
 *
 * A record is its version and then, for each window, a line: the subject, a space, and for each millisecond
 * with admissions two numbers, oldest first: how long before the record's time it was, for the first, or
 * after the one before it, for the others; and how many were admitted. A number is its digits of five bits,
 * the lowest first, each of them as the character `?` and so many on, and 32 more where another follows (as
 * in the encoded polylines of maps): most milliseconds take two characters. All is ASCII, so the store's
 * bytes are these.
 *
 * Version 1 had ` ago:count` for each millisecond; it is read, for a node that is brought up to date.
 *
 * Subjects are ASCII without spaces. Numbers are below 2^31.
 */
const VERSION = '2';
const VERSION_OF_PAIRS = '1';

const LINE_END = 0x0a;
const SUBJECT_END = 0x20;
const DIGIT_ZERO = 0x3f;
const MORE = 32;
const DIGIT_BITS = 5;
/** The longest a pair of numbers gets. */
const PAIR_CHARACTERS_MAX = 14;
const BYTES_FIRST = 64 * 1024;

/** Writes one record after the other. */
export class WindowRecordWriter {
  #bytes = Buffer.allocUnsafeSlow(BYTES_FIRST);
  #end = this.#bytes.write(VERSION, 'latin1');
  #lineFrom = 0;
  /** The begin of the line's runs. */
  #runsFrom = 0;
  #lastMs = 0;

  /** Characters of the record so far. */
  get length(): number {
    return this.#end;
  }

  get isEmpty(): boolean {
    return this.#end === VERSION.length;
  }

  /** Begins the line of a window. */
  begin(subject: string, recordAt: number): void {
    this.#makeRoom(subject.length + 2);
    const bytes = this.#bytes;
    this.#lineFrom = this.#end;
    bytes[this.#end] = LINE_END;
    this.#end += 1 + bytes.write(subject, this.#end + 1, 'latin1');
    bytes[this.#end++] = SUBJECT_END;
    this.#runsFrom = this.#end;
    this.#lastMs = recordAt;
  }

  /** Adds to the line. Its times rise, and none is after the record's. */
  add(atMs: number, count: number): void {
    this.#makeRoom(PAIR_CHARACTERS_MAX);
    this.#write(this.#end === this.#runsFrom ? this.#lastMs - atMs : atMs - this.#lastMs);
    this.#write(count);
    this.#lastMs = atMs;
  }

  /** Ends the line. @returns false if nothing was added to it: there is no line then */
  endLine(): boolean {
    if (this.#end !== this.#runsFrom) return true;
    this.#end = this.#lineFrom;
    return false;
  }

  /** The record; the next one begins. */
  take(): string {
    const record = this.#bytes.toString('latin1', 0, this.#end);
    this.#end = VERSION.length;
    return record;
  }

  #write(number: number): void {
    const bytes = this.#bytes;
    let end = this.#end;
    let left = number;
    for (; left >= MORE; left >>>= DIGIT_BITS) bytes[end++] = DIGIT_ZERO + MORE + (left & (MORE - 1));
    bytes[end++] = DIGIT_ZERO + left;
    this.#end = end;
  }

  #makeRoom(characters: number): void {
    if (this.#end + characters <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(2 * this.#bytes.length + characters);
    this.#bytes.copy(larger, 0, 0, this.#end);
    this.#bytes = larger;
  }
}

/** Goes through a record: `nextWindow`, then `nextRun` for as long as there is one. */
export class WindowRecordReader {
  readonly #bytes: Buffer;
  readonly #recordAt: number;
  #at = VERSION.length;
  #subjectFrom = 0;
  #subjectEnd = 0;
  #atMs = 0;
  #count = 0;

  /** Throws where the record is of a version that it does not know. */
  constructor(record: string, recordAt: number) {
    const version = record.split('\n', 1)[0] as string;
    if (version !== VERSION && version !== VERSION_OF_PAIRS)
      throw new Error(`window record of unknown version ${version}`);
    this.#bytes = Buffer.from(version === VERSION ? record : rewritten(record, recordAt), 'latin1');
    this.#recordAt = recordAt;
  }

  /** Goes on to the next window, whose runs are all to be read; false at the end. */
  nextWindow(): boolean {
    if (this.#at >= this.#bytes.length) return false;
    const bytes = this.#bytes;
    let end = this.#at + 1;
    this.#subjectFrom = end;
    while (end < bytes.length && bytes[end] !== SUBJECT_END) end++;
    this.#subjectEnd = end;
    this.#at = end + 1;
    return true;
  }

  nextRun(): boolean {
    if (this.#at >= this.#bytes.length || this.#bytes[this.#at] === LINE_END) return false;
    const isFirst = this.#at === this.#subjectEnd + 1;
    const ms = this.#read();
    this.#atMs = isFirst ? this.#recordAt - ms : this.#atMs + ms;
    this.#count = this.#read();
    return true;
  }

  /** Of the window. */
  get subject(): string {
    return this.#bytes.toString('latin1', this.#subjectFrom, this.#subjectEnd);
  }

  /** Of the run. */
  get atMs(): number {
    return this.#atMs;
  }

  get count(): number {
    return this.#count;
  }

  #read(): number {
    let number = 0;
    for (let bits = 0; ; bits += DIGIT_BITS) {
      const digit = (this.#bytes[this.#at++] ?? 0) - DIGIT_ZERO;
      if (digit < 0) throw new Error('a damaged window record');
      number |= (digit & (MORE - 1)) << bits;
      if (digit < MORE) return number;
    }
  }
}

/** A record of version 1 as one of this version. */
function rewritten(record: string, recordAt: number): string {
  const writer = new WindowRecordWriter();
  for (const line of record.split('\n').slice(1)) {
    const [subject = '', ...runs] = line.split(' ');
    writer.begin(subject, recordAt);
    for (const run of runs) {
      const [ago, count] = run.split(':');
      writer.add(recordAt - Number(ago), Number(count));
    }
    writer.endLine();
  }
  return writer.take();
}

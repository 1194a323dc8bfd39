/**
 * Reads HTTP answers off a connection strictly, by RFC 9112: what is not framed as it must be is a flaw.
 *
 * The server's parser answers what is no request by itself: a status line, `Connection: close`, a line of
 * HTML, and the end of the connection. That answer is *bare*: it ends with the connection.
 */

export interface HttpAnswer {
  readonly status: number;
  /** As sent; names in lower case. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  /** One character a byte. */
  readonly body: string;
  readonly isBare: boolean;
  readonly isHead: boolean;
}

export function fieldOf({ fields }: Pick<HttpAnswer, 'fields'>, name: string): string | undefined {
  return fields.find(([each]) => each === name)?.[1];
}

/** The answer that may come before the answer, to a client that expects it. */
const INTERIM = 'HTTP/1.1 100 Continue\r\n\r\n';
const STATUS_LINE = /^HTTP\/1\.1 ([1-5]\d\d) ([A-Z][A-Za-z ]*)$/;
const FIELD_LINE = /^([A-Za-z][A-Za-z0-9-]*): ((?:[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?)?)$/;

export class AnswerReader {
  readonly answers: HttpAnswer[] = [];
  /** The flaw of the framing; nothing is read after it. */
  flaw: string | undefined;
  #unread = '';
  readonly #methods: readonly string[];

  /** @param methods of the requests that are answered, in order; of what is no request nothing is known */
  constructor(methods: readonly string[]) {
    this.#methods = methods;
  }

  get unread(): string {
    return this.#unread;
  }

  take(bytes: string): void {
    this.#unread += bytes;
    while (this.flaw === undefined && this.#readOne(false));
  }

  /** The connection has ended. */
  end(): void {
    if (this.flaw === undefined) this.#readOne(true);
  }

  #readOne(isEnded: boolean): boolean {
    if (this.#unread.startsWith(INTERIM)) this.#unread = this.#unread.slice(INTERIM.length);
    const headEnd = this.#unread.indexOf('\r\n\r\n');
    if (headEnd === -1) return false;
    const [statusLine = '', ...lines] = this.#unread.slice(0, headEnd).split('\r\n');
    const status = STATUS_LINE.exec(statusLine);
    if (status === null) return this.#fail(`no status line: ${statusLine.slice(0, 100)}`);
    const fields: [string, string][] = [];
    for (const line of lines) {
      const field = FIELD_LINE.exec(line);
      if (field === null) return this.#fail(`no header field: ${line.slice(0, 200)}`);
      const name = (field[1] ?? '').toLowerCase();
      if (fields.some(([other]) => other === name)) return this.#fail(`the field ${name} twice`);
      fields.push([name, field[2] ?? '']);
    }
    return this.#readBody(Number(status[1]), fields, headEnd + 4, isEnded);
  }

  #readBody(status: number, fields: [string, string][], start: number, isEnded: boolean): boolean {
    const length = fields.find(([name]) => name === 'content-length')?.[1];
    const method = this.#methods[this.answers.length];
    if (fields.some(([name]) => name === 'transfer-encoding')) return this.#fail('an answer in chunks');
    if (length === undefined) {
      if (fieldOf({ fields }, 'connection') !== 'close') return this.#fail('no Content-Length');
      if (!isEnded) return false;
      return this.#add({ status, fields, isBare: true, isHead: false }, start, this.#unread.length);
    }
    if (!/^\d{1,12}$/.test(length)) return this.#fail(`Content-Length: ${length}`);
    const isHead = method === 'HEAD' || (method === undefined && this.#isBodiless(start, isEnded));
    const end = isHead ? start : start + Number(length);
    if (this.#unread.length < end) return false;
    return this.#add({ status, fields, isBare: false, isHead }, start, end);
  }

  /** Whether an answer to an unknown method looks like one to HEAD. */
  #isBodiless(start: number, isEnded: boolean): boolean {
    const rest = this.#unread.slice(start, start + 9);
    return rest.startsWith('HTTP/1.1 ') || (rest === '' && isEnded);
  }

  #add(answer: Omit<HttpAnswer, 'body'>, start: number, end: number): true {
    this.answers.push({ ...answer, body: this.#unread.slice(start, end) });
    this.#unread = this.#unread.slice(end);
    return true;
  }

  #fail(flaw: string): false {
    this.flaw = flaw;
    return false;
  }
}

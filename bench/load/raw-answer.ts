/** An answer as it was sent: with the spelling and the order of its headers. */
import { once } from 'node:events';
import { connect } from 'node:net';

export interface RawAnswer {
  /** `200 OK` */
  readonly status: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
}

/** The headers that servers write by themselves: no part of what a baseline is told to answer. */
const WRITTEN_BY_SERVERS = new Set([
  'date',
  'server',
  'uwebsockets',
  'content-length',
  'connection',
  'keep-alive',
  'transfer-encoding',
]);

/**
 * The answer to a GET with the given `Authorization` header, without the headers that servers write
 * themselves.
 */
export async function getRaw(port: number, path: string, authorization: string): Promise<RawAnswer> {
  const socket = connect(port, '127.0.0.1');
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: ${authorization}\r\nConnection: close\r\n\r\n`,
  );
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  // A server may close whatever is asked of it, or not: what it says of the length decides.
  while (!isComplete(Buffer.concat(chunks).toString('latin1'))) {
    await Promise.race([once(socket, 'data'), once(socket, 'close').then(() => assertComplete(chunks))]);
  }
  socket.destroy();
  return parseRaw(Buffer.concat(chunks).toString('latin1'));
}

function assertComplete(chunks: readonly Buffer[]): void {
  const text = Buffer.concat(chunks).toString('latin1');
  if (!isComplete(text)) throw new Error(`an answer broke off: ${text.slice(0, 200)}`);
}

function isComplete(text: string): boolean {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const length = /^content-length: *(\d+)/im.exec(text.slice(0, end))?.[1];
  if (length === undefined) return text.endsWith('0\r\n\r\n');
  return text.length >= end + 4 + Number(length);
}

export function parseRaw(text: string): RawAnswer {
  const end = text.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = text.slice(0, end).split('\r\n');
  const headers = lines
    .map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1).trim()];
    })
    .filter(([name]) => !WRITTEN_BY_SERVERS.has(name.toLowerCase()));
  return { status: statusLine.slice('HTTP/1.1 '.length), headers, body: text.slice(end + 4) };
}

/**
 * The difference of two answers; nothing if they are alike but for the order and the spelling of their
 * headers, and for the character set that some frameworks add to the type.
 */
export function difference(expected: RawAnswer, found: RawAnswer): string | undefined {
  const list = ({ headers }: RawAnswer) =>
    headers.map(([name, value]) => `${name.toLowerCase()}: ${value.replace(/; charset=utf-8$/i, '')}`).sort();
  const parts: [string, string, string][] = [
    ['status', expected.status.slice(0, 3), found.status.slice(0, 3)],
    ['headers', list(expected).join(', '), list(found).join(', ')],
    ['body', expected.body, found.body],
  ];
  const wrong = parts.find(([, one, other]) => one !== other);
  return wrong && `${wrong[0]}: ${wrong[2]} instead of ${wrong[1]}`;
}

/**
 * Files of a service: opened by asking for their first byte, then read in ranges if it serves those.
 *
 * Invariants
 *  1. At most one piece of a file is in memory beside what the connection holds: a reader that is slow slows
 *     the service.
 *  2. A reader that leaves closes its connection at once, also while it waits for a piece.
 *  3. The bytes that were asked for come whole, or the last thing that comes is an error.
 */

import type { Answer } from './answer.js';
import type { FileAddress, RemoteFile } from './outward.js';
import { parsed, type Requests } from './requests.js';

/** As long as the pause between two pieces: whoever reads waits for either. */
const HEADERS_MS = 30_000;

/** @returns undefined if the file is gone */
export async function openRemoteFile(
  requests: Requests,
  file: FileAddress,
  signal: AbortSignal,
): Promise<RemoteFile | undefined> {
  const begun = requests.begun('file', 'GET', parsed(file.url), signal);
  try {
    const answer = await get(requests, file, 'bytes=0-0', signal);
    const status = answer.statusCode;
    // A whole file comes after its head unless the connection is closed.
    if (status === 206) await answer.body.drop();
    else await answer.body.return();
    begun.answered(status, '');
    if (status === 404 || status === 410) return undefined;
    return opened(requests, file, answer);
  } catch (error) {
    throw begun.failed(error);
  }
}

function get(
  requests: Requests,
  { url, withSecret = false, isForeign = false }: FileAddress,
  range: string | undefined,
  signal: AbortSignal,
) {
  return requests.send({
    method: 'GET',
    url: parsed(url),
    headers: { 'accept-encoding': 'identity', ...(range === undefined ? {} : { range }) },
    withSecret,
    isForeign,
    signal,
    headersMs: HEADERS_MS,
  });
}

function opened(requests: Requests, file: FileAddress, { statusCode, headers }: Answer): RemoteFile {
  const range = rangeIn(headers['content-range']);
  const isEmpty = statusCode === 416 && range?.total === 0;
  if (statusCode !== 200 && statusCode !== 206 && !isEmpty) {
    throw new Error(`a file was answered ${statusCode}`);
  }
  const takesRanges = statusCode === 206 && range?.from === 0;
  const size = statusCode === 200 ? wholeNumber(headers['content-length']) : range?.total;
  return {
    contentType: requests.secrets.removedFrom(String(headers['content-type'] ?? '')),
    size,
    takesRanges,
    read: (from, to) =>
      leavable((left) => bytesOf(requests, file, { from, to: lesser(to, size), takesRanges }, left)),
  };
}

interface Wanted {
  readonly from: number;
  /** Undefined for the end of a file of unknown size. */
  readonly to: number | undefined;
  readonly takesRanges: boolean;
}

/** A service may answer a range with a part of it: the rest is asked for then. */
async function* bytesOf(
  requests: Requests,
  file: FileAddress,
  { from, to, takesRanges }: Wanted,
  left: AbortSignal,
): AsyncGenerator<Uint8Array> {
  for (let at = from; to === undefined || at < to; ) {
    const begun = requests.begun('file', 'GET', parsed(file.url), left);
    let isTold = false;
    try {
      const range = takesRanges ? `bytes=${at}-${to === undefined ? '' : to - 1}` : undefined;
      const answer = await get(requests, file, range, left);
      const isWhole = answer.statusCode === 200;
      const before = at;
      for await (const bytes of piecesOf(answer, at, to)) {
        at += bytes.length;
        yield bytes;
      }
      if (to !== undefined && at < to && (isWhole || at === before)) throw new Error('a file ended early');
      begun.answered(answer.statusCode, '');
      isTold = true;
      if (isWhole || to === undefined) return;
    } catch (error) {
      isTold = true;
      throw begun.failed(error);
    } finally {
      if (!isTold) begun.failed(undefined);
    }
  }
}

/** The bytes of an answer from `from` up to `to`. To leave before its end closes the connection. */
async function* piecesOf(answer: Answer, from: number, to: number | undefined): AsyncGenerator<Uint8Array> {
  let toDrop = await firstByteOf(answer, from);
  let wanted = to === undefined ? Number.POSITIVE_INFINITY : to - from;
  for await (const chunk of answer.body) {
    const bytes = chunk.subarray(toDrop, toDrop + wanted);
    const isCut = toDrop + wanted < chunk.length;
    toDrop -= Math.min(toDrop, chunk.length);
    wanted -= bytes.length;
    if (bytes.length > 0) yield bytes;
    if (isCut || (wanted === 0 && answer.statusCode === 200)) return;
  }
}

/** How many bytes come before the one at `at`. @throws if the answer does not have it */
async function firstByteOf({ statusCode, headers, body }: Answer, at: number): Promise<number> {
  if (statusCode === 200) return at;
  if (statusCode === 206 && rangeIn(headers['content-range'])?.from === at) return 0;
  await body.return();
  throw new Error(`a range of a file was answered ${statusCode}`);
}

/** Has `return` end what is under way, for which a generator alone would wait. */
function leavable(open: (left: AbortSignal) => AsyncGenerator<Uint8Array>): AsyncIterable<Uint8Array> {
  return {
    [Symbol.asyncIterator]() {
      const leaving = new AbortController();
      const chunks = open(leaving.signal);
      const over = { done: true, value: undefined } as const;
      return {
        async next() {
          try {
            return await chunks.next();
          } catch (error) {
            if (leaving.signal.aborted) return over;
            throw error;
          }
        },
        async return() {
          leaving.abort();
          await chunks.return(undefined).catch(() => undefined);
          return over;
        },
      };
    },
  };
}

/** `bytes 0-0/1234`, or `bytes *` + `/1234` if there is no such range; a total of `*` is not known. */
function rangeIn(header: unknown): { readonly from: number; readonly total: number | undefined } | undefined {
  const [, from = '', total = ''] = /^bytes (?:(\d+)-\d+|\*)\/(\d+|\*)$/.exec(String(header)) ?? [];
  return total === '' ? undefined : { from: from === '' ? -1 : Number(from), total: wholeNumber(total) };
}

function wholeNumber(text: unknown): number | undefined {
  return typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

function lesser(to: number | undefined, size: number | undefined): number | undefined {
  if (to === undefined) return size;
  return size === undefined ? to : Math.min(to, size);
}

/**
 * Has production's reader of files open and read files of a service in memory, some in each history: in all
 * ways in which HTTP serves a file, and with all statuses by which it serves none.
 */
import type { Dispatcher } from 'undici';
import { ForbiddenFileError, type RemoteFile } from '../../../../src/outward/outward.js';
import { openRemoteFile } from '../../../../src/outward/remote-file.js';
import { Requests } from '../../../../src/outward/requests.js';
import { Secrets } from '../../../../src/outward/secrets.js';
import { Traffic } from '../../../../src/outward/traffic.js';
import type { ServiceHeard } from '../../../history/observation.js';
import type { Random } from '../../../world/random.js';
import { ASKED_AGAIN } from './word-forms.js';

type Heard = (heard: Omit<ServiceHeard, 'what'>) => void;

interface Served {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly bytes?: Uint8Array;
  /** The connection breaks behind the bytes. */
  readonly isBroken?: true;
}

interface Range {
  readonly from: number;
  /** The end, which is not included. */
  readonly to: number;
}

interface FileWord {
  readonly said: string;
  /** How a reader fares: `whole` if it has all bytes. */
  readonly means: string;
  readonly sizeMin?: number;
  readonly serve: (file: Uint8Array, range: Range | undefined, path: string) => Served;
}

const SERVICE = 'https://files.example';
const FILES_ASKED = 6;
const SIZE_MAX = 40;
const WHOLE = 'whole';
const BREAKS_OFF = 'breaks off';
const GONE = [404, 410];
/** Of a key, of too many requests, of the service itself: it may have the file all the same. */
const LATER = [400, 401, 402, 403, 405, 408, 409, 425, 429, 500, 501, 502, 503, 504, 522];
const REDIRECTS = [301, 302, 303, 307, 308];
const REDIRECTS_MAX = 3;

const inRanges: FileWord['serve'] = (file, range) =>
  range === undefined ? inWhole(file) : part(file, range);

/** Of a range it serves the first half. */
const inHalves: FileWord['serve'] = (file, range) => {
  if (range === undefined) return inWhole(file);
  const { from, to } = range;
  return part(file, { from, to: from + Math.ceil((to - from) / 2) });
};

const WAYS: readonly FileWord[] = [
  { said: 'ranges', means: WHOLE, serve: inRanges },
  { said: 'halves of ranges', means: WHOLE, serve: inHalves },
  {
    said: 'ranges of a file of any length',
    means: WHOLE,
    sizeMin: 1,
    serve: (...asked) => ofAnyLength(inRanges(...asked)),
  },
  { said: 'the whole', means: WHOLE, serve: (file) => inWhole(file) },
  { said: 'the whole without its length', means: WHOLE, serve: (bytes) => ({ status: 200, bytes }) },
  {
    said: 'the first half of the whole',
    means: BREAKS_OFF,
    sizeMin: 4,
    serve: (file) => ({ ...inWhole(file), bytes: file.subarray(0, file.length / 2), isBroken: true }),
  },
  {
    said: 'ranges that break off',
    means: BREAKS_OFF,
    sizeMin: 4,
    serve: (file, range) =>
      range === undefined || range.to <= 1
        ? inRanges(file, range, '')
        : { ...part(file, range), bytes: file.subarray(range.from, range.to - 1), isBroken: true },
  },
  {
    said: 'another range than was asked for',
    means: BREAKS_OFF,
    sizeMin: 4,
    serve: (file, range) =>
      range === undefined || range.to <= 1
        ? inRanges(file, range, '')
        : part(file, { from: range.from + 1, to: range.to }),
  },
];

export async function readFiles(random: Random, heard: Heard): Promise<void> {
  for (let asked = 0; asked < FILES_ASKED; asked++) {
    const word = wordOf(random);
    const file = random.bytes(random.between(word.sizeMin ?? 0, SIZE_MAX));
    const takenFor = await told(word, file, random);
    heard({ provider: 'files', said: word.said, means: word.means, takenFor });
  }
}

function wordOf(random: Random): FileWord {
  const without = (status: number, means: string): FileWord => ({
    said: String(status),
    means,
    serve: () => ({ status, bytes: Buffer.from('no file') }),
  });
  return random.weighted<() => FileWord>([
    [3, () => random.pick(WAYS)],
    [2, () => without(random.pick(GONE), 'gone')],
    [2, () => without(random.pick(LATER), ASKED_AGAIN)],
    [1, () => redirected(random.pick(REDIRECTS), random.between(1, REDIRECTS_MAX + 1), random.pick(WAYS))],
  ])();
}

function redirected(status: number, times: number, { said, means, serve, ...more }: FileWord): FileWord {
  return {
    ...more,
    said: `${status} ${times} times, then ${said}`,
    means: times > REDIRECTS_MAX ? 'forbidden' : means,
    serve: (file, range, path) => {
      const nth = Number(path.slice(1));
      return nth < times ? { status, headers: { location: `/${nth + 1}` } } : serve(file, range, path);
    },
  };
}

async function told(word: FileWord, bytes: Uint8Array, random: Random): Promise<string> {
  const { signal } = new AbortController();
  let file: RemoteFile | undefined;
  try {
    file = await openRemoteFile(requestsTo(word, bytes), { url: `${SERVICE}/0` }, signal);
  } catch (error) {
    return error instanceof ForbiddenFileError ? 'forbidden' : ASKED_AGAIN;
  }
  if (file === undefined) return 'gone';
  const from = random.between(0, bytes.length);
  const to = random.between(from, bytes.length);
  try {
    const isRight = (await isRead(file, bytes, 0)) && (await isRead(file, bytes, from, to));
    return isRight ? WHOLE : `other bytes than those of ${bytes.length}, or of them from ${from} to ${to}`;
  } catch {
    return BREAKS_OFF;
  }
}

async function isRead(file: RemoteFile, bytes: Uint8Array, from: number, to?: number): Promise<boolean> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of file.read(from, to)) chunks.push(chunk);
  return Buffer.concat(chunks).equals(bytes.subarray(from, to));
}

function requestsTo({ serve }: FileWord, file: Uint8Array): Requests {
  const dispatch: Dispatcher['dispatch'] = ({ path, headers }, handler) => {
    const { range } = headers as Readonly<Record<string, string>>;
    void Promise.resolve().then(() => answer(handler, serve(file, rangeIn(range, file.length), path)));
    return true;
  };
  const config = { name: 'files', url: SERVICE, secretHeaders: {} };
  const dispatchers = { dispatcherTo: () => ({ dispatch }) };
  return new Requests(
    config,
    new Secrets({}),
    () => Promise.resolve(dispatchers),
    new Traffic('files', undefined),
  );
}

function answer(
  handler: Dispatcher.DispatchHandler,
  { status, headers = {}, bytes, isBroken }: Served,
): void {
  const controller = { aborted: false, paused: false, reason: null, abort() {}, pause() {}, resume() {} };
  handler.onRequestStart?.(controller, {});
  handler.onResponseStart?.(controller, status, headers);
  if (bytes !== undefined) handler.onResponseData?.(controller, Buffer.from(bytes));
  if (isBroken) handler.onResponseError?.(controller, new Error('the connection was reset'));
  else handler.onResponseEnd?.(controller, {});
}

function inWhole(bytes: Uint8Array): Served {
  return { status: 200, headers: { 'content-length': String(bytes.length) }, bytes };
}

function part(file: Uint8Array, { from, to }: Range): Served {
  if (from >= file.length) return { status: 416, headers: { 'content-range': `bytes */${file.length}` } };
  const headers = { 'content-range': `bytes ${from}-${to - 1}/${file.length}` };
  return { status: 206, headers, bytes: file.subarray(from, to) };
}

function ofAnyLength(served: Served): Served {
  const range = served.headers?.['content-range']?.replace(/\d+$/, '*') ?? '';
  return { ...served, headers: { 'content-range': range } };
}

function rangeIn(field: string | undefined, size: number): Range | undefined {
  const [, from, last] = /^bytes=(\d+)-(\d*)$/.exec(field ?? '') ?? [];
  if (from === undefined) return undefined;
  return { from: Number(from), to: last ? Math.min(Number(last) + 1, size) : size };
}

/** Results as they are answered: of any type, of any length or none, in whole or in the part asked for. */

import { type ContentAnswer, contentAnswer } from '../../../../../src/http/response/content-answer.js';
import type { RemoteFile } from '../../../../../src/outward/outward.js';
import type { Random } from '../../../../world/random.js';
import type { Part } from '../../part.js';
import type { Trial } from '../../trial.js';

interface ContentAct {
  readonly do: 'ask';
  readonly contentType: string;
  /** Undefined if nobody knows it before the end. */
  readonly size?: number;
  readonly range: string;
  readonly fileName: string;
}

/** Video and audio; everything else is octets, and so is a type with more in it. */
const MEDIA = ['video/mp4', 'video/webm', 'video/quicktime', 'video/mp2t', 'audio/mpeg', 'audio/flac'];
const OTHERS = [
  'text/html',
  'image/svg+xml',
  '',
  'application/mp4',
  'video/',
  'avideo/mp4',
  'video/mp4\r\nX: 1',
];
const OCTETS = 'application/octet-stream';
const SIZE_MAX = 12;

export function contentPart(): Part<undefined, ContentAct> {
  return {
    name: 'content',
    limits: () => undefined,
    act(random) {
      const size = random.below(SIZE_MAX + 1);
      return {
        do: 'ask',
        contentType: random.pick(random.chance(0.5) ? MEDIA : OTHERS),
        ...(random.chance(0.85) && { size }),
        range: drawRange(random, size),
        fileName: random.pick(['', 'video_1.mp4', 'a"b\r\nc é.mp4']),
      };
    },
    pauseMs: () => 0,
    begin: (trial) => ({ take: (act) => ask(trial, act), compare() {} }),
  };
}

function drawRange(random: Random, size: number): string {
  const near = () => Math.max(0, random.pick([0, 1, size - 1, size, size + 1, random.below(SIZE_MAX)]));
  return random.weighted<() => string>([
    [2, () => ''],
    [4, () => `bytes=${near()}-${near()}`],
    [3, () => `bytes=${near()}-`],
    [3, () => `bytes=-${near()}`],
    [1, () => random.pick(['bytes=-', 'bytes=0-1,3-4', 'items=0-1', 'bytes 0-1', 'BYTES=0-0'])],
  ])();
}

async function ask(trial: Trial, { contentType, size, range, fileName }: ContentAct): Promise<void> {
  const bytes = Array.from({ length: size ?? SIZE_MAX }, (_, at) => at);
  const file: RemoteFile = {
    contentType,
    size,
    takesRanges: true,
    async *read(from, to) {
      yield Uint8Array.from(bytes.slice(from, to));
    },
  };
  const answer = contentAnswer(file, range, fileName);
  const part = size === undefined ? bytes : partOf(range, bytes);
  if (part === undefined) {
    trial.same('range', answer, { kind: 'unsatisfiable', size });
    return;
  }
  const isPart = part !== bytes;
  const last = (part[0] ?? 0) + part.length - 1;
  const isMedia = MEDIA.includes(contentType);
  trial.same('range', answer.kind === 'bytes' && [answer.status, answer.size], [
    isPart ? 206 : 200,
    size === undefined ? undefined : part.length,
  ]);
  trial.same('range', await bytesOf(answer), part);
  trial.same('type', answer.kind === 'bytes' && answer.contentType, isMedia ? contentType : OCTETS);
  const safeName = fileName.replace(/["\r\n é]/g, '_');
  const place = isMedia ? 'inline' : 'attachment';
  const isNamed = !isMedia || fileName !== '';
  trial.same(
    'fields',
    fieldsOf(answer),
    [
      ['x-content-type-options', 'nosniff'],
      ['content-security-policy', "sandbox; default-src 'none'; media-src 'self'"],
      ...(isNamed
        ? [['content-disposition', fileName === '' ? place : `${place}; filename="${safeName}"`]]
        : []),
      ...(size === undefined ? [] : [['accept-ranges', 'bytes']]),
      ...(isPart ? [['content-range', `bytes ${part[0]}-${last}/${size}`]] : []),
    ].sort(),
  );
}

/** The list itself for the whole; undefined if no byte of it is wanted that is there. */
function partOf(range: string, bytes: readonly number[]): readonly number[] | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/i.exec(range) ?? [];
  if (first === '' && last === '') return bytes;
  if (first !== '' && last !== '' && Number(last) < Number(first)) return bytes;
  const wanted = bytes.filter((at) =>
    first === ''
      ? at >= bytes.length - Number(last)
      : at >= Number(first) && (last === '' || at <= Number(last)),
  );
  return wanted.length === 0 ? undefined : wanted;
}

async function bytesOf(answer: ContentAnswer): Promise<readonly number[]> {
  const came: number[] = [];
  if (answer.kind === 'bytes') for await (const chunk of answer.chunks()) came.push(...chunk);
  return came;
}

function fieldsOf(answer: ContentAnswer): readonly (readonly string[])[] {
  if (answer.kind !== 'bytes') return [];
  const [, ...lines] = answer.fields.split('\r\n');
  return lines
    .map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 2)];
    })
    .sort();
}

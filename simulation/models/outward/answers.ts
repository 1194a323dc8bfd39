/** The bytes with which the scripted service answers each step, and what they say. */
import type { AnswerScript, CallStep, FileStep, StreamStep } from './outward-history.js';
import type { AnswerBytes, HeardRequest } from './scripted-service.js';

export const KEY = 'sk-secret-of-the-service';
/** The longest answer that is read. */
const ANSWER_BYTES_MAX = 1_048_576;

/** The body of an answer as sent, and the value that the caller has to be told. */
export function bodyOf({ body }: Pick<AnswerScript, 'body'>): {
  readonly text: string;
  readonly told: unknown;
} {
  const quoted = (length: number) => `"${'a'.repeat(length - 2)}"`;
  switch (body) {
    case 'json':
      return { text: '{"id":7,"name":"é 中"}', told: { id: 7, name: 'é 中' } };
    case 'garbage':
      return { text: '<html>busy</html>', told: undefined };
    case 'secret':
      return { text: `{"error":"no ${KEY} here"}`, told: { error: 'no [secret] here' } };
    case 'escaped_secret': {
      const escaped = [...KEY].map((one) => `\\u00${one.charCodeAt(0).toString(16)}`).join('');
      return { text: `{"error":"${escaped}"}`, told: { error: '[secret]' } };
    }
    case 'base64_secret':
      return { text: `{"error":"no ${inBase64(KEY)} here"}`, told: { error: 'no [secret] here' } };
    case 'hidden_secret': {
      // Three bytes are four digits: the key by itself is left within the longer text.
      const [before, behind] = [inBase64('abc'), inBase64('xyz')];
      const told = { error: `${before}[secret]${behind}` };
      return { text: `{"error":"${inBase64(`abc${KEY}xyz`)}"}`, told };
    }
    case 'named_secret':
      return { text: `{"of":{"${KEY}":[1]}}`, told: { of: { '[secret]': [1] } } };
    case 'bearer_secret':
      return { text: `["Bearer ${KEY}, ${KEY}"]`, told: ['[secret], [secret]'] };
    case 'longest':
      return { text: quoted(ANSWER_BYTES_MAX), told: 'a'.repeat(ANSWER_BYTES_MAX - 2) };
    case 'long':
      return { text: quoted(ANSWER_BYTES_MAX + 1), told: undefined };
  }
}

/** The body as it may be told to an operator. */
export function withoutKey(answer: AnswerScript): string {
  const { text, told } = bodyOf(answer);
  const hasKey = JSON.stringify(told)?.includes('[secret]') === true;
  return hasKey ? JSON.stringify(told) : text;
}

export function answerToCall(step: CallStep, nowMs: number): AnswerBytes {
  const { answer } = step;
  const { status, pieces, end, isHinted, retryAfter } = answer;
  // Without a length, less of an answer is an answer, too.
  const framing = end === 'in_body' && answer.framing === 'close' ? 'length' : answer.framing;
  const wait =
    retryAfter &&
    {
      seconds: String(retryAfter.seconds),
      date: new Date(nowMs + retryAfter.seconds * 1_000).toUTCString(),
      garbage: 'soon',
    }[retryAfter.as];
  const hint = isHinted ? 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n' : '';
  const fields = ['Content-Type: application/json', ...(wait === undefined ? [] : [`Retry-After: ${wait}`])];
  const whole = framed(status, fields, Buffer.from(bodyOf(answer).text), framing);
  const bytes = Buffer.concat([Buffer.from(hint), whole]);
  const kept = {
    whole: bytes.length,
    before: 0,
    in_head: Math.floor((bytes.indexOf('\r\n\r\n') + 4) / 2),
    in_body: bytes.length - 1,
    never: 0,
  }[end];
  const closes = end === 'whole' && framing === 'close' ? 'end' : 'keep';
  const after = end === 'whole' || end === 'never' ? closes : 'destroy';
  return { bytes: bytes.subarray(0, kept), pieces, after };
}

export function redirectTo(location: string): AnswerBytes {
  const bytes = Buffer.from(`HTTP/1.1 302 Found\r\nLocation: ${location}\r\nContent-Length: 2\r\n\r\nno`);
  return { bytes, pieces: 1, after: 'keep' };
}

export function answerToStream({ events, newline, pieces, end, isMarked, refusal }: StreamStep): AnswerBytes {
  if (refusal !== undefined) {
    const body = Buffer.from(bodyOf(refusal).text);
    return {
      bytes: framed(refusal.status, ['Content-Type: application/json'], body, 'length'),
      pieces,
      after: 'keep',
    };
  }
  const blocks = events.map((data, n) => {
    const lines = data.replaceAll('SECRET', KEY).split('\n');
    const fields = [`: comment ${n}`, `id: ${n}`, 'event: token', ...lines.map((line) => `data: ${line}`)];
    return [...fields, '', ''].join(newline);
  });
  const mark = isMarked && events.length > 0 ? '\ufeff' : '';
  const text = `HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n${CHUNKED}\r\n\r\n`;
  const bytes = Buffer.concat([Buffer.from(text), inChunks(Buffer.from(mark + blocks.join('')))]);
  const broken = end === 'in_body';
  // The last chunk is missing: five bytes.
  return { bytes: broken ? bytes.subarray(0, -5) : bytes, pieces, after: broken ? 'destroy' : 'keep' };
}

/** Byte by byte what stands in the file of a step. */
export function fileBytes({ id, size }: FileStep): Buffer {
  return Buffer.from(Array.from({ length: size }, (_, at) => (at * 7 + id) % 251));
}

export function answerToFile(step: FileStep, { fields }: HeardRequest): AnswerBytes {
  const { serves, size } = step;
  const all = fileBytes(step);
  const type = 'Content-Type: video/mp4';
  if (serves === 'gone')
    return { bytes: framed(410, [], Buffer.alloc(0), 'length'), pieces: 1, after: 'keep' };
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(fields.get('range') ?? '') ?? [];
  if (serves === 'whole' || first === undefined)
    return { bytes: framed(200, [type], all, 'length'), pieces: 3, after: 'keep' };
  const isShifted = serves === 'shifted' || (serves === 'shifted_later' && first !== '0');
  const from = Number(first) + Number(isShifted);
  if (from >= size) {
    const bytes = framed(416, [`Content-Range: bytes */${size}`], Buffer.alloc(0), 'length');
    return { bytes, pieces: 1, after: 'keep' };
  }
  const asked = Math.min(last === '' ? size : Number(last) + 1, size);
  const to = serves === 'part' ? Math.max(from + 1, (from + asked) >> 1) : Math.max(asked, from + 1);
  const range = `Content-Range: bytes ${from}-${to - 1}/${size}`;
  const bytes = framed(206, [type, range], all.subarray(from, to), 'length');
  // The first byte is asked for alone.
  const isBroken = serves === 'broken' && asked - from > 1;
  return { bytes: isBroken ? bytes.subarray(0, -1) : bytes, pieces: 2, after: isBroken ? 'destroy' : 'keep' };
}

const CHUNKED = 'Transfer-Encoding: chunked';

function inBase64(text: string): string {
  return Buffer.from(text).toString('base64');
}

function framed(
  status: number,
  fields: readonly string[],
  body: Buffer,
  framing: AnswerScript['framing'],
): Buffer {
  const frame = { length: `Content-Length: ${body.length}`, chunks: CHUNKED, close: 'Connection: close' };
  const head = [`HTTP/1.1 ${status} Said`, ...fields, frame[framing], '', ''].join('\r\n');
  return Buffer.concat([Buffer.from(head), framing === 'chunks' ? inChunks(body) : body]);
}

function inChunks(body: Buffer): Buffer {
  const half = body.length >> 1;
  const parts = [body.subarray(0, half), body.subarray(half)].filter((part) => part.length > 0);
  const chunks = parts.flatMap((part) => [
    Buffer.from(`${part.length.toString(16)}\r\n`),
    part,
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...chunks, Buffer.from('0\r\n\r\n')]);
}

/**
 * Answers as they are written: the fields that each has, errors with their waits and amounts, and results in
 * whole or in part. Buffers keep the text that an answer shares with the one before, so each answer is held
 * against its own request alone.
 */
import { ERRORS, type ErrorCode } from '../../../../src/http/errors.js';
import { RequestIds } from '../../../../src/http/request/request-ids.js';
import { AnswerHeads } from '../../../../src/http/response/answer-heads.js';
import { contentAnswer } from '../../../../src/http/response/content-answer.js';
import { addErrorFields, ErrorBodies } from '../../../../src/http/response/error-answer.js';
import type { MicroDa } from '../../../../src/money/micro-da.js';
import type { Random } from '../../../world/random.js';
import type { Part } from '../part.js';
import type { Trial } from '../trial.js';

interface ErrorAct {
  readonly do: 'error';
  readonly code: ErrorCode;
  readonly message: string;
  readonly param?: string;
  readonly waitMs?: number;
  readonly amounts?: readonly [required: number, balance: number];
  readonly limit: number;
  readonly remaining: number;
  readonly resetsAt: number;
}

interface ContentAct {
  readonly do: 'content';
  /** Undefined if it is not known before the end. */
  readonly size?: number;
  readonly range: string;
  readonly type: string;
  readonly fileName: string;
}

const CODES = Object.keys(ERRORS) as readonly ErrorCode[];
const MINUTE_MS = 60_000;
const ID = /^req_[0-9a-f]{28}$/;
const SHOWN = ['video/mp4', 'video/webm', 'audio/ogg'];
const SAVED = ['', 'text/html', 'video/', 'image/svg+xml', 'video/mp4; x=1', 'xvideo/mp4'];

export function repliesPart(): Part<undefined, ErrorAct | ContentAct> {
  return {
    name: 'replies',
    limits: () => undefined,
    act: (random) => (random.chance(0.6) ? drawError(random) : drawContent(random)),
    pauseMs: () => 0,
    begin(trial) {
      const ids = new RequestIds((count) => trial.world.randomBytes(count));
      const known = new Set<string>();
      const [heads, bodies] = [new AnswerHeads(), new ErrorBodies()];
      return {
        take(act) {
          if (act.do === 'content') return takeContent(trial, act);
          const id = ids.next();
          if (!ID.test(id.text) || known.has(id.text)) trial.broke('id', `${id.text} is no new id`);
          known.add(id.text);
          const { code, message, param, waitMs, limit, remaining, resetsAt } = act;
          const [required, balance] = act.amounts ?? [];
          const error = {
            code,
            message,
            ...(param === undefined ? {} : { param }),
            ...(waitMs === undefined ? {} : { retryAfterMs: waitMs }),
            ...(required === undefined ? {} : { required: required as MicroDa }),
            ...(balance === undefined ? {} : { balance: balance as MicroDa }),
          };
          const { status, type } = ERRORS[code];
          const head = heads.json(status).begin(id, limit, remaining, resetsAt);
          addErrorFields(head, error);
          trial.sameFields('head', fieldsOf(head.bytes()), {
            status: String(status),
            'content-type': 'application/json',
            'cache-control': 'no-store',
            'x-request-id': id.text,
            'x-ratelimit-limit-rpm': String(limit),
            'x-ratelimit-reset': String(resetsAt),
            'x-ratelimit-remaining-rpm': String(remaining),
            ...waitFields(act),
            ...(status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
          });
          const isTold = status === 429 || status === 503;
          const waited = waitFields(act)['retry-after'];
          trial.sameFields('body', read(bodies.print(error, id)), {
            error: { type, code, message, param: param ?? null, request_id: id.text },
            ...(isTold && waited !== undefined ? { retry_after: Number(waited) } : {}),
            ...(required === undefined ? {} : { required: required / 1e6, balance: Number(balance) / 1e6 }),
          });
          return undefined;
        },
        compare() {},
      };
    },
  };
}

/** Whole seconds, rounded up, 1 to 60; of a 503 always, of others if they know. */
function waitFields({ code, waitMs }: ErrorAct): Readonly<Record<string, string>> {
  const wait = waitMs ?? (ERRORS[code].status === 503 ? 1_000 : undefined);
  if (wait === undefined) return {};
  const ms = wait <= 1 ? 1 : wait >= MINUTE_MS ? MINUTE_MS : Math.ceil(wait);
  return { 'retry-after': String(Math.floor((ms + 999) / 1_000)), 'retry-after-ms': String(ms) };
}

function fieldsOf(head: Uint8Array): Readonly<Record<string, string>> {
  const [first = '', ...lines] = Buffer.from(head).toString('latin1').split('\r\n');
  const fields: Record<string, string> = { status: first.slice(0, 3) };
  for (const line of lines) {
    const colon = line.indexOf(': ');
    fields[line.slice(0, colon).toLowerCase()] = line.slice(colon + 2);
  }
  return fields;
}

function read(body: Uint8Array): object {
  return JSON.parse(Buffer.from(body).toString('utf8'));
}

/** The bytes that a range asks for are looked for one by one. */
async function takeContent(trial: Trial, { size, range, type, fileName }: ContentAct): Promise<void> {
  const length = size ?? 9;
  const bytes = Uint8Array.from({ length }, (_, at) => at % 256);
  const answer = contentAnswer(
    {
      contentType: type,
      size,
      takesRanges: true,
      async *read(from, to) {
        yield bytes.slice(from, to);
      },
    },
    range,
    fileName,
  );
  const [, unit = '', first = '', last = ''] = /^(bytes)=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(range) ?? [];
  const isRange =
    size !== undefined &&
    unit !== '' &&
    first + last !== '' &&
    !(first !== '' && last !== '' && Number(last) < Number(first));
  const wanted = [...bytes.keys()].filter((at) => {
    if (!isRange) return true;
    if (first === '') return at >= length - Number(last);
    return at >= Number(first) && (last === '' || at <= Number(last));
  });
  if (isRange && wanted.length === 0) {
    trial.same('part', answer, { kind: 'unsatisfiable', size });
    return;
  }
  if (answer.kind === 'unsatisfiable') {
    trial.broke('part', `"${range}" of ${size} bytes is not satisfiable`);
    return;
  }
  const chunks: Uint8Array[] = [];
  for await (const chunk of answer.chunks()) chunks.push(chunk);
  trial.same(
    'part',
    [...Buffer.concat(chunks)],
    wanted.map((at) => at % 256),
  );
  const isShown = SHOWN.includes(type);
  const { status: _, ...fields } = fieldsOf(Buffer.from(`200${answer.fields}`));
  const name = fileName === '' ? '' : `; filename="${fileName.replace(/[" /é]/g, '_')}"`;
  trial.sameFields(
    'fields',
    { status: answer.status, type: answer.contentType, size: answer.size, ...fields },
    {
      status: isRange ? 206 : 200,
      type: isShown ? type : 'application/octet-stream',
      size: size === undefined ? undefined : wanted.length,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'; media-src 'self'",
      ...(isShown && fileName === ''
        ? {}
        : { 'content-disposition': `${isShown ? 'inline' : 'attachment'}${name}` }),
      ...(size === undefined ? {} : { 'accept-ranges': 'bytes' }),
      ...(isRange ? { 'content-range': `bytes ${wanted[0]}-${wanted.at(-1)}/${size}` } : {}),
    },
  );
}

function drawError(random: Random): ErrorAct {
  const code = random.chance(0.5)
    ? random.pick(['rate_limit_exceeded', 'insufficient_credits', 'overloaded', 'invalid_api_key'] as const)
    : random.pick(CODES);
  const amounts = [drawAmount(random), drawAmount(random)] as const;
  return {
    do: 'error',
    code,
    message: random.pick(['Wait.', 'No "more", please.', 'Ça suffit.']),
    ...(random.chance(0.3) ? { param: random.pick(['model', 'messages.0.role', 'é\n']) } : {}),
    ...(random.chance(0.6) ? { waitMs: drawWait(random) } : {}),
    ...(code === 'insufficient_credits' ? { amounts } : {}),
    limit: random.pick([1, 60, 60, 61, 999_999, 1_000_000]),
    remaining: random.pick([0, 1, 9, 10, 59, 99, 100, 12_345, 999_999]),
    resetsAt: random.weighted([
      [3, 1_795_224_600 + random.below(3)],
      [1, random.pick([0, 999_999_999, 1_000_000_000, 2 ** 31 - 1, 2 ** 31, 9_999_999_999, 10_000_000_000])],
    ]),
  };
}

function drawWait(random: Random): number {
  const second = 1_000 * random.pick([0, 1, 2, 30, 59, 60, 61, 600]);
  return Math.max(0, second + random.pick([-1, -0.5, 0, 0.5, 1]));
}

function drawAmount(random: Random): number {
  const most = 10 ** random.between(0, 15);
  return random.pick([0, 1, most, most - 1, Math.floor(most * random.fraction())]);
}

function drawContent(random: Random): ContentAct {
  const size = random.pick([0, 1, 2, 15, 300]);
  const place = () =>
    random.pick(['', 0, 1, size - 1, size, size + 1, random.below(size + 1), '00', 2 ** 53]);
  const range = random.weighted([
    [8, `${random.pick(['bytes', 'bytes', 'Bytes'])}=${place()}-${place()}`],
    [1, random.pick(['', 'bytes=', 'lines=0-1', 'bytes=0-0,1-1', 'bytes=a-b', 'bytes= 0-0 ', '0-1'])],
  ]);
  return {
    do: 'content',
    ...(random.chance(0.9) ? { size } : {}),
    range,
    type: random.pick(random.chance(0.7) ? SHOWN : SAVED),
    fileName: random.pick(['', 'video_1.mp4', 'a "b" /é.webm']),
  };
}

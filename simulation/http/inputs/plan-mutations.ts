/** Changes to one request at the level of its parts: fields of the body, target, header fields, framing. */
import type { Random } from '../../world/random.js';
import { BODY_BOUNDS } from '../server/server-setup.js';
import { escaped, INPUT_BYTES_MAX, utf8 } from '../wire/http-input.js';
import { fromPage, fromProxy } from './browser-requests.js';
import { ODD_KEYS, ODD_VALUES } from './odd-bodies.js';
import {
  AUTHORIZATIONS,
  CONTENT_TYPES,
  IDEMPOTENCY_KEYS,
  METHODS,
  ODD_FIELDS,
  RANGES,
} from './odd-fields.js';
import { IDS, ODD_QUERIES, ODD_QUERY_VALUES, ODD_SEGMENTS, ODD_TARGETS } from './odd-targets.js';
import { bodyOf, dropField, type RequestPlan, setField } from './request-plan.js';

type Mutation = (random: Random, plan: RequestPlan) => void;

const ON_ALL: readonly (readonly [number, Mutation])[] = [
  [4, changeTarget],
  [4, changeQuery],
  [4, (random, plan) => setField(plan, 'Authorization', random.pick(AUTHORIZATIONS))],
  [1, (_, plan) => dropField(plan, 'Authorization')],
  [2, (random, plan) => plan.fields.push(['Authorization', random.pick(AUTHORIZATIONS)])],
  [4, (random, plan) => setField(plan, 'Idempotency-Key', random.pick(IDEMPOTENCY_KEYS))],
  [4, addField],
  [3, changeMethod],
  [2, (random, plan) => setField(plan, 'Range', random.pick(RANGES))],
  [1, (random, plan) => dropField(plan, plan.fields[random.below(plan.fields.length)]?.[0] ?? '')],
  [1, (random, plan) => plan.fields.push(...plan.fields.slice(random.below(plan.fields.length)))],
  [1, manyFields],
  [2, fromPage],
  [3, fromProxy],
];

const ON_BODIES: readonly (readonly [number, Mutation])[] = [
  [12, changeValue],
  [3, (random, plan) => plan.members?.splice(random.below(plan.members.length), 1)],
  [4, addMember],
  [3, repeatMember],
  [2, (random, plan) => writeBody(plan, utf8(random.pick(ODD_VALUES)))],
  [2, breakBody],
  [3, (random, plan) => setField(plan, 'Content-Type', random.pick(CONTENT_TYPES))],
  [1, (_, plan) => dropField(plan, 'Content-Type')],
  [3, cutInChunks],
  [3, oddLength],
  [3, fillToBound],
  [4, asForm],
];

/** Changes the plan one to three times. */
export function mutatePlan(random: Random, plan: RequestPlan): void {
  for (let count = random.between(1, 3); count > 0; count--) {
    const hasBody = plan.members !== undefined || plan.body !== undefined;
    const mutations = hasBody && random.chance(0.6) ? ON_BODIES : ON_ALL;
    random.weighted(mutations)(random, plan);
  }
}

function changeTarget(random: Random, plan: RequestPlan): void {
  if (random.chance(0.3)) {
    plan.target = random.pick(ODD_TARGETS);
    return;
  }
  const [path = '', ...query] = plan.target.split('?');
  const segments = path.split('/');
  const at = random.between(1, Math.max(1, segments.length - 1));
  const odd = random.chance(0.4) ? random.pick(IDS) : random.pick(ODD_SEGMENTS);
  const before = segments[at] ?? '';
  segments[at] = random.weighted([
    [4, odd],
    [1, before.slice(0, random.below(before.length + 1))],
    [1, `${before}${odd}`],
    [1, before.toUpperCase()],
    [1, [...before].map((each) => `%${each.charCodeAt(0).toString(16)}`).join('')],
    [1, `${before}/${odd}`],
  ]);
  plan.target = [segments.join('/'), ...query].join('?');
}

function changeQuery(random: Random, plan: RequestPlan): void {
  const [path = ''] = plan.target.split('?');
  if (random.chance(0.3)) {
    plan.target = path + random.pick(ODD_QUERIES);
    return;
  }
  const name = random.pick(['limit', 'after', 'status', 'from', 'to', 'model', 'provider', 'limit%00', '']);
  const parameter = `${name}=${random.pick(ODD_QUERY_VALUES)}`;
  plan.target += plan.target.includes('?') ? `&${parameter}` : `?${parameter}`;
}

function addField(random: Random, plan: RequestPlan): void {
  const [name, value] = random.pick(ODD_FIELDS);
  if (random.chance(0.3)) setField(plan, name, value);
  else plan.fields.splice(random.below(plan.fields.length + 1), 0, [name, value]);
}

function changeMethod(random: Random, plan: RequestPlan): void {
  plan.method = random.chance(0.4) && plan.method === 'GET' ? 'HEAD' : random.pick(METHODS);
}

function manyFields(random: Random, plan: RequestPlan): void {
  const count = random.pick([10, 80, 95, 99, 100, 101, 200]);
  for (let at = 0; at < count; at++) plan.fields.push([`X-${at}`, '']);
}

function changeValue(random: Random, plan: RequestPlan): void {
  const { members } = plan;
  if (members === undefined || members.length === 0) return;
  const at = random.below(members.length);
  members[at] = [members[at]?.[0] ?? '""', random.pick(ODD_VALUES)];
}

function addMember(random: Random, plan: RequestPlan): void {
  plan.members?.splice(random.below(plan.members.length + 1), 0, [
    random.pick(ODD_KEYS),
    random.pick(ODD_VALUES),
  ]);
}

function repeatMember(random: Random, plan: RequestPlan): void {
  if (plan.members === undefined || plan.members.length === 0) return;
  const [key, value] = random.pick(plan.members);
  plan.members.push([key, random.chance(0.5) ? value : random.pick(ODD_VALUES)]);
}

function writeBody(plan: RequestPlan, body: string): void {
  plan.body = body;
}

/** Bodies that are no JSON object, or no UTF-8. */
function breakBody(random: Random, plan: RequestPlan): void {
  const body = bodyOf(plan) ?? '';
  const at = random.below(body.length + 1);
  const junk = random.pick([
    '\x80',
    '\xff',
    '\xc0\xaf',
    '\xed\xa0\x80',
    '\xf4\x90\x80\x80',
    '\x00',
    ',',
    '}',
    '\\',
    '"',
    '\xef\xbb\xbf',
  ]);
  const broken = random.pick([
    body.slice(0, at),
    body.slice(0, at) + junk + body.slice(at),
    junk + body,
    body + junk,
    body + body,
    `[${body}]`,
    ` \r\n\t${body} `,
    '',
  ]);
  writeBody(plan, broken);
}

function cutInChunks(random: Random, plan: RequestPlan): void {
  const sizes = Array.from({ length: random.below(6) }, () => random.between(1, 40));
  plan.framing = { by: 'chunks', sizes };
}

/** A length that is not that of the body. */
function oddLength(random: Random, plan: RequestPlan): void {
  const body = bodyOf(plan) ?? '';
  writeBody(plan, body);
  plan.framing = { by: 'fields' };
  const wrong = [
    body.length + 1,
    body.length + 500,
    Math.max(0, body.length - 1),
    0,
    1_048_577,
    67_108_865,
    ` ${body.length}`,
  ];
  plan.fields.push(['Content-Length', String(random.pick(wrong))]);
  if (random.chance(0.2)) plan.fields.push(['Content-Length', String(random.pick(wrong))]);
  if (random.chance(0.2)) plan.fields.push(['Transfer-Encoding', 'chunked']);
}

/** A field that nobody knows, so long that the body is at a bound, or a byte beside it. */
function fillToBound(random: Random, plan: RequestPlan): void {
  const bound = random.pick(BODY_BOUNDS.filter((each) => each < INPUT_BYTES_MAX));
  if (plan.members === undefined || plan.body !== undefined) return;
  const name = '"note"';
  const others = (bodyOf(plan) ?? '').length + name.length + (plan.members.length === 0 ? 3 : 4);
  const length = bound - others + random.between(-1, 1);
  if (length >= 0) plan.members.push([name, `"${'n'.repeat(length)}"`]);
}

/** The members as multipart/form-data, well made or not. */
function asForm(random: Random, plan: RequestPlan): void {
  const boundary = random.pick(['b', '----WebKitFormBoundary7MA4YWxkTrZu0gW', "a'()+_,-./:=?", 'b b']);
  const quoted = random.chance(0.5) ? `"${boundary}"` : boundary;
  setField(plan, 'Content-Type', `multipart/form-data; boundary=${quoted}`);
  const breaks = random.chance(0.9) ? '\r\n' : '\n';
  const parts = (plan.members ?? []).map(([key, value]) => {
    const name = random.chance(0.95)
      ? key.replaceAll('\\', '')
      : random.pick(['""', 'x', '"a\\"b"', '"%22"']);
    const more = random.weighted([
      [16, ''],
      [1, '; filename="a.png"'],
      [1, "; filename*=UTF-8''a"],
      [1, '; name="again"'],
      [1, `${breaks}Content-Type: text/plain`],
      [1, `${breaks}Content-Transfer-Encoding: base64`],
    ]);
    const text = value.startsWith('"') ? value.slice(1, -1) : value;
    return `--${boundary}${breaks}Content-Disposition: form-data; name=${name}${more}${breaks}${breaks}${text}${breaks}`;
  });
  const end = random.weighted([
    [12, `--${boundary}--${breaks}`],
    [1, `--${boundary}--`],
    [1, `--${boundary}`],
    [1, ''],
    [1, `--${boundary}--\r\nepilogue ${escaped('\xff')}`],
  ]);
  const preamble = random.chance(0.1) ? 'preamble\r\n' : '';
  writeBody(plan, utf8(preamble + parts.join('') + end));
}

/**
 * Makes inputs: the same from the same random stream, the same corpus and the same description of the API.
 *
 * The sorts: requests built from the API's own description and changed in parts; requests of browsers, and of
 * pages beside the API; requests with another one, the canary, in places that hold no request; and entries of
 * the corpus changed byte by byte.
 */
import type { Random } from '../../world/random.js';
import type { Operation } from '../api-description.js';
import { LISTENERS, type Listener } from '../server/server-setup.js';
import { API_KEYS } from '../server/stage-names.js';
import { type Delivery, type HttpInput, INPUT_BYTES_MAX } from '../wire/http-input.js';
import { fromPage, pageRequest } from './browser-requests.js';
import { mutateBytes } from './byte-mutations.js';
import { mutatePlan } from './plan-mutations.js';
import { planned, printPlan, type RequestPlan } from './request-plan.js';
import { type GeneratorFacts, validRequest } from './valid-request.js';

/** Longest stream of requests on one connection. */
const PIPELINED_MAX = 4;

export function generateInput(random: Random, facts: GeneratorFacts, corpus: readonly string[]): HttpInput {
  const make = random.weighted([
    [9, structured],
    [3, ofBrowser],
    [2, ofPage],
    [2, withCanary],
    [corpus.length === 0 ? 0 : 7, raw],
  ] as const);
  const bytes = make(random, facts, corpus).slice(0, INPUT_BYTES_MAX);
  const listener = random.chance(0.8) ? listenerFor(bytes) : random.pick(LISTENERS);
  return { bytes, delivery: deliveryFor(random, bytes.length), listener };
}

/** The listener that has the path of the first request, if management has one of its own. */
export function listenerFor(bytes: string): Listener {
  return /^\S+ \/(?:api\b|metrics\b)/.test(bytes) ? 'management' : 'public';
}

function structured(random: Random, facts: GeneratorFacts): string {
  const count = random.chance(0.85) ? 1 : random.between(2, PIPELINED_MAX);
  let bytes = '';
  for (let index = 0; index < count; index++) bytes += printPlan(oneRequest(random, facts));
  return bytes;
}

function oneRequest(random: Random, facts: GeneratorFacts): RequestPlan {
  const { operations } = facts.description;
  const operation = random.weighted(operations.map((each) => [weightOf(each), each]));
  const plan = validRequest(random, facts, operation);
  if (random.chance(0.8)) mutatePlan(random, plan);
  return plan;
}

function weightOf({ path, method, body }: Operation): number {
  if (path === '/v1/videos' && method === 'POST') return 8;
  return body === undefined ? 1 : 2;
}

function ofBrowser(random: Random, facts: GeneratorFacts): string {
  const plan = random.chance(0.2)
    ? pageRequest(random)
    : validRequest(random, facts, random.pick(facts.description.operations));
  fromPage(random, plan);
  if (random.chance(0.2)) mutatePlan(random, plan);
  return printPlan(plan);
}

function ofPage(random: Random): string {
  const plan = pageRequest(random);
  if (random.chance(0.2)) mutatePlan(random, plan);
  return printPlan(plan);
}

function raw(random: Random, facts: GeneratorFacts, corpus: readonly string[]): string {
  const base = random.chance(0.1) ? structured(random, facts) : random.pick(corpus);
  return random.chance(0.05) ? base : mutateBytes(random, base, corpus);
}

/** The canary inside a body, in trailers, or behind framing on which parsers differ. */
function withCanary(random: Random, facts: GeneratorFacts): string {
  const canary = planned('GET', `/v1/${random.pick(['models', 'credits', 'videos'])}`);
  canary.fields.push(['Authorization', `Bearer ${API_KEYS.canary}`]);
  const inner = printPlan(canary);
  const bodied = facts.description.operations.filter(({ body }) => body !== undefined);
  const outer = validRequest(
    random,
    facts,
    random.pick(random.chance(0.7) ? bodied : facts.description.operations),
  );
  if (random.chance(0.3)) mutatePlan(random, outer);
  const size = inner.length.toString(16);
  outer.members = undefined;
  outer.framing = { by: 'fields' };
  const [fields, body] = random.pick<readonly [readonly (readonly [string, string])[], string]>([
    [[['Content-Length', String(inner.length)]], inner],
    [
      [
        ['Content-Length', String(inner.length)],
        ['Content-Length', '0'],
      ],
      inner,
    ],
    [
      [
        ['Content-Length', '0'],
        ['Content-Length', String(inner.length)],
      ],
      inner,
    ],
    [
      [
        ['Content-Length', String(inner.length)],
        ['Transfer-Encoding', 'chunked'],
      ],
      `0\r\n\r\n${inner}`,
    ],
    [
      [
        ['Transfer-Encoding', 'chunked'],
        ['Content-Length', '5'],
      ],
      `0\r\n\r\n${inner}`,
    ],
    [[['Transfer-Encoding', 'xchunked']], `0\r\n\r\n${inner}`],
    [[['Transfer-Encoding', 'chunked, identity']], `0\r\n\r\n${inner}`],
    [[['Transfer-Encoding', 'chunked']], `${size}\r\n${inner}\r\n0\r\n\r\n`],
    [[['Transfer-Encoding', 'chunked']], `0\r\n\r\n${inner}`],
    [[['Transfer-Encoding', 'chunked']], `0\r\nX:${inner}`],
    [[['Transfer-Encoding', 'chunked']], `0\r\n${inner}`],
    [[['Transfer-Encoding', 'chunked']], `0;a=b\r\n\r\n${inner}`],
    [[['Transfer-Encoding', 'chunked']], `0\n\n${inner}`],
    [[['Transfer-Encoding', 'chunked']], `\r\n\r\n${inner}`],
    [[['Transfer-Encoding', 'chunked']], ` 0\r\n\r\n${inner}`],
    [[['Transfer-Encoding', 'chunked']], `1\r\n{XX0\r\n\r\n${inner}`],
    [[['Transfer-Encoding', 'chunked']], `g\r\n${inner}\r\n0\r\n\r\n`],
    [[['Transfer-Encoding', 'chunked']], `10000000000000000\r\n\r\n0\r\n\r\n${inner}`],
    [
      [
        ['Transfer-Encoding', ''],
        ['Transfer-Encoding', 'chunked'],
      ],
      inner,
    ],
    [
      [
        ['Transfer-Encoding', ' chunked'],
        ['Transfer-Encoding', 'x'],
      ],
      `0\r\n\r\n${inner}`,
    ],
    [[['Content-Length', ` ${inner.length}`]], inner],
    [[['Content-Length', `+${inner.length}`]], inner],
    [[['Content-Length', `${inner.length},${inner.length}`]], inner],
    [[['Content-Length', '-1']], inner],
    [[['Content-Length ', String(inner.length)]], inner],
    [[['Content-Length', '']], inner],
    [[['X-Odd', `a\r\n\r\n${inner}`]], ''],
    [[['X-Odd', `a\n\n${inner}`]], ''],
    [[['X-Odd', `a\r\r${inner}`]], ''],
    [[['X-Odd', `a\0\r\n\r\n${inner}`]], ''],
  ]);
  outer.fields.push(...fields.map(([name, value]): [string, string] => [name, value]));
  outer.body = body;
  return printPlan(outer);
}

function deliveryFor(random: Random, length: number): Delivery {
  const count = random.chance(0.7) ? 0 : random.between(1, 6);
  const cuts = Array.from({ length: count }, () => random.between(1, Math.max(1, length - 1)));
  const ending = random.weighted([
    [90, 'await'],
    [6, 'half_close'],
    [4, 'abort'],
  ] as const);
  return { cuts: [...new Set(cuts)].sort((a, b) => a - b), ending };
}

/**
 * Makes requests that are wrong in one place, several at once for the same reason in different places; bodies
 * with a name twice in one object, in one spelling or two; and requests whose fields are right, and not their
 * Idempotency-Key or their form.
 */
import type { Random } from '../../../world/random.js';
import type { FlawedCall } from '../../client-call.js';
import type { NodeStep } from '../../node-history.js';
import { edgeStep } from '../edge-steps.js';
import { escapedString } from './escapes.js';
import { FLAWED, type Flawed } from './flaws.js';
import { NO_IDEMPOTENCY_KEYS, SPOILT_BODIES } from './spoilt-requests.js';

const FLAWS_CHANCE = 0.3;
/** No other step makes a key of this number. */
const KEY = 8_050;
const MADE = { op: 'create_key', newKey: KEY, account: 0, rpm: 10_000, creditsMicroDa: 100_000_000 } as const;
/** It has the most places that are wrong in the same words. */
const DEEPEST = FLAWED[0] as Flawed;
const FIELD = /\{"(\w+)":/g;

export interface FlawFacts {
  readonly payments: object | undefined;
  readonly durationMs: number;
}

export function generateFlaws(random: Random, { payments, durationMs }: FlawFacts): readonly NodeStep[] {
  if (!random.chance(FLAWS_CHANCE)) return [];
  const operations = FLAWED.filter(({ needsPayments }) => needsPayments !== true || payments !== undefined);
  let at = random.between(0, durationMs);
  const steps: NodeStep[] = [edgeStep(at, MADE)];
  at += 400;
  for (let bursts = random.between(4, 8); bursts > 0; bursts--) {
    const others = random.fork(bursts);
    const calls = others.chance(0.25)
      ? spoilt(others, operations)
      : burst(random, random.chance(0.3) ? DEEPEST : random.pick(operations));
    for (const call of calls) {
      steps.push(edgeStep(at, call));
      at += random.pick([0, 0, 1]);
    }
    at += random.pick([0, 20, 700]);
  }
  return steps;
}

/** Requests that are wrong in no field, but in their Idempotency-Key or the form of their body. */
function spoilt(random: Random, operations: readonly Flawed[]): readonly FlawedCall[] {
  const repeatable = operations.filter(({ isRepeatable }) => isRepeatable === true);
  return Array.from({ length: random.between(2, 5) }, (): FlawedCall => {
    if (random.chance(0.5))
      return { op: 'flawed', key: KEY, method: 'POST', path: '/v1/videos', ...random.pick(SPOILT_BODIES) };
    const { method, path, body } = random.pick(repeatable);
    const idempotencyKey = random.pick(NO_IDEMPOTENCY_KEYS);
    const refusal = { code: 'invalid_request', param: 'Idempotency-Key' } as const;
    return { op: 'flawed', key: KEY, method, path, body: JSON.stringify(body), idempotencyKey, ...refusal };
  });
}

function burst(random: Random, flawed: Flawed): readonly FlawedCall[] {
  const [value, ...places] = random.pick(flawed.wrong);
  return Array.from({ length: random.between(2, 5) }, () =>
    flawed.body !== undefined && random.chance(0.2)
      ? withoutSense(random, flawed)
      : withValue(flawed, random.pick(places), value),
  );
}

function withValue({ method, path, body }: Flawed, place: string, value: unknown): FlawedCall {
  const plain = { op: 'flawed', key: KEY, method, path, code: 'invalid_request', param: place } as const;
  if (body === undefined) return { ...plain, query: `${new URLSearchParams({ [place]: String(value) })}` };
  return { ...plain, body: JSON.stringify(changed(body, place.split('.'), value)) };
}

function changed(whole: unknown, [name = '', ...deeper]: readonly string[], value: unknown): unknown {
  const part = Object(whole)[name];
  const next = deeper.length === 0 ? value : changed(part, deeper, value);
  return Array.isArray(whole) ? whole.with(Number(name), next) : { ...Object(whole), [name]: next };
}

/** No object, or one with a name twice. */
function withoutSense(random: Random, { method, path, body }: Flawed): FlawedCall {
  const plain = { op: 'flawed', key: KEY, method, path, param: null } as const;
  const text = JSON.stringify(body);
  const fields = [...text.matchAll(FIELD)];
  if (fields.length === 0 || random.chance(0.2)) return { ...plain, body: '[]', code: 'invalid_request' };
  const { index, 1: name = '' } = random.pick(fields);
  const again = random.chance(0.8) ? escapedString(name) : JSON.stringify(name);
  return {
    ...plain,
    body: `${text.slice(0, index + 1)}${again}:0,${text.slice(index + 1)}`,
    code: 'invalid_json',
  };
}

/**
 * The order of refusals that need no body: no valid key, another listener's path, the wrong kind of key, an
 * unknown path, a method that the path does not take.
 */
import { type ApiDescription, type Operation, operationsAt } from '../api-description.js';
import type { Served } from '../server/server-setup.js';
import type { HttpAnswer } from '../wire/answer-reader.js';
import { type ReadRequest, valuesOf } from '../wire/request-reader.js';
import { type Flaw, parsed } from './answer-rules.js';
import type { KnownKey } from './oracle-facts.js';

const STATUSES: Readonly<Record<string, number>> = {
  missing_api_key: 401,
  invalid_api_key: 401,
  wrong_credential: 403,
  not_found: 404,
  method_not_allowed: 405,
};
/** None of them comes if nothing is wrong with key, path and method. */
const EARLY = ['missing_api_key', 'invalid_api_key', 'wrong_credential', 'method_not_allowed'];

/** All operations of the path of a request at the listener that serves it; none if there are none there. */
export function operationsServed(
  path: string,
  served: Served,
  description: ApiDescription,
): readonly Operation[] {
  return isElsewhere(path, served) ? [] : operationsAt(path, description);
}

/** @param key undefined if the request carries none that is valid */
export function flawOfOrder(
  request: ReadRequest,
  key: KnownKey | undefined,
  answer: HttpAnswer,
  served: Served,
  description: ApiDescription,
): Flaw {
  const { status, isHead } = answer;
  if (status === 429) return undefined;
  const due = key === undefined ? refusalsWithoutKey(request) : refusal(request, key, served, description);
  if (isHead) {
    const isDue = due.length === 0 || due.some((each) => STATUSES[each] === status);
    return isDue ? undefined : `HEAD is answered ${status}, and ${due.join(' or ')} is due`;
  }
  const { code } = ((parsed(answer.body) ?? {}) as { error?: { code?: unknown } }).error ?? {};
  if (due.length > 0) {
    const isDue = due.some((each) => each === code);
    return isDue ? undefined : `${code ?? `a ${status}`} comes before ${due.join(' or ')}`;
  }
  return EARLY.some((each) => each === code) ? `${code}, and nothing is wrong there` : undefined;
}

/** Codes of which one is due. */
function refusalsWithoutKey(request: ReadRequest): readonly string[] {
  const values = valuesOf(request, 'authorization');
  const [value = ''] = values;
  if (values.length === 0 || (values.length === 1 && /^(?!bearer\b)[a-z]+ /i.test(value)))
    return ['missing_api_key'];
  if (values.length === 1 && /^bearer +[\x21-\x7e]+$/i.test(value)) return ['invalid_api_key'];
  return ['missing_api_key', 'invalid_api_key'];
}

/** None if the request may go on. */
function refusal(
  { path, method }: ReadRequest,
  key: KnownKey,
  served: Served,
  description: ApiDescription,
): readonly string[] {
  if (isElsewhere(path, served)) return ['not_found'];
  const under = firstOf(path);
  const kind = key.name === undefined ? 'api' : 'v1';
  if ((under === 'v1' || under === 'api') && under !== kind) return ['wrong_credential'];
  const operations = operationsAt(path, description);
  if (operations.length === 0) return ['not_found'];
  const wanted = method === 'HEAD' ? 'GET' : method;
  return operations.some((each) => each.method === wanted) ? [] : ['method_not_allowed'];
}

function isElsewhere(path: string, served: Served): boolean {
  const under = firstOf(path);
  return (served === 'public' && under === 'api') || (served === 'management' && under === 'v1');
}

/** The first part of a path. */
function firstOf(path: string): string {
  return decodeURIComponent(path.split('/')[1] ?? '');
}

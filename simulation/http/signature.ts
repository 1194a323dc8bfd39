/**
 * The signature of an input: how its first request was answered (route, status, code), whether others were,
 * and what became of the connection. Two inputs with the same signature are alike.
 *
 * It is coarse on purpose: the corpus is to grow slowly, and never to be full of what is nearly the same.
 */

import { type ApiDescription, isPublicPage, operationsAt } from './api-description.js';
import { parsed } from './oracle/answer-rules.js';
import type { Observation } from './wire/connection.js';
import type { RequestStream } from './wire/request-reader.js';

/** Answers that a signature looks at. */
const ANSWERS_MAX = 2;

export function signatureOf(
  stream: RequestStream,
  { answers, fate }: Observation,
  description: ApiDescription,
): string {
  const parts = answers.slice(0, ANSWERS_MAX).map((answer, index) => {
    const request = stream.requests[index];
    const code = ((parsed(answer.body) ?? {}) as { error?: { code?: unknown } }).error?.code ?? '';
    // Of pairs there are too many to tell all apart.
    if (index > 0) return answer.status < 400 ? 'a success' : 'a refusal';
    const route = request === undefined ? stream.why : routeOf(request.path, description);
    return [request?.method === 'HEAD' ? 'HEAD' : '', route, answer.status, code].join(' ');
  });
  // Another fate tells of the client alone.
  return [...parts, fate === 'ended' ? 'ended' : ''].join(' | ');
}

function routeOf(path: string, description: ApiDescription): string {
  if (isPublicPage(path)) return path.startsWith('/results/') ? '/results/' : path;
  return operationsAt(path, description)[0]?.path ?? '';
}

/**
 * What is new about an input: the kind of answers that it got. Two inputs with the same signature are alike.
 */
import { fieldOf } from './answer-reader.js';
import { parsed } from './answer-rules.js';
import { type ApiDescription, isPublicPage, operationsAt } from './api-description.js';
import type { Observation } from './connection.js';
import type { RequestStream } from './request-reader.js';

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
    if (index > 0) return `${answer.status} ${code}`;
    const names = answer.fields
      .map(([name]) => name)
      .sort()
      .join(',');
    const route = request === undefined ? stream.why : routeOf(request.path, description);
    return [
      request?.method === 'HEAD' ? 'HEAD' : '',
      route,
      answer.status,
      code,
      names,
      fieldOf(answer, 'connection') ?? '',
    ].join(' ');
  });
  return [...parts, stream.rest, stream.why, fate].join(' | ');
}

function routeOf(path: string, description: ApiDescription): string {
  if (isPublicPage(path)) return path.startsWith('/results/') ? '/results/' : path;
  return operationsAt(path, description)[0]?.path ?? '';
}

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RouteMetrics } from '../../../src/http/monitoring/gateway-metrics.js';
import type { Operation } from '../../../src/http/operation.js';
import { type Route, Router } from '../../../src/http/pipeline/router.js';

function route(method: Operation['method'], path: string): Route {
  const operation: Operation = {
    method,
    path,
    credential: path.startsWith('/api') ? 'management' : 'api',
    body: 'none',
    isRead: true,
    handle: () => ({ kind: 'json', status: 200, body: '' }),
  };
  return { operation, metrics: new RouteMetrics(method, path), shedAs: undefined };
}

const ROUTES = [
  route('GET', '/v1/videos'),
  route('POST', '/v1/videos'),
  route('GET', '/v1/videos/{id}'),
  route('GET', '/v1/videos/{id}/content'),
  route('GET', '/v1/credits'),
  route('PATCH', '/api/keys/{id}'),
  route('GET', '/api/keys/{id}/ledger'),
];

/** The meaning of a path, told by patterns. */
function named(path: string): { readonly path: string; readonly id: string } | undefined {
  for (const { operation } of ROUTES) {
    const pattern = new RegExp(`^${operation.path.replace('{id}', '([^/]*)')}$`);
    const found = pattern.exec(path);
    if (found === null) continue;
    const id = decoded(found[1] ?? '');
    if (found[1] === undefined || /^[\w-]{1,100}$/.test(id)) return { path: operation.path, id };
  }
  return undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

const id = fc.oneof(
  fc.constantFrom(
    'video_1',
    'video_2',
    'a',
    '',
    'x'.repeat(100),
    'x'.repeat(101),
    'a%2Db',
    'a%2Fb',
    'é',
    '%zz',
  ),
  // Alike in the middle and at the end: they take the same place among the paths remembered.
  fc.tuple(fc.constantFrom('p', 'q'), fc.constantFrom('r', 's')).map(([a, b]) => `${a}00000000${b}000000000`),
);
const path = fc
  .tuple(fc.constantFrom(...ROUTES.map(({ operation }) => operation.path), '/v1', '/', '', '/v2/{id}'), id)
  .map(([pattern, text]) => pattern.replace('{id}', text));

describe('a router', () => {
  it('finds for each path what it finds for it first, whatever it was asked before', () => {
    fc.assert(
      fc.property(fc.array(path, { maxLength: 60, size: 'max' }), (paths) => {
        const router = new Router(ROUTES);
        for (const asked of paths) {
          const match = router.match(asked);
          expect(match && { path: match.endpoint.path, id: match.id }).toEqual(named(asked));
        }
      }),
    );
  });

  it.each([
    ['two ids', '/v1/videos/{id}/frames/{id}', 'two ids'],
    ['an id by another name', '/v1/videos/{video}', 'does not call its id {id}'],
  ])('takes no path with %s', (_, wrong, message) => {
    expect(() => new Router([route('GET', wrong)])).toThrow(message);
  });
});

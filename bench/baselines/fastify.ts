/**
 * fastify with @fastify/rate-limit in memory: no log, and a string, which fastify sends without serializing
 * it.
 */
import type { Server } from 'node:http';
import { announce, headerRecord, loadPackage, readAssignment, WINDOW_MS } from './assignment.js';

interface Request {
  readonly headers: { readonly authorization?: string };
}

interface Reply {
  headers(values: Readonly<Record<string, string>>): Reply;
  send(body: string): Reply;
}

interface Fastify {
  readonly server: Server;
  register(plugin: unknown, options: object): Promise<void>;
  get(path: string, handler: (request: Request, reply: Reply) => void): void;
  listen(options: object): Promise<string>;
}

const { answer, limit } = readAssignment();
const headers = headerRecord(answer);
const app = (loadPackage('fastify') as (options: object) => Fastify)({ logger: false });
await app.register(loadPackage('@fastify/rate-limit'), {
  max: limit,
  timeWindow: WINDOW_MS,
  keyGenerator: (request: Request) => request.headers.authorization ?? '',
  // The answer has the same headers already.
  addHeadersOnExceeding: {
    'x-ratelimit-limit': false,
    'x-ratelimit-remaining': false,
    'x-ratelimit-reset': false,
  },
});
app.get('/v1/credits', (_, reply) => {
  reply.headers(headers).send(answer.body);
});
await app.listen({ host: '127.0.0.1', port: 0 });
announce(app.server);

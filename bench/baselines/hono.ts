/** hono with hono-rate-limiter in memory, on @hono/node-server. */
import type { Server } from 'node:http';
import { announce, headerRecord, loadPackage, readAssignment, WINDOW_MS } from './assignment.js';

interface Context {
  readonly req: { header(name: string): string | undefined };
  body(text: string, status: number, headers: Readonly<Record<string, string>>): unknown;
}

interface Hono {
  readonly fetch: unknown;
  use(middleware: unknown): void;
  get(path: string, handler: (context: Context) => unknown): void;
}

const { answer, limit } = readAssignment();
const headers = headerRecord(answer);
const { Hono } = loadPackage('hono') as { Hono: new () => Hono };
const { rateLimiter } = loadPackage('hono-rate-limiter') as { rateLimiter: (options: object) => unknown };
const { serve } = loadPackage('@hono/node-server') as {
  serve: (options: object, listening: () => void) => Server;
};
const app = new Hono();
app.use(
  rateLimiter({
    limit,
    windowMs: WINDOW_MS,
    keyGenerator: (context: Context) => context.req.header('authorization') ?? '',
    // The answer has the same headers already.
    standardHeaders: false,
  }),
);
app.get('/v1/credits', (context) => context.body(answer.body, 200, headers));
const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, () => announce(server));

/**
 * express with express-rate-limit in memory: no ETag, no `X-Powered-By`, and its checks of the configuration
 * off.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { announce, headersWithLength, loadPackage, readAssignment, WINDOW_MS } from './assignment.js';

interface Express extends RequestListener {
  disable(setting: string): void;
  use(middleware: unknown): void;
  get(path: string, handler: (request: IncomingMessage, response: ServerResponse) => void): void;
}

const { answer, limit } = readAssignment();
const headers = headersWithLength(answer);
const app = (loadPackage('express') as () => Express)();
app.disable('etag');
app.disable('x-powered-by');
const { rateLimit } = loadPackage('express-rate-limit') as { rateLimit: (options: object) => unknown };
app.use(
  rateLimit({
    limit,
    windowMs: WINDOW_MS,
    keyGenerator: (request: IncomingMessage) => request.headers.authorization ?? '',
    // The answer has the same headers already.
    standardHeaders: false,
    legacyHeaders: false,
    validate: false,
  }),
);
app.get('/v1/credits', (_, response) => {
  response.writeHead(200, headers).end(answer.body);
});
const server = createServer(app).listen(0, '127.0.0.1', () => announce(server));

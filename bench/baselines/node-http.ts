/** The HTTP server of Node with rate-limiter-flexible in memory, and nothing between. */
import { createServer } from 'node:http';
import { announce, headersWithLength, loadPackage, readAssignment, WINDOW_MS } from './assignment.js';

interface Limiter {
  /** Rejects over the limit. */
  consume(key: string): Promise<unknown>;
}

const { answer, limit } = readAssignment();
const headers = headersWithLength(answer);
const { RateLimiterMemory } = loadPackage('rate-limiter-flexible') as {
  RateLimiterMemory: new (options: object) => Limiter;
};
const limiter = new RateLimiterMemory({ points: limit, duration: WINDOW_MS / 1000 });
const server = createServer((request, response) => {
  limiter.consume(request.headers.authorization ?? '').then(
    () => response.writeHead(200, headers).end(answer.body),
    () => response.writeHead(429).end(),
  );
}).listen(0, '127.0.0.1', () => announce(server));

/**
 * The baseline: bare uWebSockets.js that answers every request with bytes it was given.
 *
 * Arguments: the answer as a JSON file `{status, headers: [name, value][], body}`, and `plain` (one
 * `writeHeader` a header) or `block` (all of them in one string).
 */
import { readFileSync } from 'node:fs';
import { loadUws } from '../src/http/uws.js';

interface RecordedAnswer {
  readonly status: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
}

const [file = '', style = 'plain'] = process.argv.slice(2);
const { status, headers, body } = JSON.parse(readFileSync(file, 'utf8')) as RecordedAnswer;
const [first, ...others] = headers;
if (first === undefined) throw new Error('an answer without headers');
const block = [first[1], ...others.map(([name, value]) => `${name}: ${value}`)].join('\r\n');

const { uws } = loadUws();
const app = uws.App();
if (style === 'plain') {
  app.any('/*', (response) => {
    response.writeStatus(status);
    for (const [name, value] of headers) response.writeHeader(name, value);
    response.end(body);
  });
} else {
  app.any('/*', (response) => {
    response.writeStatus(status).writeHeader(first[0], block).end(body);
  });
}
app.listen('127.0.0.1', 0, (socket) => {
  if (socket === false) throw new Error('cannot listen');
  process.stdout.write(`listening ${uws.us_socket_local_port(socket)}\n`);
});
process.on('SIGTERM', () => process.exit(0));

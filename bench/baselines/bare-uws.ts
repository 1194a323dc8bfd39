/**
 * Bare uWebSockets.js that answers every request with the bytes it was given, and limits nothing.
 *
 * Arguments: the answer as a file, and `calls` (one `writeHeader` a header) or `block` (all headers in one
 * string).
 */
import { readFileSync } from 'node:fs';
import { loadUws } from '../../src/http/uws/uws.js';
import type { RawAnswer } from '../load/raw-answer.js';

const [file = '', style] = process.argv.slice(2);
const { status, headers, body } = JSON.parse(readFileSync(file, 'utf8')) as RawAnswer;
const [first, ...others] = headers;
if (first === undefined) throw new Error('an answer without headers');
const block = [first[1], ...others.map(([name, value]) => `${name}: ${value}`)].join('\r\n');
// 200 is what is written if nothing else is said; a call would cost the baseline time.
const isOk = status === '200 OK';

const { uws } = loadUws();
const app = uws.App();
if (style === 'block') {
  app.any('/*', (response) => {
    if (!isOk) response.writeStatus(status);
    response.writeHeader(first[0], block).end(body);
  });
} else {
  app.any('/*', (response) => {
    if (!isOk) response.writeStatus(status);
    for (const [name, value] of headers) response.writeHeader(name, value);
    response.end(body);
  });
}
app.listen('127.0.0.1', 0, (socket) => {
  if (socket === false) throw new Error('cannot listen');
  process.stdout.write(`listening ${uws.us_socket_local_port(socket)}\n`);
});

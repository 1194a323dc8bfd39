import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { PreparedRequest } from '../../../../simulation/models/node/clients/prepared-request.js';
import { HttpClient } from '../../../../simulation/models/process/http-exchange.js';

const REQUEST: PreparedRequest = {
  method: 'GET',
  path: '/v1/credits',
  query: 'limit=1',
  fields: [['authorization', 'Bearer sk-1']],
  body: undefined,
  keyId: '',
  jobId: '',
  credential: 'api',
};

let server: Server;
let client: HttpClient;
let received: string;
/** The act of the server once the head has come. */
let serve: (socket: Socket) => void;

beforeEach(async () => {
  received = '';
  client = new HttpClient('127.0.0.1');
  server = createServer((socket) => {
    socket.on('error', () => {});
    socket.setEncoding('latin1').on('data', (text) => {
      received += text;
      if (received.includes('\r\n\r\n')) serve(socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterEach(async () => {
  client.close();
  await new Promise((resolve) => server.close(resolve));
});

function portOf({ address }: Server): number {
  const at = address.call(server);
  return typeof at === 'object' && at !== null ? at.port : 0;
}

function told(request = REQUEST, body?: string): Promise<unknown> {
  return new Promise((resolve) => {
    const exchange = client.send(portOf(server), request, {
      answered: (status, headers, text) => resolve({ status, headers, text }),
      cutOff: () => resolve('cut off'),
    });
    if (body !== undefined) exchange.sendBody(body);
  });
}

it('an answer that came whole is told, with its headers in lower case', async () => {
  serve = (socket) => socket.end('HTTP/1.1 200 OK\r\nX-Some: One\r\nContent-Length: 2\r\n\r\nok');
  expect(await told()).toEqual({
    status: 200,
    headers: { 'x-some': 'One', 'content-length': '2' },
    text: 'ok',
  });
  expect(received).toMatch(/^GET \/v1\/credits\?limit=1 HTTP\/1\.1\r\nauthorization: Bearer sk-1\r\n/);
});

it.each([
  ['before an answer', ''],
  ['within the head of an answer', 'HTTP/1.1 200 OK\r\nContent-'],
  ['within the body of an answer', 'HTTP/1.1 202 Accepted\r\nContent-Length: 20\r\n\r\n{"id":'],
  ['within a chunked body', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"id"\r\n'],
])('a connection that ends %s is a request cut off', async (_, bytes) => {
  serve = (socket) => socket.end(bytes);
  expect(await told()).toBe('cut off');
});

it('a reset within an answer is a request cut off', async () => {
  serve = (socket) =>
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhal', () => socket.resetAndDestroy());
  expect(await told()).toBe('cut off');
});

it('a connection that cannot be made is a request cut off', async () => {
  const port = portOf(server);
  await new Promise((resolve) => server.close(resolve));
  const end = await new Promise((resolve) => {
    client.send(port, REQUEST, { answered: () => resolve('answered'), cutOff: () => resolve('cut off') });
  });
  expect(end).toBe('cut off');
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

it('a body follows its head', async () => {
  serve = (socket) => {
    if (received.endsWith('{"a":1}')) socket.write('HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n');
  };
  const request: PreparedRequest = { ...REQUEST, method: 'POST', fields: [['content-length', '7']] };
  expect(await told(request, '{"a":1}')).toMatchObject({ status: 202 });
});

it('a client that went away is told nothing more', async () => {
  const ends: string[] = [];
  const closed = new Promise<void>((resolve) => {
    serve = (socket) => {
      exchange.goAway();
      socket.on('close', () => resolve());
    };
  });
  const exchange = client.send(portOf(server), REQUEST, {
    answered: () => ends.push('answered'),
    cutOff: () => ends.push('cut off'),
  });
  await closed;
  await new Promise((resolve) => setImmediate(resolve));
  expect(ends).toEqual([]);
  expect(exchange.isOver).toBe(true);
});

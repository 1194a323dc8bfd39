import { type AddressInfo, createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { NoConnectionError } from '../../src/outward/outward.js';
import { errorOf, KEY, serve, serviceAt } from './services-under-test.js';

async function serveEvents(connected: (socket: WebSocket, path: string, key: string) => void): Promise<{
  url: string;
  open: () => number;
}> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    for (const socket of server.clients) socket.terminate();
    server.close();
  });
  server.on('connection', (socket, { url = '', headers }) =>
    connected(socket, url, headers.authorization ?? ''),
  );
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    open: () => server.clients.size,
  };
}

/** A port on which nobody listens. The library refuses that of other protocols, such as 1, by itself. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

it('events come in order until the service ends them, with the key at the handshake', async () => {
  const events = await serveEvents((socket, path, key) => {
    socket.send(`${path} ${key === `Bearer ${KEY}`}`);
    socket.send('two');
    socket.close();
  });
  const { service, ended } = serviceAt(events.url);
  const heard: string[] = [];
  await service.listen('/ws?clientId=7', (text) => heard.push(text), new AbortController().signal);
  expect(heard).toEqual(['/ws?clientId=7 true', 'two']);
  expect(ended).toMatchObject([{ kind: 'events', url: `${events.url}/ws`, outcome: 'ok' }]);
});

it('a listener that leaves closes its connection, and hears no more', async () => {
  const events = await serveEvents((socket) => socket.send('one'));
  const { service, services } = serviceAt(events.url);
  const listener = new AbortController();
  const heard: string[] = [];
  const listening = service.listen(
    '/ws',
    (text) => {
      heard.push(text);
      listener.abort();
    },
    listener.signal,
  );
  await listening;
  await expect.poll(events.open).toBe(0);
  await expect.poll(() => services.numbers()[0]?.connections).toBe(0);
  expect(heard).toEqual(['one']);
});

it('a message of more than 1 MiB ends the connection, and one of 1 MiB does not', async () => {
  const events = await serveEvents((socket) => {
    socket.send('x'.repeat(1_048_576));
    socket.send('x'.repeat(1_048_577));
    socket.send('after it');
  });
  const heard: number[] = [];
  await serviceAt(events.url).service.listen(
    '/ws',
    (text) => heard.push(text.length),
    new AbortController().signal,
  );
  expect(heard).toEqual([1_048_576]);
  await expect.poll(events.open).toBe(0);
});

it('a service without a WebSocket, or without a connection, is told apart', async () => {
  const server = await serve((_, response) => response.writeHead(404).end());
  const listen = (url: string) =>
    errorOf(serviceAt(url).service.listen('/ws', () => {}, new AbortController().signal));
  const none = await listen(server.url);
  expect(none).not.toBeInstanceOf(NoConnectionError);
  expect(none.message).toBe('the service opened no WebSocket');
  expect(await listen(`http://127.0.0.1:${await closedPort()}`)).toBeInstanceOf(NoConnectionError);
});

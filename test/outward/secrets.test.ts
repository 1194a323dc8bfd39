import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocketServer } from 'ws';
import { serviceLog } from '../../src/node/logging/service-log.js';
import { MetricsPage } from '../../src/node/metrics/page.js';
import { addServiceMetrics } from '../../src/node/metrics/service-metrics.js';
import type { Service } from '../../src/outward/outward.js';
import { Secrets } from '../../src/outward/secrets.js';
import { errorOf, KEY, NEVER, serve, serviceAt } from './services-under-test.js';

/** All that a caller, the log and the page of metrics are told while `call` runs. */
async function toldOf(url: string, call: (service: Service, heard: unknown[]) => Promise<unknown>) {
  const heard: unknown[] = [];
  const { service, services, ended } = serviceAt(url);
  const result = await call(service, heard).catch((error: Error) => {
    const { name, message, stack, cause, ...carried } = error;
    return { name, message, stack, cause, carried };
  });
  const lines: unknown[] = [];
  const observe = serviceLog({ warn: (...line: unknown[]) => lines.push(line) } as never);
  for (const one of ended) observe(one);
  const page = new MetricsPage();
  addServiceMetrics(page, services.numbers());
  return JSON.stringify([result, heard, ended, lines, page.print()]);
}

/** As a text of JSON has it, if it holds quotes. */
function escapedOnce(form: string): string {
  return form.startsWith('"') ? JSON.stringify(form).slice(1, -1) : form;
}

const ECHOES = [
  Buffer.from(KEY).toString('base64'),
  KEY,
  `Bearer ${KEY}`,
  encodeURIComponent(`Bearer ${KEY}`),
  `the key ${KEY}, once more: ${KEY}${KEY}`,
];

it.each([200, 400, 401, 500])(
  'an answer of status %i that repeats the key tells nobody of it',
  async (status) => {
    const server = await serve((_, response) => {
      response.writeHead(status, { 'x-key': KEY, 'retry-after': KEY, 'content-type': KEY });
      response.end(
        JSON.stringify({ error: { [`${status}`]: ECHOES, url: `https://${KEY}@x.test/?k=${KEY}` } }),
      );
    });
    const told = await toldOf(server.url, (service) => service.call({ method: 'GET', path: '/' }, NEVER));
    expect(told).not.toContain(KEY);
    expect(told).toContain('[secret]');
  },
);

it('the key in escapes of JSON, or in what is no JSON, is told to nobody', async () => {
  const escaped = [...KEY].map((letter) => `\\u00${letter.charCodeAt(0).toString(16)}`).join('');
  for (const body of [`{"error":"${escaped}"}`, `{"${escaped}":"cut`, `<html>${KEY}`]) {
    const server = await serve((_, response) => response.writeHead(400).end(body));
    const told = await toldOf(server.url, (service) =>
      service.call({ method: 'GET', path: `/${KEY}` }, NEVER),
    );
    expect(told).not.toContain(KEY);
    expect(told).not.toContain(JSON.stringify(escaped).slice(1, -1));
    expect(told).toContain('[secret]');
  }
});

describe('a secret', () => {
  const SECRET = 'sk+pl/anted=secret~0';
  const secrets = new Secrets({ authorization: `Bearer ${SECRET}` });
  const slashed = SECRET.replaceAll('/', '\\/');
  const inHex = SECRET.replace(/[^a-z]/g, (one) => `\\u00${one.charCodeAt(0).toString(16)}`);

  it.each([
    ['with escaped slashes', slashed],
    ['in escapes of four digits', inHex],
    ['in escapes of escapes', JSON.stringify(JSON.stringify(inHex))],
    ['in Base64', Buffer.from(SECRET).toString('base64')],
    ['in the other Base64', Buffer.from(SECRET).toString('base64url')],
    ['in the Base64 of its header', Buffer.from(`Bearer ${SECRET}`).toString('base64')],
  ])('%s is found in a text, and in the name and the text of a field', (_, form) => {
    expect(secrets.removedFrom(`{"why":"no ${form} here"`)).toMatch(/^\{"why":"no "*\[secret\]=*"* here"$/);
    const [[name, [text] = []] = []] = Object.entries(
      Object(secrets.parse(`{"a${escapedOnce(form)}b":["${escapedOnce(form)}"]}`)) as Record<
        string,
        string[]
      >,
    );
    expect([name, text]).toEqual([
      expect.stringMatching(/^a"*\[secret\]=*"*b$/),
      expect.stringMatching(/^"*\[secret\]=*"*$/),
    ]);
  });

  it.each([
    ['as it is', SECRET],
    ['with escaped slashes', slashed],
    ['in escapes of four digits', inHex],
  ])('%s is taken out of the data of an event, which stays JSON with its other escapes', (_, form) => {
    const data = `{"delta":"a \\"quoted\\" line\\n${form}","${form}":[1]}`;
    expect(JSON.parse(secrets.removedFromData(data))).toEqual({
      delta: 'a "quoted" line\n[secret]',
      '[secret]': [1],
    });
    expect(secrets.removedFromData(`no JSON: "${form}`)).toBe('no JSON: "[secret]');
    expect(secrets.removedFromData('{"delta":"a \\"quoted\\" line\\n"}')).toBe(
      '{"delta":"a \\"quoted\\" line\\n"}',
    );
  });

  it('is found in the Base64 of whatever it stands in, save for the bits of its edges', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        const text = Buffer.from(before + SECRET + after).toString('base64');
        const left = secrets.removedFrom(text).split('[secret]');
        expect(left).toHaveLength(2);
        expect(Buffer.from(before).toString('base64').length - (left[0]?.length ?? 0)).toBeLessThan(4);
      }),
    );
  });

  it('that is not there leaves a text as it is, with its escapes', () => {
    const text = 'C:\\temp\\u0041 and \\/ and a long enough text';
    expect(secrets.removedFrom(text)).toBe(text);
  });
});

it.each([
  `https://${KEY}.test/`,
  `https://127.0.0.1/${KEY}`,
  `http://user:${KEY}@127.0.0.1/`,
  `${KEY}://x`,
  `https://[${KEY}]/`,
  `https://files.test:1/?key=${KEY}`,
])('a redirect, or a link to a file, to %s tells nobody of the key in it', async (location) => {
  const server = await serve((_, response) => response.writeHead(302, { location, 'x-key': KEY }).end(KEY));
  for (const read of [
    (service: Service) => service.call({ method: 'GET', path: '/' }, NEVER),
    (service: Service) => service.openFile({ url: server.url, withSecret: true }, NEVER),
    (service: Service) => service.openFile({ url: location }, NEVER),
  ]) {
    const told = await toldOf(server.url, read);
    expect(told).toMatch(/"message":/);
    expect(told.toLowerCase()).not.toContain(KEY);
  }
});

it('a status line, a content type and a half answer that repeat the key tell nobody of it', async () => {
  const server = await serve((request, response) => {
    if (request.url === '/half') {
      response.write(`{"key":"${KEY}`, () => request.socket.destroy());
      return;
    }
    response.statusMessage = KEY;
    response.writeHead(request.url === '/none' ? 403 : 200, { 'content-type': `video/${KEY}` });
    response.end(KEY);
  });
  for (const path of ['/none', '/file', '/half']) {
    const url = server.url + path;
    expect(await toldOf(server.url, (service) => service.openFile({ url }, NEVER))).not.toContain(KEY);
    const call = (service: Service) => service.call({ method: 'POST', path, body: { prompt: KEY } }, NEVER);
    expect(await toldOf(server.url, call)).not.toContain(KEY);
  }
});

it('an event that repeats the key is heard without it', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => void server.close());
  server.on('connection', (socket) => {
    socket.send(`{"for":"${KEY}"}`);
    socket.close(1_008, KEY);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const told = await toldOf(url, (service, heard) =>
    service.listen('/ws', (text) => heard.push(text), NEVER),
  );
  expect(told).not.toContain(KEY);
  expect(told).toContain('[secret]');
});

it('a call that cannot be sent, for its key is no header, does not tell the key', async () => {
  const services = serviceAt('http://127.0.0.1:1').services;
  const service = services.make({
    name: 'tested',
    url: 'http://127.0.0.1:1',
    secretHeaders: { authorization: `${KEY}\r\nx: ${KEY}` },
  });
  const error = await errorOf(service.call({ method: 'GET', path: '/' }, NEVER));
  expect(`${error.message} ${error.stack} ${error.cause}`).not.toContain(KEY);
});

it('secrets are taken out by their parts, and words that only begin like them are left', () => {
  const secrets = new Secrets({ authorization: 'Key identity:confidential', 'x-api-key': 'abc' });
  expect(secrets.removedFrom('identity confidential Key identity:confidential abc')).toBe(
    '[secret] [secret] [secret] [secret]',
  );
  expect(secrets.removedFrom('ident confident Key')).toBe('ident confident Key');
});

import { describe, expect, it } from 'vitest';
import { ForbiddenFileError } from '../../src/outward/outward.js';
import { hasOpenssl, makeCertificate } from '../contract/support/certificates.js';
import { folderOfFile } from '../temporary-folder.js';
import { errorOf, KEY, NEVER, PUBLIC_HOSTS, serve, serviceAt } from './services-under-test.js';

describe('a redirect', () => {
  it.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)('is not followed by %s', async (method) => {
    const server = await serve((_, response) => response.writeHead(307, { location: '/there' }).end());
    const { service } = serviceAt(server.url);
    expect(await service.call({ method, path: '/', body: {} }, NEVER)).toMatchObject({ status: 307 });
    expect(server.requests).toHaveLength(1);
  });

  it('is followed by a read at the same origin, with the key, three times', async () => {
    const server = await serve((request, response) => {
      const left = Number(request.url?.slice(1));
      if (left === 0) response.end('{"there":true}');
      else response.writeHead(302, { location: `/${left - 1}` }).end();
    });
    const { service, ended } = serviceAt(server.url);
    expect(await service.call({ method: 'GET', path: '/3' }, NEVER)).toMatchObject({ body: { there: true } });
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(
      Array(4).fill(`Bearer ${KEY}`),
    );
    expect(await errorOf(service.call({ method: 'GET', path: '/4' }, NEVER))).toMatchObject({
      name: 'ForbiddenFileError',
      message: 'too many redirects',
    });
    expect(ended.map(({ outcome }) => outcome)).toEqual(['ok', 'forbidden']);
  });

  it.each([
    'http://127.0.0.1:PORT/',
    'https://127.0.0.1:PORT/',
    'https://[::1]:PORT/',
    'https://[::ffff:127.0.0.1]:PORT/',
    'https://2130706433:PORT/',
    'https://0x7f.1:PORT/',
    'https://localhost:PORT/',
    'https://api.localhost:PORT/',
    'https://private.test:PORT/',
    'http://files.test:PORT/',
    'http://169.254.169.254/latest/meta-data/',
    'https://169.254.169.254/latest/meta-data/',
    'https://[fd00:ec2::254]/',
    'file:///etc/passwd',
    'ftp://files.test/',
    'https://',
  ])('to %s is refused, and nobody is connected to', async (pattern) => {
    const inside = await serve((_, response) => response.end('{"inside":true}'));
    const location = pattern.replace('PORT', String(inside.port));
    const server = await serve((_, response) => response.writeHead(302, { location }).end());
    const { service } = serviceAt(server.url);
    for (const read of [
      () => service.call({ method: 'GET', path: '/' }, NEVER),
      () => service.openFile({ url: server.url, withSecret: true }, NEVER),
      () => service.openFile({ url: location }, NEVER),
    ]) {
      expect(await errorOf(read())).toBeInstanceOf(ForbiddenFileError);
    }
    expect(inside.connections()).toBe(0);
  });

  it('to a name with a private address beside a public one is refused', async () => {
    const server = await serve((_, response) => response.end());
    const { service } = serviceAt('http://127.0.0.1:1', {
      addressesOf: (_, found) =>
        process.nextTick(found, null, [
          { address: '127.0.0.9', family: 4 },
          { address: '127.0.0.1', family: 4 },
        ]),
    });
    const error = await errorOf(service.openFile({ url: `https://files.test:${server.port}/` }, NEVER));
    expect(error).toBeInstanceOf(ForbiddenFileError);
    expect(server.connections()).toBe(0);
  });
});

describe.runIf(hasOpenssl)('another origin', () => {
  const tls = hasOpenssl
    ? makeCertificate(folderOfFile('redirects'), 'files', { names: PUBLIC_HOSTS })
    : undefined;

  it('is read without the key, also after a way back to the first', async () => {
    if (tls === undefined) return;
    const away = await serve((request, response) => {
      if (request.url === '/file') response.setHeader('content-type', 'video/mp4').end('clip');
      else response.writeHead(302, { location: `${home.url}/again` }).end();
    }, tls);
    const home = await serve((request, response) => {
      if (request.url === '/again') response.end('{"back":true}');
      else response.writeHead(302, { location: `https://files.test:${away.port}${request.url}` }).end();
    });
    const { service } = serviceAt(home.url, { tls });
    const file = await service.openFile({ url: `${home.url}/file`, withSecret: true }, NEVER);
    expect(file).toMatchObject({ contentType: 'video/mp4', size: 4 });
    expect(await service.call({ method: 'GET', path: '/back' }, NEVER)).toMatchObject({
      body: { back: true },
    });
    expect(home.requests.map(({ url, headers }) => [url, headers.authorization])).toEqual([
      ['/file', `Bearer ${KEY}`],
      ['/back', `Bearer ${KEY}`],
      ['/again', undefined],
    ]);
    expect(away.requests.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined]);
  });

  it('leads no file that a client named to the configured origin', async () => {
    if (tls === undefined) return;
    const home = await serve((_, response) => response.end('clip of another client'));
    const away = await serve(
      (_, response) => response.writeHead(302, { location: `${home.url}/view` }).end(),
      tls,
    );
    const { service } = serviceAt(home.url, { tls });
    const url = `https://files.test:${away.port}/`;
    expect(await errorOf(service.openFile({ url, isForeign: true }, NEVER))).toBeInstanceOf(
      ForbiddenFileError,
    );
    expect([away.requests.length, home.connections()]).toEqual([1, 0]);
    expect(await service.openFile({ url }, NEVER)).toBeDefined();
  });

  it('is not another one if scheme, host and port are those of the configuration, which may be private', async () => {
    const server = await serve((_, response) => response.end('clip'));
    const { service } = serviceAt(`${server.url}/api`);
    expect(await service.openFile({ url: `${server.url}/file`, withSecret: true }, NEVER)).toBeDefined();
    expect(await service.openFile({ url: `${server.url}/file` }, NEVER)).toBeDefined();
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${KEY}`, undefined]);
    const ofClient = { url: `${server.url}/file`, isForeign: true };
    expect(await errorOf(service.openFile(ofClient, NEVER))).toBeInstanceOf(ForbiddenFileError);
    const otherName = server.url.replace('127.0.0.1', 'localhost');
    expect(await errorOf(service.openFile({ url: otherName }, NEVER))).toBeInstanceOf(ForbiddenFileError);
  });
});

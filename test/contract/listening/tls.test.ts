/** HTTPS by certificate files, and another certificate while it runs. */
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connect, type TLSSocket } from 'node:tls';
import { Agent, fetch, request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Certificate, hasOpenssl, makeCertificate } from '../support/certificates.js';
import {
  cleanUp,
  freshFolder,
  OPERATOR_KEY,
  runTollgate,
  startTollgate,
  type TollgateProcess,
} from '../support/harness.js';

afterAll(cleanUp);

describe.runIf(hasOpenssl)('TLS', () => {
  let folder = '';
  let first: Certificate;
  let second: Certificate;
  let agent: Agent;

  beforeAll(async () => {
    folder = await freshFolder();
    first = makeCertificate(folder, 'first');
    second = makeCertificate(folder, 'second');
    agent = new Agent({ connect: { ca: [first.ca, second.ca] } });
  });

  afterAll(() => agent.close());

  /** Started with a copy of the first certificate, for tests to put another in its place. */
  async function startTls(
    ...args: string[]
  ): Promise<{ node: TollgateProcess; use: (one: Certificate) => Promise<void> }> {
    const [cert, key] = [join(await freshFolder(), 'tls.crt'), join(await freshFolder(), 'tls.key')];
    const use = async (one: Certificate) => {
      await copyFile(one.cert, cert);
      await copyFile(one.key, key);
    };
    await use(first);
    return { node: await startTollgate({ args: ['--tls-cert', cert, '--tls-key', key, ...args] }), use };
  }

  const urlOf = (node: TollgateProcess) => `https://127.0.0.1:${node.port}`;

  async function call(
    node: TollgateProcess,
    method: 'GET' | 'POST',
    path: string,
    key: string,
    json?: unknown,
  ) {
    const answer = await request(urlOf(node) + path, {
      method,
      dispatcher: agent,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: json === undefined ? null : JSON.stringify(json),
    });
    // biome-ignore lint/suspicious/noExplicitAny: the tests judge what is in it
    return { status: answer.statusCode, json: (await answer.body.json()) as any };
  }

  /** A connection kept open, on which one may ask again and again. */
  async function connectTo(node: TollgateProcess): Promise<TLSSocket> {
    const socket = connect({ host: '127.0.0.1', port: node.port, ca: [first.ca, second.ca] });
    await new Promise<void>((resolve, reject) => socket.once('secureConnect', resolve).once('error', reject));
    return socket;
  }

  const nameOn = (socket: TLSSocket) => String(socket.getPeerCertificate().subject.CN);

  async function ask(socket: TLSSocket): Promise<string> {
    socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
    const [bytes] = (await once(socket, 'data')) as [Buffer];
    return bytes.toString().split('\r\n')[0] ?? '';
  }

  test('serves the API, with links that say https', async () => {
    const { node } = await startTls();
    expect(node.stdout).toContain(`tollgate listening on https://127.0.0.1:${node.port}\n`);
    const created = await call(node, 'POST', '/api/keys', OPERATOR_KEY, {
      credits: 10,
      rate_limit_rpm: 1_000,
    });
    const { key } = created.json;
    const submitted = await call(node, 'POST', '/v1/videos', key, {
      model: 'sim/video-instant',
      prompt: 'x',
      seconds: 2,
    });
    expect(submitted.status).toBe(202);
    expect(submitted.json.polling_url).toBe(`${urlOf(node)}/v1/videos/${submitted.json.id}`);
    const path = `/v1/videos/${submitted.json.id}`;
    await expect.poll(async () => (await call(node, 'GET', path, key)).json.status).toBe('completed');
    const { url } = (await call(node, 'GET', path, key)).json;
    expect(url).toMatch(/^https:/);
    const clip = await fetch(url, { dispatcher: agent });
    expect((await clip.arrayBuffer()).byteLength).toBe(Number(clip.headers.get('content-length')));
    await node.stop();
  });

  test('talks TLS only, and no version before 1.2', async () => {
    const { node } = await startTls();
    expect(await node.raw('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n', 500)).not.toContain('200 OK');
    const old = connect({
      host: '127.0.0.1',
      port: node.port,
      ca: first.ca,
      maxVersion: 'TLSv1.1',
      minVersion: 'TLSv1',
    });
    await expect(
      new Promise((resolve, reject) => old.once('secureConnect', resolve).once('error', reject)),
    ).rejects.toThrow();
    await node.stop();
  });

  test('takes another certificate for new connections, while those that are open go on with theirs', async () => {
    const { node, use } = await startTls();
    const before = await connectTo(node);
    expect(nameOn(before)).toBe('first');
    await use(second);
    expect((await node.reload()).msg).toBe('the configuration was reloaded');
    const after = await connectTo(node);
    expect(nameOn(after)).toBe('second');
    expect(await ask(before)).toBe('HTTP/1.1 200 OK');
    expect(await ask(after)).toBe('HTTP/1.1 200 OK');
    for (const socket of [before, after]) socket.destroy();
    await node.stop();
  });

  test('takes what was put behind the same certificate', async () => {
    const { node, use } = await startTls();
    const chainLength = async () => {
      const socket = connect({ host: '127.0.0.1', port: node.port, rejectUnauthorized: false });
      await once(socket, 'secureConnect');
      const leaf = socket.getPeerCertificate(true);
      socket.destroy();
      // Without an authority that it trusts, a client knows what it was sent.
      return leaf.issuerCertificate === undefined ? 1 : 2;
    };
    expect(await chainLength()).toBe(1);
    const cert = join(folder, 'chain.crt');
    await writeFile(cert, (await readFile(first.cert, 'utf8')) + first.ca);
    await use({ ...first, cert });
    expect((await node.reload()).msg).toBe('the configuration was reloaded');
    expect(await chainLength()).toBe(2);
    await node.stop();
  });

  test('that is the same after a reload goes on: a client takes its session up again', async () => {
    const { node, use } = await startTls();
    const socket = await connectTo(node);
    const sessions: Buffer[] = [];
    socket.on('session', (session) => sessions.push(session));
    await ask(socket);
    await expect.poll(() => sessions.length).toBeGreaterThan(0);
    const session = sessions.at(-1);
    socket.destroy();
    const resumes = async () => {
      const again = connect({ host: '127.0.0.1', port: node.port, ca: [first.ca, second.ca], session });
      await once(again, 'secureConnect');
      const isReused = again.isSessionReused();
      again.destroy();
      return isReused;
    };
    await node.reload();
    expect(await resumes()).toBe(true);
    await use(second);
    await node.reload();
    expect(await resumes()).toBe(false);
    await node.stop();
  });

  test('tells in its metrics when the certificate of new connections ends, and warns of one that has ended', async () => {
    const { node, use } = await startTls('--management-port', '0');
    const [, management] = /^tollgate management listening on (http:\S+)$/m.exec(node.stdout) ?? [];
    const told = async () => endTold((await node.call('GET', `${management}/metrics`)).text);
    expect(await told()).toBe(await endOf(first));
    const longer = makeCertificate(folder, 'longer', { days: 90 });
    expect(await endOf(longer)).toBeGreaterThan((await endOf(first)) + 80 * 86_400);
    await use(longer);
    await node.reload();
    expect(await told()).toBe(await endOf(longer));
    await use({ ...second, key: first.key });
    await node.reload();
    expect(await told()).toBe(await endOf(longer));
    expect(node.stderr).not.toContain('no longer valid');
    const ended = makeCertificate(folder, 'ended', { days: 0 });
    await use(ended);
    await node.reload();
    expect(await told()).toBe(await endOf(ended));
    expect(await endOf(ended)).toBeLessThan(Date.now() / 1_000);
    expect(node.stderr).toContain('the certificate is no longer valid: clients will refuse it');
    await node.stop();

    const plain = await startTollgate();
    expect(endTold((await plain.call('GET', '/metrics')).text)).toBe(undefined);
    await plain.stop();
  });

  /** As `/metrics` has it, if it has. */
  function endTold(metrics: string): number | undefined {
    const [, value] = /^tollgate_tls_certificate_expiry_timestamp_seconds (\d+)$/m.exec(metrics) ?? [];
    return value === undefined ? undefined : Number(value);
  }

  async function endOf({ cert }: Certificate): Promise<number> {
    return Date.parse(new X509Certificate(await readFile(cert)).validTo) / 1_000;
  }

  test('keeps the certificate that it has where the new one cannot be used', async () => {
    const { node, use } = await startTls();
    await use({ ...second, key: first.key });
    expect(await node.reload()).toMatchObject({
      level: 50,
      why: expect.stringMatching(/^tls-key: \S+ is not the key of the certificate in /),
    });
    const socket = await connectTo(node);
    expect(nameOn(socket)).toBe('first');
    socket.destroy();
    await node.stop();
  });

  test('changes certificates under load without a connection or a request that fails', async () => {
    const { node, use } = await startTls();
    const names = new Set<string>();
    let isOver = false;
    let asked = 0;
    const asking = Array.from({ length: 4 }, async () => {
      const kept = await connectTo(node);
      while (!isOver) {
        const socket = await connectTo(node);
        names.add(nameOn(socket));
        expect(await ask(socket)).toBe('HTTP/1.1 200 OK');
        socket.destroy();
        expect(await ask(kept)).toBe('HTTP/1.1 200 OK');
        asked += 1;
      }
      kept.destroy();
    });
    for (let round = 1; round <= 20; round++) {
      await use(round % 2 === 1 ? second : first);
      await node.reload();
      const askedBefore = asked;
      await expect.poll(() => asked, { interval: 5 }).toBeGreaterThan(askedBefore + 4);
    }
    isOver = true;
    await Promise.all(asking);
    expect(names).toEqual(new Set(['first', 'second']));
    await node.stop();
  });

  test('takes an encrypted key with the file of its passphrase', async () => {
    const own = await freshFolder();
    const { cert, key, ca } = makeCertificate(own, 'secret', { passphrase: 'open sesame' });
    const passphrase = join(own, 'passphrase');
    await writeFile(passphrase, 'open sesame\n');
    const files = ['--tls-cert', cert, '--tls-key', key];
    const node = await startTollgate({ args: [...files, '--tls-passphrase-file', passphrase] });
    const socket = connect({ host: '127.0.0.1', port: node.port, ca });
    await new Promise<void>((resolve, reject) => socket.once('secureConnect', resolve).once('error', reject));
    socket.destroy();
    await node.stop();
    expect(await refusal(...files)).toMatch(
      /^tollgate: tls-key: \S+ cannot be decrypted; tls-passphrase-file names the file/,
    );
    await writeFile(passphrase, 'wrong');
    expect(await refusal(...files, '--tls-passphrase-file', passphrase)).toMatch(
      /holds another passphrase\n$/,
    );
  });

  async function refusal(...args: string[]): Promise<string> {
    const { code, stderr } = await runTollgate([
      'serve',
      '--port',
      '0',
      '--data',
      await freshFolder(),
      ...args,
    ]);
    expect(code).toBe(2);
    expect(stderr.split('\n').length).toBe(2);
    return stderr;
  }

  test('is refused at the start with a line that says what is wrong with its files', async () => {
    expect(await refusal('--tls-cert', first.cert)).toBe(
      'tollgate: tls-cert is given and tls-key is not: a certificate goes with its key\n',
    );
    expect(await refusal('--tls-cert', first.cert, '--tls-key', second.key)).toMatch(
      /is not the key of the certificate in/,
    );
    expect(await refusal('--tls-cert', first.key, '--tls-key', first.key)).toMatch(
      /holds no certificate in PEM/,
    );
    expect(await refusal('--tls-cert', first.cert, '--tls-key', first.cert)).toMatch(
      /holds no private key in PEM/,
    );
    expect(await refusal('--tls-cert', '/nowhere.crt', '--tls-key', first.key)).toBe(
      'tollgate: tls-cert: cannot read /nowhere.crt (ENOENT)\n',
    );
  });
});

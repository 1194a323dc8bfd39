import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { networkTransport } from '../../../src/cli/client/transports.js';
import { UNREACHABLE } from '../../../src/cli/framework/exit-status.js';

let server: Server | undefined;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A transport to a node that treats requests so. */
async function transportTo(node: RequestListener) {
  const listening = createServer(node);
  server = listening;
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  const { port } = listening.address() as AddressInfo;
  return networkTransport(`http://127.0.0.1:${port}`, { silenceMsMax: 50 });
}

const IN_DOUBT = 'the change may have been made';

describe('a request over the network', () => {
  it.each<[what: string, node: RequestListener, why: RegExp]>([
    ['is cut off', ({ socket }) => socket.destroy(), /the connection was cut/],
    ['gets no answer', () => {}, /no answer within 0\.05 s/],
  ])('that %s says so, and that a change may have been made', async (_, node, why) => {
    const transport = await transportTo(node);
    const change = transport.send('POST', '/api/keys', '', [], '{}');
    await expect(change).rejects.toMatchObject({ exitStatus: UNREACHABLE });
    await expect(change).rejects.toThrow(why);
    await expect(change).rejects.toThrow(IN_DOUBT);
    await expect(transport.send('GET', '/api/keys', '', [], undefined)).rejects.toThrow(
      expect.not.stringContaining(IN_DOUBT),
    );
  });

  it('that nobody was there for leaves nothing in doubt', async () => {
    const transport = await transportTo(() => {});
    await new Promise((resolve) => server?.close(resolve));
    const change = transport.send('POST', '/api/keys', '', [], '{}');
    await expect(change).rejects.toThrow(/nothing listens there$/);
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { VirtualWorld } from '../../../simulation/world/virtual-world.js';
import type { LiveWatcher } from '../../../src/http/exchange.js';
import { LiveHub } from '../../../src/http/live/live-hub.js';
import { ConnectionGuard } from '../../../src/http/uws/connection-guard.js';
import { loadUws, type TemplatedApp, type us_listen_socket } from '../../../src/http/uws/uws.js';
import { serveWebSockets } from '../../../src/http/uws/web-sockets.js';
import { USUAL_LIMITS } from '../../../src/limits/limits.js';
import { RawConnection, requestBytes } from '../../contract/support/raw-http.js';

const FRAME_MS = 1_000;

let world: VirtualWorld;
let app: TemplatedApp;
let port: number;
let hub: LiveHub;
let frame: () => string;
let watcher: LiveWatcher;
let isRevoked: boolean;
let keysFault: Error | undefined;
let framesMade: number;
let defects: unknown[];
let watched: boolean[];
let connections: ConnectionGuard;

beforeEach(async () => {
  [world, isRevoked, keysFault, framesMade] = [new VirtualWorld(), false, undefined, 0];
  connections = new ConnectionGuard(1_000);
  [defects, watched] = [[], []];
  frame = () => `frame ${framesMade}`;
  watcher = { by: { kind: 'management_key', id: 'mkey_a' }, account: undefined };
  hub = new LiveHub({
    world,
    limits: USUAL_LIMITS,
    frame: (account) => {
      framesMade += 1;
      return account === undefined ? frame() : `${account} ${framesMade}`;
    },
    whyOver: () => {
      if (keysFault !== undefined) throw keysFault;
      return isRevoked ? 'the management key was revoked' : undefined;
    },
    onNodeWatched: (isWatched) => watched.push(isWatched),
    onDefect: (error) => defects.push(error),
  });
  const { uws } = loadUws();
  app = uws.App();
  connections.watch(app, 'management');
  serveWebSockets(app, hub, {
    upgrade: (res, _, handshake) => {
      if (handshake === undefined) res.writeStatus('400 Bad Request').end();
      else res.upgrade({ ...watcher }, handshake.key, '', '', handshake.context);
    },
    closed: () => connections.webSocketClosed('management'),
  });
  app.any('/*', (res) => {
    res.writeStatus('404 Not Found').end();
  });
  port = await new Promise((resolve) => {
    app.listen('127.0.0.1', 0, (socket: us_listen_socket | false) => {
      resolve(socket ? uws.us_socket_local_port(socket) : 0);
    });
  });
});

afterEach(() => {
  app.close();
});

interface Heard {
  readonly frames: string[];
  readonly closed: Promise<{ readonly code: number; readonly why: string }>;
  readonly socket: WebSocket;
}

async function watch(): Promise<Heard> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/live`);
  const frames: string[] = [];
  socket.on('message', (data) => frames.push(String(data)));
  const ended = new Promise<{ code: number; why: string }>((resolve) => {
    socket.on('close', (code, why) => resolve({ code, why: String(why) }));
  });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  return { socket, frames, closed: ended };
}

function pass(ms: number): Promise<void> {
  return world.advance(ms);
}

async function until(isSo: () => boolean): Promise<void> {
  await expect.poll(isSo, { interval: 5 }).toBe(true);
}

describe('those who watch', () => {
  it('are sent a frame at once and one a second, all the same', async () => {
    const [one, two] = [await watch(), await watch()];
    await pass(0);
    await until(() => one.frames.length === 1 && two.frames.length === 1);
    await pass(3 * FRAME_MS);
    await until(() => one.frames.length === 4 && two.frames.length === 4);
    expect(one.frames.slice(1)).toEqual(['frame 3', 'frame 4', 'frame 5']);
    expect(two.frames.slice(1)).toEqual(one.frames.slice(1));
  });

  it('are all that frames are made for, and all that a timer is set for', async () => {
    await pass(10 * FRAME_MS);
    expect([framesMade, watched]).toEqual([0, []]);
    const { socket } = await watch();
    await pass(FRAME_MS);
    expect(framesMade).toBe(2);
    socket.close();
    await until(() => hub.watchers === 0);
    await pass(10 * FRAME_MS);
    expect([framesMade, watched]).toEqual([2, [true, false]]);
  });

  it.each([undefined, 'acct_a'])(
    'of %s who come back within the second have one frame a second',
    async (account) => {
      watcher = { ...watcher, account };
      for (let returns = 0; returns < 3; returns++) {
        const { socket } = await watch();
        await pass(300);
        socket.close();
        await until(() => hub.watchers === 0);
      }
      await watch();
      await pass(0);
      const before = framesMade;
      await pass(5 * FRAME_MS);
      expect(framesMade - before).toBe(5);
    },
  );

  it('are sent away when their key is revoked, before another frame', async () => {
    const one = await watch();
    await pass(0);
    isRevoked = true;
    await pass(FRAME_MS);
    expect(await one.closed).toEqual({ code: 1008, why: 'the management key was revoked' });
    expect(one.frames).toHaveLength(1);
    expect(hub.watchers).toBe(0);
  });

  it('are sent away where their key cannot be read, and the node goes on', async () => {
    const one = await watch();
    await pass(0);
    keysFault = new Error('a damaged page');
    await pass(FRAME_MS);
    expect((await one.closed).code).toBe(1011);
    expect([defects, framesMade]).toEqual([[keysFault], 1]);
    keysFault = undefined;
    const two = await watch();
    await pass(FRAME_MS);
    await until(() => two.frames.length === 2);
  });

  it('are no more when several come between the admission of one and its handshake', async () => {
    for (let n = 0; n < 16; n++) await watch();
    const late = await watch();
    expect((await late.closed).code).toBe(1013);
    expect([hub.watchers, watched]).toEqual([16, [true]]);
    hub.close();
    expect((await (await watch()).closed).code).toBe(1001);
    expect(watched).toEqual([true, false]);
  });

  it('are sent away when the node stops, and nobody comes any more', async () => {
    const one = await watch();
    hub.close();
    expect(await one.closed).toEqual({ code: 1001, why: 'the node is stopping' });
    expect(hub.refusal(undefined)?.code).toBe('shutting_down');
  });

  it('are sent away where a frame cannot be made, and the node goes on', async () => {
    const one = await watch();
    await pass(0);
    frame = () => {
      throw new Error('no frame');
    };
    await pass(FRAME_MS);
    expect((await one.closed).code).toBe(1011);
    expect(defects).toMatchObject([{ message: 'no frame' }]);
    expect(hub.watchers).toBe(0);
  });

  it('are at most sixteen', async () => {
    for (let n = 0; n < 16; n++) {
      expect(hub.refusal(undefined)).toBeUndefined();
      await watch();
    }
    expect(hub.refusal(undefined)?.code).toBe('overloaded');
  });

  it('may say what they like, in short: nothing of it counts, and a long message ends the connection', async () => {
    const one = await watch();
    one.socket.send('{"subscribe":"everything"}');
    one.socket.send(new Uint8Array(1_000));
    await pass(FRAME_MS);
    await until(() => one.frames.length === 2);
    one.socket.send('x'.repeat(2_000));
    await one.closed;
    await until(() => hub.watchers === 0);
  });

  it('are cut off where they read nothing, and cost a bounded backlog until then', async () => {
    frame = () => 'x'.repeat(60_000);
    const { socket } = await watch();
    socket.pause();
    const good = await watch();
    for (let second = 0; second < 1_000 && hub.watchers > 1; second++) {
      await pass(FRAME_MS);
      const heard = second + 1;
      await until(() => good.frames.length >= heard);
    }
    expect(hub.watchers).toBe(1);
    socket.terminate();
  });
});

describe('browsers that watch their account', () => {
  const watchAs = async (account: string) => {
    watcher = { by: { kind: 'session', id: 'one' }, account };
    return await watch();
  };

  it('are sent frames of it alone, each made once a second for all of them, and none is of the node', async () => {
    const [one, two, other] = [await watchAs('acct_a'), await watchAs('acct_a'), await watchAs('acct_b')];
    await pass(0);
    await until(() => [one, two, other].every(({ frames }) => frames.length === 1));
    framesMade = 0;
    await pass(FRAME_MS);
    await until(() => [one, two, other].every(({ frames }) => frames.length === 2));
    expect([one.frames[1], two.frames[1], other.frames[1]]).toEqual(['acct_a 1', 'acct_a 1', 'acct_b 2']);
    expect([framesMade, watched]).toEqual([2, []]);
  });

  it('have eight places an account, so that others find some, and leave those of the node alone', async () => {
    for (let n = 0; n < 8; n++) await watchAs('acct_0');
    expect([hub.refusal('acct_0')?.code, hub.refusal('acct_1'), hub.refusal(undefined)]).toEqual([
      'overloaded',
      undefined,
      undefined,
    ]);
    expect((await (await watchAs('acct_0')).closed).code).toBe(1013);
    for (let n = 8; n < 128; n++) await watchAs(`acct_${Math.floor(n / 8)}`);
    const full = [hub.watchers, hub.refusal('acct_99')?.code, hub.refusal(undefined)];
    expect(full).toEqual([128, 'overloaded', undefined]);
  });
});

describe('the connection of a watcher', () => {
  it.each([
    ['says that it goes', ({ socket }: Heard) => socket.close()],
    ['is cut', ({ socket }: Heard) => socket.terminate()],
    ['says too much', ({ socket }: Heard) => socket.send('x'.repeat(2_000))],
    ['is ended, its key being revoked', () => endRevoked()],
    ['is ended, the node being about to stop', () => hub.close()],
  ])('counts as one while it is open, and no more when it %s', async (_, end) => {
    const one = await watch();
    expect(connections.open).toBe(1);
    await end(one);
    await one.closed;
    await until(() => connections.open <= 0);
    const plain = await RawConnection.open(port);
    await until(() => connections.open >= 1);
    expect(connections.open).toBe(1);
    plain.destroy();
    await until(() => connections.open === 0);
  });

  async function endRevoked(): Promise<void> {
    isRevoked = true;
    await pass(FRAME_MS);
  }
});

describe('the opening handshake', () => {
  const WHOLE = {
    Upgrade: 'websocket',
    Connection: 'keep-alive, Upgrade',
    'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
    'Sec-WebSocket-Version': '13',
  };

  async function statusOf(fields: Readonly<Record<string, string>>): Promise<string> {
    const connection = await RawConnection.open(port);
    connection.send(requestBytes({ target: '/api/live', headers: Object.entries(fields) }));
    await until(() => /^HTTP\/1\.1 \d{3}/.test(connection.unread));
    const status = connection.unread.slice(9, 12);
    connection.destroy();
    return status;
  }

  it('is taken where it is whole', async () => {
    expect(await statusOf(WHOLE)).toBe('101');
  });

  it.each([
    ['asks for another protocol', { Upgrade: 'h2c' }],
    ['does not ask for an upgrade of the connection', { Connection: 'keep-alive' }],
    ['is of another version', { 'Sec-WebSocket-Version': '8' }],
    ['has a key that is not 16 bytes', { 'Sec-WebSocket-Key': '!!!!!!!!!!!!!!!!!!!!!!!!' }],
    ['has a body', { 'Content-Length': '0' }],
  ])('is none where it %s', async (_, fields) => {
    expect(await statusOf({ ...WHOLE, ...fields })).toBe('400');
  });

  it('is none without a key, and goes the way of other requests', async () => {
    const { 'Sec-WebSocket-Key': _, ...rest } = WHOLE;
    expect(await statusOf(rest)).toBe('404');
  });
});

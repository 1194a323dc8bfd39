import { describe, expect, it } from 'vitest';
import type { Surface } from '../../../src/http/surface.js';
import { ConnectionGuard } from '../../../src/http/uws/connection-guard.js';
import type { TemplatedApp } from '../../../src/http/uws/uws.js';

const OUTSIDE = '203.0.113.9';

/** A listener's side of the guard: connections open and close, and learn whether they are served. */
class MadeUpListener {
  readonly #filter: (res: never, count: number) => unknown;

  constructor(guard: ConnectionGuard, surface: Surface) {
    let filter: ((res: never, count: number) => unknown) | undefined;
    guard.watch({ filter: (given: typeof filter) => (filter = given) } as unknown as TemplatedApp, surface);
    if (filter === undefined) throw new Error('the guard does not watch');
    this.#filter = filter;
  }

  /** True if it is served; one that is not is closed at once. */
  opens(from: string = OUTSIDE): boolean {
    let isServed = true;
    const res = {
      getRemoteAddressAsText: () => Buffer.from(from),
      close: () => {
        isServed = false;
        this.closes();
      },
    };
    this.#filter(res as never, 1);
    return isServed;
  }

  closes(): void {
    this.#filter({} as never, -1);
  }
}

const served = (listener: MadeUpListener, count: number, from?: string) =>
  Array.from({ length: count }, () => listener.opens(from)).filter((isServed) => isServed).length;

describe('a bound on connections', () => {
  it('is one on all of them, whatever the place', () => {
    const guard = new ConnectionGuard(10);
    const [one, other] = [new MadeUpListener(guard, 'public'), new MadeUpListener(guard, 'public')];
    expect([served(one, 6), served(other, 6)]).toEqual([6, 4]);
    expect([guard.open, guard.refused]).toEqual([10, 2]);
    one.closes();
    expect(other.opens()).toBe(true);
  });

  it('leaves eight to the management port, from anywhere', () => {
    const guard = new ConnectionGuard(10);
    const [clients, operators] = [
      new MadeUpListener(guard, 'public'),
      new MadeUpListener(guard, 'management'),
    ];
    expect([served(clients, 20), served(operators, 20)]).toEqual([10, 8]);
    expect(served(clients, 1, '127.0.0.1')).toBe(0);
    operators.closes();
    expect(served(operators, 2)).toBe(1);
  });

  it.each(['127.0.0.1', '127.1.2.3', '::1', '::ffff:127.0.0.1', '0000:0000:0000:0000:0000:0000:0000:0001'])(
    'leaves eight to the machine itself (%s) where everything is on one port',
    (local) => {
      const guard = new ConnectionGuard(10);
      const listener = new MadeUpListener(guard, 'whole');
      expect([served(listener, 20), served(listener, 20, local), served(listener, 1)]).toEqual([10, 8, 0]);
      listener.closes();
      expect([served(listener, 1), served(listener, 2, local)]).toEqual([0, 1]);
    },
  );

  it.each(['203.0.113.9', '::ffff:203.0.113.9', '2001:db8::1', ''])(
    'leaves none of them to %s, which is elsewhere or a Unix socket',
    (from) => {
      const guard = new ConnectionGuard(10);
      expect(served(new MadeUpListener(guard, 'whole'), 20, from)).toBe(10);
    },
  );

  it('leaves eight to operators beside those that are open while it is shut', () => {
    const guard = new ConnectionGuard(100);
    const listener = new MadeUpListener(guard, 'whole');
    expect(served(listener, 50)).toBe(50);
    guard.isShut = true;
    expect([guard.max, served(listener, 20), served(listener, 20, '127.0.0.1')]).toEqual([0, 0, 8]);
    guard.isShut = true;
    for (let closed = 0; closed < 30; closed++) listener.closes();
    expect([guard.open, served(listener, 20, '127.0.0.1')]).toEqual([28, 8]);
    guard.isShut = false;
    expect([guard.max, served(listener, 1)]).toEqual([100, 1]);
  });

  it('counts a WebSocket that is gone', () => {
    const guard = new ConnectionGuard(10);
    const operators = new MadeUpListener(guard, 'management');
    expect(served(operators, 3)).toBe(3);
    guard.webSocketClosed('management');
    expect(guard.open).toBe(2);
  });
});

/**
 * The bound on open connections, and the few beyond it that are kept for operators: connections come, go,
 * become WebSockets, and the guard is shut and opened amid them.
 */
import type { Surface } from '../../../../../src/http/surface.js';
import { ConnectionGuard } from '../../../../../src/http/uws/connection-guard.js';
import type { TemplatedApp } from '../../../../../src/http/uws/uws.js';
import type { Course, Part } from '../../part.js';
import type { Trial } from '../../trial.js';

interface Bounds {
  readonly max: number;
  /** Management has a listener of its own. */
  readonly isApart: boolean;
}

type ConnectionsAct =
  /** `nth` of the listeners. */
  | { readonly do: 'open'; readonly nth: number; readonly isLocal: boolean; readonly times: number }
  /** `nth` of the connections that are open. */
  | { readonly do: 'close' | 'become_web_socket'; readonly nth: number; readonly times: number }
  | { readonly do: 'shut'; readonly isShut: boolean };

interface Connection {
  readonly surface: Surface;
  isWebSocket: boolean;
}

type Told = (res: object, count: number) => void;

const OPERATORS_KEPT = 8;

export function connectionsPart(
  make = (max: number) => new ConnectionGuard(max),
): Part<Bounds, ConnectionsAct> {
  return {
    name: 'connections',
    limits: (random) => ({ max: random.pick([1, 3, 10]), isApart: random.chance(0.5) }),
    act(random) {
      const [nth, times] = [random.below(30), random.pick([1, 1, 3, 9])];
      return random.weighted<() => ConnectionsAct>([
        [6, () => ({ do: 'open', nth: random.below(2), isLocal: random.chance(0.6), times })],
        [4, () => ({ do: 'close', nth, times })],
        [1, () => ({ do: 'become_web_socket', nth, times: 1 })],
        [1, () => ({ do: 'shut', isShut: random.chance(0.5) })],
      ])();
    },
    pauseMs: () => 0,
    begin: (trial, bounds) => new ConnectionsCourse(trial, bounds, make(bounds.max)),
  };
}

class ConnectionsCourse implements Course<ConnectionsAct> {
  readonly #trial: Trial;
  readonly #guard: ConnectionGuard;
  readonly #max: number;
  readonly #listeners: (readonly [surface: Surface, told: Told])[] = [];
  #open: Connection[] = [];
  #refused = 0;
  /** How many were open at each moment since it was shut; undefined if it is not. */
  #sinceShut: number[] | undefined;

  constructor(trial: Trial, { max, isApart }: Bounds, guard: ConnectionGuard) {
    this.#trial = trial;
    this.#max = max;
    this.#guard = guard;
    for (const surface of isApart ? (['public', 'management'] as const) : (['whole'] as const)) {
      const filter = (told: Told) => this.#listeners.push([surface, told]);
      guard.watch({ filter } as unknown as TemplatedApp, surface);
    }
  }

  take(act: ConnectionsAct): void {
    switch (act.do) {
      case 'open':
        for (let n = 0; n < act.times; n++) this.#opened(act.nth, act.isLocal);
        return;
      case 'close':
        for (const connection of this.#open.slice(act.nth, act.nth + act.times)) this.#closed(connection);
        return;
      case 'become_web_socket':
        for (const connection of this.#open.slice(act.nth, act.nth + 1)) connection.isWebSocket = true;
        return;
      case 'shut':
        this.#guard.isShut = act.isShut;
        if (!act.isShut) this.#sinceShut = undefined;
        else this.#sinceShut ??= [this.#open.length];
    }
  }

  compare(): void {
    this.#trial.same('open', this.#guard.open, this.#open.length);
    this.#trial.same('max', this.#guard.max, this.#sinceShut === undefined ? this.#max : 0);
    this.#trial.same('refused', this.#guard.refused, this.#refused);
  }

  #opened(nth: number, isLocal: boolean): void {
    const [surface, told] = this.#listeners[nth % this.#listeners.length] ?? [];
    if (surface === undefined || told === undefined) return;
    const connection: Connection = { surface, isWebSocket: false };
    this.#open.push(connection);
    const isServed = this.#isServed(surface, isLocal);
    let isClosed = false;
    const res = {
      close: () => {
        isClosed = true;
        this.#closed(connection);
      },
      getRemoteAddressAsText: () => Buffer.from(isLocal ? '127.0.0.1' : '10.0.0.1'),
    };
    told(res, 1);
    this.#sinceShut?.push(this.#open.length);
    if (!isServed) this.#refused += 1;
    this.#trial.same('served', !isClosed, isServed);
  }

  /** It is among those that are open already. */
  #isServed(surface: Surface, isLocal: boolean): boolean {
    const isWithin = this.#sinceShut === undefined && this.#open.length <= this.#max;
    if (isWithin) return true;
    const operators = this.#open.filter((other) => other.surface === 'management').length;
    if (surface === 'management') return operators <= OPERATORS_KEPT;
    const most = this.#sinceShut === undefined ? this.#max : Math.min(...this.#sinceShut);
    return surface === 'whole' && isLocal && this.#open.length <= most + OPERATORS_KEPT;
  }

  #closed(connection: Connection): void {
    if (!this.#open.includes(connection)) return;
    this.#open = this.#open.filter((other) => other !== connection);
    const told = this.#listeners.find(([surface]) => surface === connection.surface)?.[1];
    if (connection.isWebSocket) this.#guard.webSocketClosed(connection.surface);
    else told?.({}, -1);
    this.#sinceShut?.push(this.#open.length);
  }
}

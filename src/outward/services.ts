/**
 * Every service that a node calls: makes the calls to each, and holds the connections and the numbers of all.
 *
 * Connections are those of a provider's name and origin: whatever else of its configuration changes, they
 * stay. The library for them is loaded with the first service, for a start without one need not wait for it.
 */
import { CONNECTION_OPTIONS, type ConnectionOptions, Connections } from './connections.js';
import type { MakeService } from './outward.js';
import { makeService } from './service.js';
import { type ObserveCall, Traffic, type TrafficNumbers } from './traffic.js';

export interface ServicesOptions {
  /** Told of the end of each call. It must not throw. */
  readonly observe?: ObserveCall;
  readonly connections?: Partial<ConnectionOptions>;
}

export class Services {
  readonly #options: ServicesOptions;
  readonly #traffic = new Map<string, Traffic>();
  /** By name and origin. */
  readonly #connections = new Map<string, Promise<Connections>>();
  #undici: Promise<typeof import('undici')> | undefined;
  #isClosed = false;

  constructor(options: ServicesOptions = {}) {
    this.#options = options;
  }

  readonly make: MakeService = (config) => {
    const traffic = this.#trafficOf(config.name);
    const { origin } = new URL(config.url);
    // To load it takes a tenth of a second, for which no call shall wait.
    this.#undici ??= import('undici');
    const undici = this.#undici;
    return makeService(config, () => this.#connectionsTo(origin, traffic, undici), traffic);
  };

  /** By provider, as many as there have been since the start. */
  numbers(): readonly TrafficNumbers[] {
    return [...this.#traffic.values()].map((traffic) => traffic.numbers());
  }

  /** Closes all connections. Calls that are under way fail, and so does every later one. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const connections = await Promise.all(this.#connections.values());
    await Promise.all(connections.map((one) => one.close()));
  }

  #trafficOf(provider: string): Traffic {
    const known = this.#traffic.get(provider);
    if (known !== undefined) return known;
    const traffic = new Traffic(provider, this.#options.observe);
    this.#traffic.set(provider, traffic);
    return traffic;
  }

  #connectionsTo(
    origin: string,
    traffic: Traffic,
    undici: Promise<typeof import('undici')>,
  ): Promise<Connections> {
    const key = `${traffic.provider} ${origin}`;
    const known = this.#connections.get(key);
    if (known !== undefined) return known;
    if (this.#isClosed) return Promise.reject(new Error('no service is called any more'));
    const options = { ...CONNECTION_OPTIONS, ...this.#options.connections };
    const connections = undici.then((loaded) => new Connections(loaded, origin, options, traffic));
    this.#connections.set(key, connections);
    return connections;
  }
}

/**
 * The connections to one service: a pool to its configured origin, and one to each other origin that it names
 * in its answers. Addresses of the latter are judged when they are connected to, so that no name can lead to
 * a public address while it is judged and to a private one when it is called.
 */
import { type LookupAddress, type LookupOptions, lookup } from 'node:dns';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import type { Agent, buildConnector, Pool } from 'undici';
import { ForbiddenFileError, NoConnectionError } from './outward.js';
import { isLocalName, isPublicAddress } from './public-address.js';
import type { Traffic } from './traffic.js';

export interface ConnectionOptions {
  readonly connectMs: number;
  /** Without an answer's head, and between two pieces of its body. */
  readonly headersMs: number;
  readonly pauseMs: number;
  readonly messageBytesMax: number;
  /** Whether a URL that is not the configuration's may lead to an address. */
  readonly isAllowed: (address: string) => boolean;
  /** Finds all addresses of a name. */
  readonly addressesOf: (
    host: string,
    found: (error: NodeJS.ErrnoException | null, addresses: readonly LookupAddress[]) => void,
  ) => void;
  /** Certificates that are trusted instead of those of the system. */
  readonly ca: string | undefined;
}

export const CONNECTION_OPTIONS: ConnectionOptions = {
  connectMs: 10_000,
  headersMs: 600_000,
  pauseMs: 30_000,
  messageBytesMax: 1_048_576,
  isAllowed: isPublicAddress,
  addressesOf: (host, found) => lookup(host, { all: true }, found),
  ca: undefined,
};

export interface SingleConnection {
  readonly dispatcher: Pool;
  /** Why it could not be made; undefined if it was, or is yet to be. */
  failure(): Error | undefined;
  /** Closes it, also while it is made. */
  leave(): void;
}

type Connect = buildConnector.connector;

export class Connections {
  readonly #undici: typeof import('undici');
  readonly #options: ConnectionOptions;
  readonly #traffic: Traffic;
  readonly #origin: string;
  readonly #own: Pool;
  readonly #foreign: Agent;

  constructor(undici: typeof import('undici'), origin: string, options: ConnectionOptions, traffic: Traffic) {
    this.#undici = undici;
    this.#origin = origin;
    this.#options = options;
    this.#traffic = traffic;
    const { headersMs: headersTimeout, pauseMs: bodyTimeout } = options;
    // No bound on connections: a request that waits in a pool waits for ever if its connection fails.
    this.#own = new undici.Pool(origin, { connect: this.#toOwn(), headersTimeout, bodyTimeout });
    this.#foreign = new undici.Agent({ connect: this.#toForeign(), headersTimeout, bodyTimeout });
  }

  /**
   * The pool, or all pools, through which an origin is called.
   *
   * @param isForeign true for a call that is judged at the configured origin, too
   */
  dispatcherTo(origin: string, isForeign: boolean): Pool | Agent {
    return origin === this.#origin && !isForeign ? this.#own : this.#foreign;
  }

  /** For one connection to the configured origin that is shared with nobody. */
  single(): SingleConnection {
    const { messageBytesMax: maxPayloadSize } = this.#options;
    let isLeft = false;
    let socketOf: Socket | undefined;
    let failure: Error | undefined;
    const connect = this.#toOwn();
    const dispatcher = new this.#undici.Pool(this.#origin, {
      connections: 1,
      webSocket: { maxPayloadSize },
      connect: (target, callback) =>
        connect(target, (...[error, socket]) => {
          if (error !== null) {
            failure = error;
            callback(error, null);
            return;
          }
          socketOf = socket;
          if (isLeft) socket.destroy();
          callback(null, socket);
        }),
    });
    return {
      dispatcher,
      failure: () => failure,
      leave() {
        isLeft = true;
        socketOf?.destroy();
        dispatcher.destroy().catch(() => undefined);
      },
    };
  }

  /** Closes all connections; what is under way fails. */
  async close(): Promise<void> {
    await Promise.all([this.#own.destroy(), this.#foreign.destroy()]);
  }

  #toOwn(): Connect {
    const { connectMs: timeout, ca } = this.#options;
    return this.#counted(this.#undici.buildConnector({ timeout, ca }));
  }

  #toForeign(): Connect {
    const { connectMs: timeout, ca } = this.#options;
    const connect = this.#counted(this.#undici.buildConnector({ timeout, ca, lookup: this.#judgedLookup() }));
    return (target, callback) => {
      const { hostname, protocol } = target;
      // An address that is written out is never looked up.
      const isForbidden =
        protocol !== 'https:' ||
        isLocalName(hostname) ||
        (isIP(hostname) !== 0 && !this.#options.isAllowed(hostname));
      if (isForbidden) process.nextTick(callback, forbidden(), null);
      else connect(target, callback);
    };
  }

  /** Connects to nothing but addresses that it has judged. A single forbidden one forbids the name. */
  #judgedLookup(): LookupFunction {
    const { addressesOf, isAllowed } = this.#options;
    return (host, options: LookupOptions, found) => {
      addressesOf(host, (error, addresses) => {
        const [first] = addresses ?? [];
        if (error !== null || first === undefined) found(error ?? new Error('no address'), '', 0);
        else if (!addresses.every(({ address }) => isAllowed(address))) found(forbidden(), '', 0);
        else if (options.all === true) found(null, [...addresses]);
        else found(null, first.address, first.family);
      });
    };
  }

  #counted(connect: Connect): Connect {
    return (target, callback) =>
      connect(target, (...[error, socket]) => {
        if (error === null) {
          this.#traffic.opened(socket);
          callback(null, socket);
        } else callback(error instanceof ForbiddenFileError ? error : noConnection(error), null);
      });
  }
}

function forbidden(): ForbiddenFileError {
  return new ForbiddenFileError('a URL of the provider leads to an address that may not be called');
}

/** Without the name of the host: the message may reach a client. */
function noConnection(error: Error & { readonly code?: unknown }): NoConnectionError {
  const code = typeof error.code === 'string' ? ` (${error.code})` : '';
  return new NoConnectionError(`The provider could not be reached${code}.`);
}

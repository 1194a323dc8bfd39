/**
 * The source of requests of a simulated process: clients send them to it.
 *
 * Invariants
 *  1. Nothing leaves a process that has ended.
 *  2. Every connection is answered, or cut at the latest by `endWithProcess`.
 */
import type { LiveHub } from '../../../../src/http/live/live-hub.js';
import type { Gateway } from '../../../../src/http/pipeline/gateway.js';
import type { Surface } from '../../../../src/http/surface.js';
import type { Listener } from '../../../../src/node/listening/listener.js';
import type { World } from '../../../../src/time/world.js';
import type { ProcessHost } from '../process-environment.js';
import {
  type AnswerTaker,
  type Connection,
  SimulatedExchange,
  type SimulatedRequest,
} from './simulated-exchange.js';
import { SimulatedSocket } from './simulated-socket.js';

/** Of requests that clients and payment services send. */
const PUBLIC_PATHS = ['/v1/', '/results/', '/payment-notices/'];
/** A payment service leads people there, whose browsers tell no type of page here. */
const RETURN_PATH = '/top-up/';

interface ListenerParts {
  readonly gateway: Gateway;
  /** Whether management has a listener of its own. */
  readonly isSplit: boolean;
  readonly live: LiveHub;
  readonly world: World;
  readonly host: Pick<ProcessHost, 'occasion'>;
  readonly isAlive: () => boolean;
  readonly sawDefect: (where: string, error: unknown) => void;
}

export class SimulatedListener implements Listener {
  /** The certificate that the configuration names cannot be read. */
  lacksCertificate = false;
  readonly #parts: ListenerParts;
  readonly #open = new Set<SimulatedExchange>();
  readonly #sockets = new Set<SimulatedSocket>();
  #isListening: boolean;
  #whenNoneOpen: (() => void) | undefined;

  constructor(parts: ListenerParts) {
    this.#parts = parts;
    this.#isListening = parts.isAlive();
  }

  /** Whether requests are taken. */
  get isListening(): boolean {
    return this.#isListening;
  }

  prepare(): () => void {
    if (this.lacksCertificate) throw new Error('the certificate cannot be read');
    return () => {};
  }

  drain(limitMs: number): Promise<void> {
    this.#isListening = false;
    return new Promise((resolve) => {
      const done = () => {
        this.#whenNoneOpen = undefined;
        cancel();
        for (const exchange of [...this.#open]) exchange.cut();
        resolve();
      };
      const cancel = this.#parts.world.after(limitMs, done);
      this.#whenNoneOpen = done;
      if (this.#open.size === 0) done();
    });
  }

  /** The process is no more; its connections are cut. */
  endWithProcess(): void {
    this.#isListening = false;
    for (const exchange of [...this.#open]) exchange.endWithProcess();
    for (const socket of [...this.#sockets]) socket.endWithProcess();
  }

  /** The listener that has the path, unless the client sends it to the other one. */
  #surfaceFor({ path, fields, isElsewhere = false }: SimulatedRequest): Surface {
    if (!this.#parts.isSplit) return 'whole';
    const isReturn = path.startsWith(RETURN_PATH) && !fields.some(([name]) => name === 'accept');
    const isPublic = isReturn || PUBLIC_PATHS.some((prefix) => path.startsWith(prefix));
    return isPublic === isElsewhere ? 'management' : 'public';
  }

  /** Sends the head of a request; undefined if it is not taken. */
  connect(request: SimulatedRequest, taker: AnswerTaker): Connection | undefined {
    const isDraining = this.#whenNoneOpen !== undefined;
    if (!this.#isListening && !(isDraining && request.isKeptAlive)) return undefined;
    const { gateway, live, host, isAlive, sawDefect } = this.#parts;
    let isToldOf = true;
    let socket: SimulatedSocket | undefined;
    const exchange = new SimulatedExchange(request, {
      leaving: () => {
        if (isAlive()) host.occasion('before', 'answer');
        return isAlive();
      },
      answered: (status, fields, body) => {
        isToldOf = false;
        taker.answered(status, fields, body);
      },
      begun: (status, fields) => taker.stream?.begun(status, fields),
      read: (text) => taker.stream?.read(text),
      ended: () => {
        isToldOf = false;
        taker.stream?.ended();
      },
      upgraded: (status, fields, watcher) => {
        isToldOf = false;
        const { frames } = taker;
        if (frames === undefined) return;
        frames.begun(status, fields);
        socket = new SimulatedSocket(watcher, live, frames, (one) => this.#sockets.delete(one));
        this.#sockets.add(socket);
        live.opened(socket);
      },
      arrived: () => host.occasion('after', 'answer'),
      over: (one) => {
        this.#open.delete(one);
        if (this.#open.size === 0) this.#whenNoneOpen?.();
        if (isToldOf) taker.cutOff();
      },
    });
    this.#open.add(exchange);
    try {
      gateway.handle(exchange, this.#surfaceFor(request));
    } catch (error) {
      sawDefect('a request threw', error);
    }
    return {
      sendBody: (text) => exchange.body(text),
      sendPart: (bytes) => exchange.bodyPart(bytes),
      goAway: () => {
        isToldOf = false;
        if (socket === undefined) exchange.cut();
        else socket.leave();
      },
    };
  }
}

/**
 * A node as production assembles it, in virtual time and on a store in memory. Its gateway is handed requests
 * without a socket. A suite of cases takes a tenth of the time here that it takes over HTTP.
 */

import { MortalWorld } from '../../simulation/world/mortal-world.js';
import { simulatedPeople } from '../../simulation/world/simulated-people.js';
import { VirtualWorld } from '../../simulation/world/virtual-world.js';
import type { ContentStream } from '../../src/http/exchange.js';
import type { Gateway } from '../../src/http/pipeline/gateway.js';
import { makeProviders } from '../../src/node/assembly/providers/providers.js';
import { makeTextProviders } from '../../src/node/assembly/providers/text-models.js';
import { type AssembledNode, assembleNode } from '../../src/node/assembly.js';
import { readConfig } from '../../src/node/config/config.js';
import type { NodeEnvironment } from '../../src/node/environment.js';
import { MemoryStore } from '../../src/store/memory/memory-store.js';
import {
  type Answer,
  type CallOptions,
  OPERATOR_KEY,
  type RawRequest,
  TollgateClient,
} from '../contract/support/client.js';
import { MadeUpExchange, type MadeUpRequest } from './pipeline/gateway-stage.js';

/** In virtual time; more than any answer waits. */
const PATIENCE_MS = 60_000;

export interface SocketlessOptions {
  readonly args?: readonly string[];
  readonly environment?: Partial<NodeEnvironment>;
  readonly virtual?: VirtualWorld;
  readonly store?: MemoryStore;
}

export class SocketlessGateway extends TollgateClient {
  readonly #world: VirtualWorld;
  readonly #gateway: Gateway;
  readonly #options: SocketlessOptions;
  readonly #node: AssembledNode;
  readonly #process: { world: MortalWorld | undefined };
  readonly store: MemoryStore;

  private constructor(
    world: VirtualWorld,
    gateway: Gateway,
    store: MemoryStore,
    options: SocketlessOptions,
    process: { world: MortalWorld | undefined },
    node: AssembledNode,
  ) {
    super();
    this.#world = world;
    this.#gateway = gateway;
    this.#options = options;
    this.#process = process;
    this.#node = node;
    this.store = store;
  }

  static async start(options: SocketlessOptions = {}): Promise<SocketlessGateway> {
    const { args = [], environment = {}, virtual = new VirtualWorld(), store = new MemoryStore() } = options;
    const process: { world: MortalWorld | undefined } = { world: undefined };
    let listening: Gateway | undefined;
    const fail = (error: unknown) => {
      throw error;
    };
    const assembled = assembleNode(
      {
        store,
        readClocks: () => ({ bootId: 'boot', monotonicMs: virtual.steadyMs(), wallMs: virtual.wallMs() }),
        worldAt: (steadyOffsetMs) => {
          process.world = new MortalWorld(virtual, { steadyOffsetMs });
          return process.world;
        },
        providersIn: (world, wanted) => makeProviders(wanted, { world, secret: new Uint8Array(32) }),
        textProvidersIn: (world, wanted) => makeTextProviders(wanted, { world }),
        people: simulatedPeople(),
        keepManagementKey: () => {},
        listen: async (gateway) => {
          listening = gateway;
          return { drain: async () => {}, prepare: () => () => {} };
        },
        inspector: { defect: ({ error }) => fail(error) },
        onDefect: (_, error) => fail(error),
        ...environment,
      },
      readConfig(new Map(), environmentOf(args), '.'),
      false,
    );
    // It starts without a client's help, though with time of its own.
    await virtual.advance(1_000);
    const node = await assembled;
    if (listening === undefined) throw new Error('the node does not listen');
    return new SocketlessGateway(virtual, listening, store, options, process, node);
  }

  /**
   * Ends it as `kill -9` does, and starts another one on what is on disk.
   *
   * @param undecided what becomes of a commit that was under way
   */
  async killed(undecided: 'lost' | 'kept' = 'lost'): Promise<SocketlessGateway> {
    this.#process.world?.end();
    const store = this.store.crash(undecided);
    return SocketlessGateway.start({ ...this.#options, virtual: this.#world, store });
  }

  /** Stops it in order, and starts another one on what is on disk. */
  async stopped(): Promise<SocketlessGateway> {
    const isStopped = this.#node.stop().then(() => true);
    while (!(await Promise.race([isStopped, this.pause(10)])));
    return this.killed();
  }

  async call(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
    const { key, json, body, headers = {}, from } = options;
    const fields = Object.entries(headers);
    if (key !== undefined) fields.push(['authorization', `Bearer ${key}`]);
    if (json !== undefined && headers['content-type'] === undefined)
      fields.push(['content-type', 'application/json']);
    const sent = json === undefined ? body : JSON.stringify(json);
    const answer = await this.ask(
      { method, target: path, headers: fields, ...(sent === undefined ? {} : { body: sent }) },
      from,
    );
    if (answer === undefined) throw new Error(`${method} ${path} was not answered`);
    return answer;
  }

  async ask(request: RawRequest, peer = '127.0.0.1'): Promise<Answer | undefined> {
    const { method = 'GET', target = '/', headers = [], contentLength } = request;
    const [path = '', query = ''] = target.split(/\?(.*)/s);
    const body = Buffer.from(request.body ?? '');
    const length =
      contentLength === undefined && body.length > 0 ? body.length : (contentLength ?? undefined);
    const fields = headers.map(([name, value]) => [name.toLowerCase(), value] as const);
    if (length !== undefined) fields.push(['content-length', String(length)]);
    const exchange = await this.send(
      { method, path, query, fields, peer },
      body,
      !(Number(length) > body.length),
    );
    // A body that does not end is waited for.
    for (let waitedMs = 0; !exchange.isOver && waitedMs < PATIENCE_MS; waitedMs += 50) await this.pause(50);
    if (exchange.streamed?.size === undefined && exchange.streamed !== undefined)
      exchange.text = await this.#readStream(exchange.streamed);
    return exchange.isOver ? answerOf(exchange, this.#world.wallMs()) : undefined;
  }

  /** Sends a request; its body may be there in part only. */
  async send(request: MadeUpRequest, body: Uint8Array, isWhole = true): Promise<MadeUpExchange> {
    const exchange = new MadeUpExchange(request);
    this.#gateway.handle(exchange);
    if (!exchange.isOver) exchange.body(body, isWhole);
    await this.#world.settle();
    // A form waits for its turn.
    if (!exchange.isOver) await this.pause(2);
    return exchange;
  }

  /** A body that comes as it is made, in the time that it takes. */
  async #readStream({ chunks }: ContentStream): Promise<string> {
    let text = '';
    let isEnded = false;
    const reading = (async () => {
      for await (const chunk of chunks()) text += Buffer.from(chunk).toString();
    })().finally(() => {
      isEnded = true;
    });
    for (let waitedMs = 0; !isEnded && waitedMs < PATIENCE_MS; waitedMs += 50) await this.pause(50);
    if (!isEnded) throw new Error('a stream did not end');
    await reading;
    return text;
  }

  async pause(ms: number): Promise<void> {
    await this.#world.advance(ms);
  }
}

function answerOf({ status, headers, text }: MadeUpExchange, wallMs: number): Answer {
  const isJson = headers['content-type']?.startsWith('application/json') === true && text !== '';
  return { status, headers, text, json: isJson ? JSON.parse(text) : undefined, wallMs };
}

/** `--address-rpm 5` as TOLLGATE_ADDRESS_RPM=5. */
function environmentOf(args: readonly string[]): Record<string, string> {
  const environment: Record<string, string> = { TOLLGATE_MANAGEMENT_KEY: OPERATOR_KEY };
  for (let at = 0; at < args.length; at += 2) {
    const name = `TOLLGATE_${String(args[at]).slice(2).replaceAll('-', '_').toUpperCase()}`;
    environment[name] = String(args[at + 1]);
  }
  return environment;
}

/**
 * A node as production assembles it, in a world where time passes only when told, over a store in memory.
 *
 * Nothing in it depends on the machine's clocks, chance or disk: the same requests cost the same
 * instructions.
 */

import { MortalWorld } from '../../simulation/world/mortal-world.js';
import { simulatedPeople } from '../../simulation/world/simulated-people.js';
import { VirtualWorld } from '../../simulation/world/virtual-world.js';
import type { Gateway } from '../../src/http/pipeline/gateway.js';
import { makeProviders } from '../../src/node/assembly/providers/providers.js';
import { assembleNode } from '../../src/node/assembly.js';
import { readConfig } from '../../src/node/config/config.js';
import { MemoryStore } from '../../src/store/memory/memory-store.js';
import { StubExchange, type StubRequest } from './stub-exchange.js';

const OPERATOR_KEY = 'operator-key-of-the-counted-node-0123456789';

export class CountedNode {
  readonly world: VirtualWorld;
  readonly #gateway: Gateway;

  private constructor(world: VirtualWorld, gateway: Gateway) {
    this.world = world;
    this.#gateway = gateway;
  }

  static async start(): Promise<CountedNode> {
    const config = readConfig(
      new Map(),
      { TOLLGATE_MANAGEMENT_KEY: OPERATOR_KEY, TOLLGATE_OPEN_JOBS_MAX: '1000000' },
      '.',
    );
    const virtual = new VirtualWorld();
    let listening: Gateway | undefined;
    const assembled = assembleNode(
      {
        store: new MemoryStore(),
        readClocks: () => ({ bootId: 'boot', monotonicMs: virtual.steadyMs(), wallMs: virtual.wallMs() }),
        worldAt: (steadyOffsetMs) => new MortalWorld(virtual, { steadyOffsetMs }),
        providersIn: (world, wanted) => makeProviders(wanted, { world, secret: new Uint8Array(32) }),
        people: simulatedPeople(),
        keepManagementKey: () => {},
        listen: async (gateway) => {
          listening = gateway;
          return { drain: async () => {}, prepare: () => () => {} };
        },
        inspector: {
          defect: ({ kind, id, error }) => {
            throw new Error(`a defect in ${kind} ${id}`, { cause: error });
          },
        },
        onDefect: (_, error) => {
          throw error;
        },
      },
      config,
      false,
    );
    let isStarted = false;
    void assembled.finally(() => {
      isStarted = true;
    });
    while (!isStarted) await virtual.settle();
    await assembled;
    if (listening === undefined) throw new Error('the node does not listen');
    return new CountedNode(virtual, listening);
  }

  /** Takes a request: its answer may be there already, or come with a commit. */
  take(exchange: StubExchange): void {
    this.#gateway.handle(exchange);
    exchange.sendBody();
  }

  /** Makes a request and waits for its answer. */
  async ask(request: StubRequest): Promise<StubExchange> {
    const exchange = StubExchange.one(request);
    this.take(exchange);
    await this.world.settle();
    if (!exchange.isOver) throw new Error(`${request.method} ${request.path} was not answered`);
    return exchange;
  }

  /** Makes a key with a million DA; its plain text. */
  async createKey(rateLimitRpm: number): Promise<string> {
    const body = JSON.stringify({ rate_limit_rpm: rateLimitRpm, credits: 1_000_000 });
    const made = await this.ask({ method: 'POST', path: '/api/keys', key: OPERATOR_KEY, body });
    return (JSON.parse(made.answered.toString()) as { key: string }).key;
  }

  /** Has a video made; its id. */
  async completedVideo(key: string): Promise<string> {
    const body = JSON.stringify({ model: 'sim/video', prompt: 'A lighthouse in the evening.', seconds: 8 });
    const submitted = await this.ask({ method: 'POST', path: '/v1/videos', key, body });
    await this.world.advance(10_000);
    return (JSON.parse(submitted.answered.toString()) as { id: string }).id;
  }

  /** How many jobs of a key came to their end, as its activity tells. */
  async jobsOf(key: string): Promise<{ readonly completed: number; readonly failed: number }> {
    const activity = await this.ask({ method: 'GET', path: '/v1/activity', key });
    const { data } = JSON.parse(activity.answered.toString()) as {
      data: readonly { readonly completed: number; readonly failed: number }[];
    };
    return {
      completed: data.reduce((sum, row) => sum + row.completed, 0),
      failed: data.reduce((sum, row) => sum + row.failed, 0),
    };
  }
}

/** A node as production puts it together, over a store in memory, and what clients ask of it. */
import type { Gateway } from '../../../../../src/http/pipeline/gateway.js';
import type { AssembledNode } from '../../../../../src/node/assembly.js';
import { MemoryStore } from '../../../../../src/store/memory/memory-store.js';
import { MortalWorld } from '../../../../world/mortal-world.js';
import { type AnswerReceiver, SimulatedExchange } from '../../../node/listening/simulated-exchange.js';
import type { Trial } from '../../trial.js';
import { startNode } from '../started-node.js';
import { configOf, HOSTS, OPERATOR_KEY, type Options } from './drawn-options.js';
import { ReloadedServices } from './reloaded-services.js';

interface Asked {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly secret?: string;
  readonly body?: object | string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly address?: string;
}

export interface Answer {
  /** 0 as long as there is none. */
  status: number;
  fields: Readonly<Record<string, string>>;
  body: string;
  at: number;
}

export class WholeNode {
  readonly services: ReloadedServices;
  readonly store = new MemoryStore();
  /** As the listener was told them. */
  readonly drained: number[] = [];
  readonly #trial: Trial;
  #gateway: Gateway | undefined;
  #node: AssembledNode | undefined;
  #cannotListen = false;
  #steadyOffsetMs = 0;

  constructor(trial: Trial) {
    this.#trial = trial;
    this.services = new ReloadedServices(trial.world);
  }

  /** Steady time as the node has it. */
  get steadyMs(): number {
    return this.#trial.now + this.#steadyOffsetMs;
  }

  async start(options: Options): Promise<void> {
    // The first page would load it, in no time of this world.
    await import('../../../../../src/http/pages/dashboard/site.js');
    const { world } = this.#trial;
    this.#node = await startNode(this.#trial, configOf(options), {
      ...this.services.parts,
      store: this.store,
      worldAt: (steadyOffsetMs) => {
        this.#steadyOffsetMs = steadyOffsetMs;
        return new MortalWorld(world, { steadyOffsetMs });
      },
      listen: async (gateway) => {
        this.#gateway = gateway;
        return {
          prepare: () => {
            if (this.#cannotListen) throw new Error('a certificate cannot be read');
            return () => {};
          },
          drain: async (limitMs) => {
            this.drained.push(limitMs);
          },
        };
      },
    });
  }

  /** @param mistake where the reload fails, if it does */
  reload(options: Options, mistake: 'file' | 'listener' | undefined): string {
    this.#cannotListen = mistake === 'listener';
    const reloaded = this.#node?.reload(() => {
      if (mistake === 'file') throw new Error('the file cannot be read');
      return configOf(options);
    });
    return reloaded?.outcome ?? 'not started';
  }

  /** A stop in order; it is not waited for. */
  stop(): void {
    void this.#node?.stop();
  }

  async ask(asked: Asked): Promise<Answer> {
    const answer = this.send(asked);
    await this.#trial.world.settle();
    return answer;
  }

  /** An operator makes something. Returns the answer. */
  async manage(path: string, body: object, repeat?: string): Promise<Readonly<Record<string, unknown>>> {
    const fields = repeat === undefined ? {} : { 'idempotency-key': repeat };
    const answer = await this.ask({ method: 'POST', path, secret: OPERATOR_KEY, body, fields });
    if (answer.status !== 201) this.#trial.broke('managed', `${path}: ${answer.status} ${answer.body}`);
    return JSON.parse(answer.body || '{}') as Readonly<Record<string, unknown>>;
  }

  /** The body is sent unless it is left out; the answer is filled in when it comes. */
  send({ method, path, secret, body, fields = {}, address = '192.0.2.1' }: Asked): Answer {
    const answer: Answer = { status: 0, fields: {}, body: '', at: 0 };
    const text = typeof body === 'object' ? JSON.stringify(body) : body;
    const own = {
      host: HOSTS[0],
      ...(secret === undefined ? {} : { authorization: `Bearer ${secret}` }),
      ...(text === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }),
      ...fields,
    };
    const take = (status: number, told: Answer['fields'], shown: string) =>
      Object.assign(answer, { status, fields: told, body: shown, at: this.#trial.now });
    const receiver = {
      leaving: () => true,
      answered: take,
      begun: (status: number, told: Answer['fields']) => take(status, told, ''),
      read() {},
      ended() {},
      arrived() {},
      over() {},
    } as unknown as AnswerReceiver;
    const request = { method, path, query: '', fields: Object.entries(own), address };
    const exchange = new SimulatedExchange(request, receiver);
    this.#gateway?.handle(exchange);
    if (text !== undefined && text !== '') exchange.body(text);
    return answer;
  }
}

/** A whole node over a disk in memory, which outlives it. Its open requests end when they are told to. */
import type { Gateway } from '../../../../../src/http/pipeline/gateway.js';
import type { AssembledNode } from '../../../../../src/node/assembly.js';
import { MemoryStore } from '../../../../../src/store/memory/memory-store.js';
import { MortalWorld } from '../../../../world/mortal-world.js';
import { DEFAULTS, managementKey } from '../../../node/config/node-config.js';
import { type Answer, type Asked, send } from '../../jobs/desk/asked.js';
import type { Trial } from '../../trial.js';
import { startNode } from '../started-node.js';
import type { FilmHouse } from './film-house.js';
import type { StopLimits } from './stop-acts.js';

const UNBOUNDED = 1_000_000;
const SUBMIT_LIMIT_MS = 3_600_000;

export class WholeNode {
  /** Whether a client waits for an answer, or reads one. */
  areRequestsOpen = false;
  /** When the listener was told to end, and when its last request ended. */
  drainedAt: number | undefined;
  readonly #trial: Trial;
  readonly #limits: StopLimits;
  readonly #house: FilmHouse;
  #store = new MemoryStore();
  #life: MortalWorld;
  #node: AssembledNode | undefined;
  #gateway: Gateway | undefined;
  #drained: (() => void) | undefined;

  constructor(trial: Trial, limits: StopLimits, house: FilmHouse) {
    this.#trial = trial;
    this.#limits = limits;
    this.#house = house;
    this.#life = new MortalWorld(trial.world);
  }

  get whyNotReady(): string | undefined {
    return this.#node?.whyNotReady();
  }

  async start(): Promise<void> {
    const { world } = this.#trial;
    const { drainTimeLimitMs, submitsMax } = this.#limits;
    this.drainedAt = undefined;
    const config = {
      ...DEFAULTS,
      managementKey: managementKey(0),
      drainTimeLimitMs,
      providerCallsMax: submitsMax,
      providerSubmitTimeoutMs: SUBMIT_LIMIT_MS,
      providerBreakerFailures: UNBOUNDED,
      openJobsMax: UNBOUNDED,
    };
    this.#node = await startNode(this.#trial, config, {
      store: this.#store,
      worldAt: (steadyOffsetMs) => {
        this.#life = new MortalWorld(world, { steadyOffsetMs });
        return this.#life;
      },
      providersIn: () => [this.#house.provider()],
      listen: async (gateway) => {
        this.#gateway = gateway;
        return { drain: (limitMs) => this.#drain(limitMs), prepare: () => () => {} };
      },
    });
  }

  /** @param over told when the stop is over */
  stop(over: () => void): void {
    const [store, life] = [this.#store, this.#life];
    this.#node?.stop().then(
      () => {
        this.#trial.same('stopped', [life.isAlive, isOpen(store)], [false, false]);
        over();
      },
      (error) => this.#trial.broke('stop', String(error)),
    );
  }

  /** The process is no more. */
  end(): void {
    this.#life.end();
    this.#store = this.#store.crash('lost');
    this.#node = undefined;
    this.#gateway = undefined;
    this.#drained = undefined;
  }

  requestsEnded(): void {
    this.areRequestsOpen = false;
    this.#drained?.();
  }

  async ask(asked: Asked): Promise<Answer | undefined> {
    if (this.#gateway === undefined) return undefined;
    let answered: Answer | undefined;
    send(this.#gateway, asked, (answer) => {
      answered = answer;
    });
    await this.#trial.world.advance(1);
    return answered;
  }

  #drain(limitMs: number): Promise<void> {
    this.#trial.same('drained', limitMs, this.#limits.drainTimeLimitMs);
    return new Promise((resolve) => {
      this.#drained = () => {
        this.drainedAt ??= this.#trial.now;
        resolve();
      };
      if (!this.areRequestsOpen) this.#drained();
      else this.#life.after(limitMs, () => this.requestsEnded());
    });
  }
}

function isOpen(store: MemoryStore): boolean {
  try {
    store.get('meta', 'clock');
    return true;
  } catch {
    return false;
  }
}

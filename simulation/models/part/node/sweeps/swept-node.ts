/** Those parts of a node that do things in steps, again and again, over a disk that outlives them. */
import { Retention } from '../../../../../src/actors/across-accounts/retention.js';
import { takeUp } from '../../../../../src/actors/across-accounts/take-up.js';
import type { NodeEffect } from '../../../../../src/actors/effects.js';
import { createGenerationBehavior } from '../../../../../src/actors/generations/generation.js';
import { createVideoJobBehavior } from '../../../../../src/actors/jobs/video-job.js';
import type { ApiKeyBehavior } from '../../../../../src/actors/keys/api-key-messages.js';
import type { Behavior } from '../../../../../src/actors/runtime/behavior.js';
import { ActorSystem } from '../../../../../src/actors/runtime/system.js';
import { USUAL_LIMITS } from '../../../../../src/limits/limits.js';
import { NodeResults, type NodeResultsOptions } from '../../../../../src/node/assembly/results.js';
import { type SteadyMs, sortable } from '../../../../../src/time/clock.js';
import { MortalWorld } from '../../../../world/mortal-world.js';
import type { Trial } from '../../trial.js';
import { FailingDisk } from './failing-disk.js';
import type { SweepLimits } from './sweep-acts.js';

type Bell = Behavior<{ readonly id: string }, { readonly due?: number }, string, NodeEffect>;
type Owner = { readonly account: string; readonly jobId: string };

/** It rings at the time that it was set to. */
const BELL: Bell = {
  kind: 'bell',
  activate: (id) => ({ id }),
  reminded: () => ({}),
  receive(_, { due }, turn) {
    if (due !== undefined) turn.remindAt('ring', due as SteadyMs);
    else {
      turn.forget('ring');
      turn.put('orders', turn.id, '1');
    }
    return turn.id;
  },
};

const DAY_MS = 86_400_000;
const NO_KEY = {} as ApiKeyBehavior;
/** A start begins after the order of this number, and ends before the last one. */
const FIRST_ORDER = 0;

export class SweptNode {
  readonly disk: FailingDisk;
  readonly files = new Map<string, Owner>();
  system: ActorSystem<NodeEffect>;
  startedAt: number;
  readonly #trial: Trial;
  readonly #limits: SweepLimits;
  /** Orders that were taken up since the start. */
  #taken: string[] = [];
  #life: MortalWorld;
  #retention: Retention;
  #results: NodeResults;

  constructor(trial: Trial, limits: SweepLimits) {
    this.#trial = trial;
    this.#limits = limits;
    this.disk = new FailingDisk(trial);
    const numbers = Array.from({ length: limits.orders }, (_, n) => n);
    if (numbers.length > 0)
      this.disk.lay(numbers.map((n) => ({ table: 'set_aside_orders', key: orderId(n), value: '1' })));
    this.#life = new MortalWorld(trial.world);
    this.startedAt = trial.now;
    [this.system, this.#retention, this.#results] = this.#started();
  }

  get taken(): readonly string[] {
    return this.#taken;
  }

  /** In their order. */
  get toTake(): readonly string[] {
    const { orders } = this.#limits;
    return Array.from({ length: orders }, (_, n) => n)
      .filter((n) => n > FIRST_ORDER && n < orders - 1)
      .map(orderId);
  }

  addFile(jobId: string): void {
    this.files.set(jobId, { account: 'acct_1', jobId });
  }

  ring(id: string, due: number): Promise<boolean> {
    return new Promise((resolve) => this.system.ask(BELL, id, { due }, ({ ok }) => resolve(ok)));
  }

  async restart(undecided: 'lost' | 'kept', isOrderly: boolean): Promise<void> {
    const { world } = this.#trial;
    if (isOrderly) {
      this.#retention.stop();
      void this.#results.close();
      void this.system.close();
      await world.settle();
    }
    this.#life.end();
    this.disk.crash(undecided);
    this.#life = new MortalWorld(world);
    this.startedAt = this.#trial.now;
    this.#taken = [];
    [this.system, this.#retention, this.#results] = this.#started();
    await world.settle();
  }

  #started(): [ActorSystem<NodeEffect>, Retention, NodeResults] {
    const { atOnce, failing, orders, gateTimeLimitMs } = this.#limits;
    const world = this.#life;
    const few = { takenUpAtOnce: atOnce, remindersFiredAtOnce: atOnce, remindersLoadedAtOnce: atOnce };
    const limits = { ...USUAL_LIMITS, ...few, expiredAtOnce: atOnce, resultsSweptAtOnce: atOnce };
    const forJobs = { openJobsMax: 9, openGenerationsMax: 9, idempotencyKeptMs: 1, apiKey: NO_KEY };
    const options = { ...forJobs, keptMs: DAY_MS, readingLimitMs: DAY_MS };
    const [videoJob, generation] = [createVideoJobBehavior(options), createGenerationBehavior(options)];
    const system = new ActorSystem<NodeEffect>({
      world,
      store: this.disk.shown(),
      behaviors: [videoJob, generation, BELL],
      perform: () => {},
      gateTimeLimitMs,
      mailboxMax: 1_000,
      residentMax: 100,
      passivateAfterMs: DAY_MS,
      limits,
      inspector: { defect: ({ error }) => this.#met(String(error)) },
    });
    system.start();
    const retention = new Retention(world, system, videoJob, generation, limits);
    retention.start();
    const results = new NodeResults({
      world,
      limits,
      records: system.records,
      parts: { store: this.#shownFiles(), clips: { close: async () => {} } },
    } as unknown as NodeResultsOptions);
    results.start();
    const ends = { after: orderId(FIRST_ORDER), before: orderId(orders - 1) };
    takeUp({ world, system, limits }, 'set_aside_orders', ends, ({ key }) => {
      this.#taken.push(key);
      if (failing.some((n) => orderId(n) === key)) throw new Error('cannot be taken up');
    });
    return [system, retention, results];
  }

  #shownFiles() {
    return {
      owners: () => this.files.values(),
      remove: ({ jobId }: Owner) => this.files.delete(jobId),
      tidied: async () => {},
    };
  }

  /** Nothing else goes wrong. */
  #met(error: string): void {
    const isTold = ['the disk cannot be read', 'cannot be taken up', 'record broken_'];
    if (!isTold.some((words) => error.includes(words))) this.#trial.broke('defect', error);
  }
}

function orderId(n: number): string {
  return `order_${sortable(Math.max(0, n))}`;
}

/**
 * The actors of a node as production makes them, with the dispatcher and its callers if there are providers.
 */
import { Retention } from '../../../src/actors/across-accounts/retention.js';
import { isOrderEffect } from '../../../src/actors/effects.js';
import type { Effect } from '../../../src/actors/jobs/effects.js';
import type { Inspector } from '../../../src/actors/runtime/inspection.js';
import type { MachineObserver } from '../../../src/machines/run-machine.js';
import { type Actors, createActors } from '../../../src/node/assembly/actors.js';
import { ProviderCalls } from '../../../src/providers/calls/provider-calls.js';
import type { Provider } from '../../../src/providers/provider.js';
import { ProviderDispatcher } from '../../../src/routing/provider-dispatcher.js';
import { later } from '../../../src/time/clock.js';
import type { Life } from '../process-lives.js';
import type { ActorsSetup } from './actors-history.js';

const MINUTE_MS = 60_000;
/** For so long the result of a job is read. */
export const READING_MS = MINUTE_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const STOPS_WITHIN_MS = 10_000;
/** An id that every job of the runs before is earlier than. */
const AFTER_ALL_JOBS = 'video_~';

export interface ActorsObserver {
  readonly inspector: Inspector;
  readonly left: (effect: Effect) => void;
  readonly onMachineStep: MachineObserver | undefined;
  /** The providers as this life reaches them; undefined if there are none. */
  readonly providers: readonly Provider[] | undefined;
}

export class ActorsProcess {
  readonly life: Life;
  readonly actors: Actors;
  readonly #retention: Retention;
  readonly #calls: ProviderCalls | undefined;
  readonly #dispatcher: ProviderDispatcher | undefined;

  constructor(life: Life, setup: ActorsSetup, observer: ActorsObserver) {
    this.life = life;
    const { world, store } = life;
    this.actors = createActors({
      world,
      store,
      settings: {
        openJobsMax: setup.openJobsMax,
        openGenerationsMax: 100,
        keysPerAccountMax: setup.keysPerAccountMax,
        idempotencyHours: setup.idempotencyMs / HOUR_MS,
        retentionDays: setup.retentionMs / DAY_MS,
        resultDeadlineMinutes: READING_MS / MINUTE_MS,
        gateTimeLimitMs: setup.gateTimeLimitMs,
        mailboxMax: 10_000,
        residentActorsMax: setup.residentActorsMax,
        residentKeysMax: 1_000,
        managementRpm: 6_000,
        passivateAfterMs: setup.passivateAfterMs,
      },
      inspector: observer.inspector,
      perform: (effect) => {
        if (!world.isAlive || isOrderEffect(effect)) return;
        observer.left(effect);
        this.#dispatcher?.perform(effect);
      },
      alongWithWindows: () => [],
      onMachineStep: observer.onMachineStep,
    });
    const { system, partitionOf, videoJob, generation } = this.actors;
    this.#retention = new Retention(world, system, videoJob, generation);
    if (observer.providers !== undefined) {
      const calls = new ProviderCalls({
        world,
        providers: observer.providers,
        onReport: (jobId, report) => this.#dispatcher?.report(jobId, report),
        tell: (jobId, report, told) => this.#dispatcher?.tell(jobId, report, told),
      });
      this.#calls = calls;
      this.#dispatcher = new ProviderDispatcher({
        world,
        system,
        partitionOf,
        videoJob,
        calls,
        results: { read: () => {}, stop: () => {} },
        onTurnedAway: () => {},
      });
    }
    system.start();
    this.#retention.start();
    this.#dispatcher?.resume(AFTER_ALL_JOBS);
  }

  async stop(): Promise<void> {
    this.#calls?.holdSubmits();
    await this.#dispatcher?.atRest(later(this.life.world.steadyMs(), STOPS_WITHIN_MS));
    this.#calls?.close();
    this.#retention.stop();
    await this.actors.system.close();
    this.life.world.stop();
    await this.life.store.close();
  }
}

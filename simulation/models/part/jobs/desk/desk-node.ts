/** The part of a node that takes jobs: its requests, actors and dispatcher, on a disk that outlives them. */
import { isOrderEffect } from '../../../../../src/actors/effects.js';
import { USUAL_LIMITS } from '../../../../../src/limits/limits.js';
import type { Actors } from '../../../../../src/node/assembly/actors.js';
import type { ProviderCalls } from '../../../../../src/providers/calls/provider-calls.js';
import type { ProviderReport } from '../../../../../src/providers/provider-report.js';
import { ProviderDispatcher } from '../../../../../src/routing/provider-dispatcher.js';
import type { ResultReader } from '../../../../../src/routing/result-reader.js';
import { MemoryStore } from '../../../../../src/store/memory/memory-store.js';
import { MortalWorld } from '../../../../world/mortal-world.js';
import { startActors } from '../../lone-actors.js';
import type { Trial } from '../../trial.js';
import { type Answer, type Asked, send } from './asked.js';
import { DeskPeople } from './desk-people.js';
import type { DeskLimits, ProviderName } from './drawn-desk.js';
import { startGateway, stopGateway } from './lone-gateway.js';
import { drawnCatalogue, ScriptedLine, TROUBLE } from './scripted-line.js';

const [DAY_MS, HOUR_MS, MINUTE_MS] = [86_400_000, 3_600_000, 60_000];
export class DeskNode {
  readonly people: DeskPeople;
  readonly line: ScriptedLine;
  readonly hasNoRoom = new Set<ProviderName>();
  opens: 'open' | 'gone' | 'unavailable' = 'open';
  readonly #trial: Trial;
  readonly #limits: DeskLimits;
  #store = new MemoryStore();
  #life: MortalWorld;
  #node: ReturnType<DeskNode['start']>;

  constructor(trial: Trial, limits: DeskLimits) {
    const { world } = trial;
    this.#trial = trial;
    this.#limits = limits;
    this.line = new ScriptedLine(world);
    world.fraction = 0;
    this.people = new DeskPeople(world);
    this.#life = new MortalWorld(world);
    this.#node = this.start();
  }

  /** The accounts and their keys, at the first act. */
  populate(): Promise<void> {
    return this.people.populate(this.#trial, this.#node.actors, this.#limits);
  }

  start() {
    const [world, { atOnce, jobsLookedAt }] = [this.#life, this.#limits];
    const limits = { ...USUAL_LIMITS, jobsLookedAt, expiredAtOnce: atOnce, takenUpAtOnce: atOnce };
    const onDefect = (error: unknown) => this.#trial.broke('defect', String(error));
    const actors: Actors = startActors({
      world,
      store: this.#store,
      limits,
      settings: {
        openJobsMax: this.#limits.openJobsMax,
        retentionDays: this.#limits.keptMs / DAY_MS,
        idempotencyHours: this.#limits.rememberedMs / HOUR_MS,
        resultDeadlineMinutes: this.#limits.readingLimitMs / MINUTE_MS,
        residentActorsMax: this.#limits.residentMax,
      },
      inspector: { defect: ({ error }) => onDefect(error) },
      perform: (effect) => {
        if (!isOrderEffect(effect)) jobs.perform(effect);
      },
    });
    const { system, partitionOf, videoJob } = actors;
    const { calls, results } = this.line;
    const jobs: ProviderDispatcher = new ProviderDispatcher({
      world,
      system,
      partitionOf,
      videoJob,
      calls: calls as unknown as ProviderCalls,
      results: results as unknown as ResultReader,
      limits,
      onTurnedAway: () => {},
    });
    const deps = {
      ids: this.people.ids,
      catalogue: drawnCatalogue(this.#limits),
      jobs,
      results: this.#results(),
    };
    const node = startGateway(actors, { world, limits, deps, onDefect });
    jobs.resume(this.people.ids.next('job'));
    return { ...node, jobs };
  }

  async restart(isGraceful: boolean): Promise<void> {
    if (isGraceful) {
      let isClosed = false;
      void stopGateway(this.#node).then(() => {
        isClosed = true;
      });
      // The millisecond under way ends first.
      await this.#trial.world.advance(1);
      if (!isClosed) this.#trial.broke('stop', 'it does not come to its end');
    }
    this.#life.end();
    this.#store = this.#store.crash('lost');
    this.#life = new MortalWorld(this.#trial.world);
    this.#node = this.start();
    await this.#trial.world.settle();
  }

  has(jobId: string): boolean {
    const { system, videoJob } = this.#node.actors;
    return system.view(videoJob, jobId) !== undefined;
  }

  report(jobId: string, report: ProviderReport): void {
    const { jobs } = this.#node;
    if (report.about !== 'submit_waits' && report.about !== 'submit_begins') jobs.report(jobId, report);
    else
      jobs.tell(jobId, report, (isTaken) => {
        if (!isTaken) this.#trial.broke('told', `${jobId} does not take ${report.about}`);
      });
  }

  /** All at once: none is answered before the next one is asked. */
  async ask(asked: readonly Asked[]): Promise<readonly Answer[]> {
    const answers: (Answer | undefined)[] = [];
    for (const [n, one] of asked.entries()) {
      answers.push(undefined);
      send(this.#node.gateway, one, (answer) => {
        answers[n] = answer;
      });
    }
    await this.#trial.world.settle();
    return answers.map((answer) => answer ?? { status: 0, fields: {}, body: '' });
  }

  #results() {
    return {
      takesMore: (provider: ProviderName) => !this.hasNoRoom.has(provider),
      troubleOf: () => TROUBLE,
      open: async () => ({ state: this.opens, file: FILE, fileName: 'film.mp4' }),
    };
  }
}

const FILE = {
  contentType: 'video/mp4',
  size: 5,
  takesRanges: true,
  async *read() {
    yield Buffer.from('bytes');
  },
};

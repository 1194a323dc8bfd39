/** The part of a node that takes texts: requests, actors and retention, on a disk that outlives them. */
import { BY_THE_NODE } from '../../../../../src/actors/audit/audit-trail.js';
import type {
  GenerationReply,
  GenerationState,
  TextReport,
} from '../../../../../src/actors/generations/generation-messages.js';
import { USUAL_LIMITS } from '../../../../../src/limits/limits.js';
import { type MicroDa, microDa } from '../../../../../src/money/micro-da.js';
import type { TextCalls } from '../../../../../src/providers/calls/text-calls.js';
import { GenerationDesk } from '../../../../../src/routing/text/generation-desk.js';
import type { Begun, RunRequest } from '../../../../../src/routing/text/text-desk.js';
import { MemoryStore } from '../../../../../src/store/memory/memory-store.js';
import { MortalWorld } from '../../../../world/mortal-world.js';
import { type Answer, type Asked, send } from '../../jobs/desk/asked.js';
import { DeskPeople } from '../../jobs/desk/desk-people.js';
import { startGateway, stopGateway } from '../../jobs/desk/lone-gateway.js';
import { startActors } from '../../lone-actors.js';
import type { Trial } from '../../trial.js';
import { catalogueOf } from '../drawn-catalogue.js';
import type { DrawnFilm, GenerationLimits } from './drawn-generations.js';

const [DAY_MS, HOUR_MS] = [86_400_000, 3_600_000];

/** A text that is asked for of providers. */
export interface AskedRun {
  readonly request: RunRequest;
  readonly signal: AbortSignal;
  /** True if the generation was on disk when it was asked for. */
  readonly isOnDisk: boolean;
  readonly begin: (begun: Begun) => void;
}

/** A request that is sent, and its answer once it is there. */
export interface Sent {
  readonly answer: Answer | undefined;
  readonly leave: () => void;
}

export class GenerationsNode {
  readonly people: DeskPeople;
  /** Those that nobody has taken from here. */
  readonly runs: AskedRun[] = [];
  readonly #trial: Trial;
  readonly #limits: GenerationLimits;
  #credits = 0;
  #store = new MemoryStore();
  #life: MortalWorld;
  #node: ReturnType<GenerationsNode['start']>;

  constructor(trial: Trial, limits: GenerationLimits) {
    this.#trial = trial;
    this.#limits = limits;
    trial.world.fraction = 0;
    this.people = new DeskPeople(trial.world);
    this.#life = new MortalWorld(trial.world);
    this.#node = this.start();
  }

  populate(): Promise<void> {
    return this.people.populate(this.#trial, this.#node.actors, this.#limits);
  }

  start() {
    const [world, { atOnce, offers, films }] = [this.#life, this.#limits];
    const limits = { ...USUAL_LIMITS, expiredAtOnce: atOnce, generationsResumedAtOnce: atOnce };
    const onDefect = (error: unknown) => this.#trial.broke('defect', String(error));
    const actors = startActors({
      world,
      store: this.#store,
      limits,
      settings: {
        openGenerationsMax: this.#limits.openGenerationsMax,
        retentionDays: this.#limits.keptMs / DAY_MS,
        idempotencyHours: this.#limits.rememberedMs / HOUR_MS,
        residentActorsMax: this.#limits.residentMax,
      },
      inspector: { defect: ({ error }) => onDefect(error) },
    });
    const { system, partitionOf, generation } = actors;
    const texts = { run: (request: RunRequest, signal: AbortSignal) => this.#run(request, signal) };
    const deps = {
      ids: this.people.ids,
      catalogue: { list: () => films.map(offerOf) },
      textCatalogue: catalogueOf(offers),
      texts,
    };
    const node = startGateway(actors, { world, limits, deps, onDefect });
    new GenerationDesk({
      world,
      system,
      partitionOf,
      generation,
      calls: {} as TextCalls,
      times: () => NO_TIMES,
      limits,
      onSettled: () => {},
    }).resume();
    return node;
  }

  async restart(isGraceful: boolean): Promise<void> {
    if (isGraceful) {
      void stopGateway(this.#node);
      // The millisecond under way ends first.
      await this.#trial.world.advance(1);
    }
    this.#life.end();
    this.#store = this.#store.crash('lost');
    this.#life = new MortalWorld(this.#trial.world);
    this.#node = this.start();
    await this.#trial.world.settle();
  }

  /** As committed. */
  generation(id: string): GenerationState | undefined {
    const { system, generation } = this.#node.actors;
    return system.view(generation, id);
  }

  get tallies(): Readonly<Record<string, number>> {
    const { tallies } = this.#node.actors.system;
    const told = [...tallies].filter(([name]) => /^generations|_tokens$/.test(name));
    return Object.fromEntries(told.map(([name, sum]) => [name, Number(sum)]));
  }

  async report(id: string, event: TextReport): Promise<GenerationReply | undefined> {
    const { system, generation } = this.#node.actors;
    let told: GenerationReply | undefined;
    system.ask(generation, id, { type: 'report', event }, (outcome) => {
      if (outcome.ok) told = outcome.reply;
    });
    await this.#trial.world.settle();
    return told;
  }

  async credit(key: string, amount: number, isMarked: boolean): Promise<void> {
    const { system, apiKey } = this.#node.actors;
    const reference = `credit ${this.#credits++}`;
    const moved = { by: BY_THE_NODE, amount: microDa(amount), reference, referenceHash: reference };
    system.ask(apiKey, key, { type: 'credit', ...moved, ...(isMarked ? { marked: true } : {}) }, () => {});
    await this.#trial.world.settle();
  }

  /** It is under way then, but not on disk yet. */
  revoke(key: string): void {
    const { system, apiKey } = this.#node.actors;
    system.ask(apiKey, key, { type: 'revoke', by: BY_THE_NODE }, () => {});
  }

  /** All at once: none is answered before the next one is asked. */
  async send(asked: readonly Asked[]): Promise<readonly Sent[]> {
    const sent = asked.map((one): Sent => {
      const each: { answer: Answer | undefined; leave: () => void } = { answer: undefined, leave: () => {} };
      const exchange = send(this.#node.gateway, one, (answer) => {
        each.answer = answer;
      });
      each.leave = () => exchange.cut();
      return each;
    });
    await this.#trial.world.settle();
    return sent;
  }

  #run(request: RunRequest, signal: AbortSignal): Promise<Begun> {
    const isOnDisk = this.generation(request.generation.id)?.status === 'open';
    return new Promise((begin) => {
      this.runs.push({ request, signal, isOnDisk, begin });
    });
  }
}

const NO_TIMES = { firstTokenMaxMs: 0, wholeTextMaxMs: 0, tokenPauseMaxMs: 0, abandonedStreamMaxMs: 0 };

function offerOf({ id, provider, pricePerSecond, lengthsMs, allowedMs, createdAt }: DrawnFilm) {
  const [lengthMinMs, lengthMaxMs, lengthDefaultMs] = lengthsMs;
  return {
    id,
    provider,
    pricePerSecondMicroDa: pricePerSecond as MicroDa,
    lengthMinMs,
    lengthMaxMs,
    lengthDefaultMs,
    ...(allowedMs === undefined ? {} : { lengthsAllowedMs: allowedMs }),
    createdAt,
  };
}

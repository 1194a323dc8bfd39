/** The people of a node, and what they stand on: actors on a disk in memory, which a crash ends. */
import { BY_THE_NODE } from '../../../../src/actors/audit/audit-trail.js';
import { IdMaker } from '../../../../src/actors/storage/ids.js';
import { RollingWindows } from '../../../../src/actors/windows/rolling-windows.js';
import { USUAL_LIMITS } from '../../../../src/limits/limits.js';
import type { Mail } from '../../../../src/mail/mail.js';
import type { Actors } from '../../../../src/node/assembly/actors.js';
import { People } from '../../../../src/people/people.js';
import type { SignUpSettings } from '../../../../src/people/sign-up.js';
import { MemoryStore } from '../../../../src/store/memory/memory-store.js';
import { MortalWorld } from '../../../world/mortal-world.js';
import { simulatedPeople } from '../../../world/simulated-people.js';
import { startActors } from '../lone-actors.js';
import type { Trial } from '../trial.js';
import { ACCOUNTS } from './known-people.js';

export interface PeopleLimits {
  readonly peopleMax: number;
  readonly residentMax: number;
}

export class PeopleNode {
  readonly mails: Mail[] = [];
  settings: SignUpSettings & { readonly publicUrl: string } = {
    signUp: 'open',
    verify: 'operator',
    signUpsPerDayMax: 12,
    publicUrl: 'https://one.example.com',
  };
  store = new MemoryStore();
  people: People;
  readonly #trial: Trial;
  readonly #limits: PeopleLimits;
  readonly #ids: IdMaker;
  /** These outlive a restart. */
  readonly #windows = new RollingWindows(1);
  #life: MortalWorld;
  #actors: Actors;

  constructor(trial: Trial, limits: PeopleLimits) {
    this.#trial = trial;
    this.#limits = limits;
    this.#ids = new IdMaker(trial.world);
    this.#life = new MortalWorld(trial.world);
    this.#actors = this.#started();
    this.people = this.#made();
    for (const id of ACCOUNTS) {
      const account = { name: id, isVerified: true, createdAt: 0 };
      this.#actors.system.ask(
        this.#actors.account,
        id,
        { type: 'create', by: BY_THE_NODE, ...account },
        () => {},
      );
    }
  }

  get records() {
    return this.#actors.system.records;
  }

  /** Waits for what was asked of the people: the disk answers without time. */
  async done<Result>(asked: Promise<Result>): Promise<Result> {
    await this.#trial.world.settle();
    return await asked;
  }

  restart(): void {
    this.#life.end();
    this.store = this.store.crash('lost');
    this.#life = new MortalWorld(this.#trial.world);
    this.#actors = this.#started();
    this.people = this.#made();
  }

  #started(): Actors {
    const { peopleMax, residentMax } = this.#limits;
    return startActors({
      world: this.#life,
      store: this.store,
      settings: { residentActorsMax: residentMax },
      limits: { ...USUAL_LIMITS, peopleOfAccount: peopleMax },
      inspector: { defect: ({ error }) => this.#trial.broke('defect', String(error)) },
    });
  }

  #made(): People {
    const node = this;
    const { hasher, seal } = simulatedPeople();
    const parts = { ...this.#actors, world: this.#life, ids: this.#ids, hasher, seal };
    return new People(
      { ...parts, windows: this.#windows, journal: { admitted: () => {} } },
      { mailer: { send: (mail) => this.mails.push(mail) }, publicUrl: () => this.settings.publicUrl },
      {
        get signUp() {
          return node.settings.signUp;
        },
        get verify() {
          return node.settings.verify;
        },
        get signUpsPerDayMax() {
          return node.settings.signUpsPerDayMax;
        },
      },
    );
  }
}

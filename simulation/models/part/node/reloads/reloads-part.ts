/**
 * A whole node whose configuration is read again: after a reload all that an option governs follows its new
 * value, and after one that is refused its old one.
 */
import { parseExpiryKey } from '../../../../../src/actors/storage/expiry.js';
import { Random } from '../../../../world/random.js';
import type { Course, Part } from '../../part.js';
import type { Trial } from '../../trial.js';
import { changed, drawOptions, type Options } from './drawn-options.js';
import type { Look } from './look.js';
import * as requests from './looks-at-requests.js';
import * as work from './looks-at-work.js';
import { WholeNode } from './whole-node.js';

const LOOKS = {
  metrics: requests.metricsLook,
  origin: requests.originLook,
  body: requests.bodyLook,
  keys: requests.keysLook,
  stranger: requests.strangerLook,
  order: requests.orderLook,
  invitation: requests.invitationLook,
  sign_up: requests.signUpLook,
  film: work.filmLook,
  open_jobs: work.openJobsLook,
  silent_film: work.silentFilmLook,
  result: work.resultLook,
  full_disk: work.fullDiskLook,
  models: work.modelsLook,
  texts: work.textsLook,
};
type LookName = keyof typeof LOOKS;

type ReloadsAct =
  | { readonly do: 'reload'; readonly options: Partial<Options>; readonly mistake?: 'file' | 'listener' }
  | { readonly do: 'look'; readonly look: LookName; readonly draw: number };

const LOOK_NAMES = Object.keys(LOOKS) as readonly LookName[];
const [DAY_MS, HOUR_MS] = [86_400_000, 3_600_000];

export function reloadsPart(): Part<Options, ReloadsAct> {
  return {
    name: 'reloads',
    limits: drawOptions,
    act: (random) =>
      random.chance(0.2)
        ? {
            do: 'reload',
            options: changed(random, {}, random.pick([0.1, 0.6])),
            ...(random.chance(0.2) ? { mistake: random.pick(['file', 'listener'] as const) } : {}),
          }
        : { do: 'look', look: random.pick(LOOK_NAMES), draw: random.below(1_000_000) },
    pauseMs: (random) => random.pick([0, 0, 1, 700]),
    begin: (trial, limits) => new ReloadsCourse(trial, limits),
  };
}

class ReloadsCourse implements Course<ReloadsAct> {
  readonly #trial: Trial;
  readonly #node: WholeNode;
  #inForce: Options;
  #isStarted = false;
  #looks = 0;
  /** Rows of what expires. */
  #expiries: ReadonlySet<string> = new Set();

  constructor(trial: Trial, limits: Options) {
    this.#trial = trial;
    this.#inForce = limits;
    this.#node = new WholeNode(trial);
  }

  async take(act: ReloadsAct): Promise<void> {
    if (!this.#isStarted) await this.#start();
    if (act.do === 'reload') {
      const wanted = { ...this.#inForce, ...act.options };
      const outcome = this.#node.reload(wanted, act.mistake);
      this.#trial.same('outcome', outcome, act.mistake === undefined ? 'applied' : 'refused');
      if (act.mistake === undefined) this.#inForce = wanted;
      return;
    }
    this.#looks += 1;
    this.#expiries = this.#rows();
    const beganAt = this.#trial.now;
    const look: Look = {
      trial: this.#trial,
      node: this.#node,
      inForce: this.#inForce,
      random: new Random(act.draw),
      nth: this.#looks,
      written: () => this.#compareExpiries(),
    };
    await LOOKS[act.look](look);
    if (this.#trial.now === beganAt) this.#compareExpiries();
  }

  compare(): void {}

  async end(): Promise<void> {
    if (!this.#isStarted) return;
    this.#node.stop();
    await this.#trial.world.settle();
    this.#trial.same('drain', this.#node.drained, [this.#inForce.drainTimeLimitMs]);
  }

  async #start(): Promise<void> {
    this.#isStarted = true;
    await this.#node.start(this.#inForce);
  }

  #rows(): ReadonlySet<string> {
    return new Set([...this.#node.store.range('expiry', {})].map(({ key }) => key));
  }

  /** Rows of this very millisecond are kept for as long as the configuration in force says. */
  #compareExpiries(): void {
    const { retentionDays, idempotencyHours } = this.#inForce;
    for (const row of this.#rows()) {
      if (this.#expiries.has(row)) continue;
      const { due, kind } = parseExpiryKey(row);
      const keptMs = kind === 'idempotency' ? idempotencyHours * HOUR_MS : retentionDays * DAY_MS;
      this.#trial.same(`${kind}-kept`, due - this.#node.steadyMs, keptMs);
    }
  }
}

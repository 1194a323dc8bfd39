/**
 * Checks a run of a node by every rule, from outside.
 *
 * Invariants
 *  1. Rules are told everything in the order in which it happened, `requests` before them.
 *  2. A report of a rule bears the time of the latest observation.
 *  3. A rule that has reported `REPORTS_MAX` times is told nothing more: what follows from the first is
 *     noise.
 *  4. Onlookers, which mark moments, are told everything, after the rules.
 */
import type { StoreReader } from '../../src/store/store.js';
import type { NodeSetup } from '../history/node-history.js';
import type { Observation } from '../history/observation.js';
import type { Violation } from '../model.js';
import type { KeptFolder } from './facts/kept-image.js';
import { Requests } from './facts/requests.js';
import type { Invariant, Rule } from './invariant.js';
import { ONLOOKERS } from './moments/onlookers.js';
import { RULES } from './rules.js';

/** Of one rule in one run. */
const REPORTS_MAX = 20;

interface Watched {
  readonly invariant: Invariant;
  reports: number;
}

export class Checker {
  readonly violations: Violation[] = [];
  readonly #requests = new Requests();
  readonly #watched: readonly Watched[];
  readonly #onlookers: readonly Pick<Invariant, 'observe'>[];
  #atMs = 0;

  constructor(setup: NodeSetup, rules: readonly Rule[] = RULES) {
    this.#watched = rules.map((rule) => {
      const report = (message: string): void => {
        watched.reports += 1;
        this.violations.push({ invariant: rule.name, says: rule.says, message, atMs: this.#atMs });
      };
      const watched: Watched = { invariant: rule.watch(setup, report, this.#requests), reports: 0 };
      return watched;
    });
    this.#onlookers = ONLOOKERS.map((onlooker) => onlooker(this.#requests, setup));
  }

  observe(seen: Observation): void {
    this.#atMs = seen.at;
    const exchange = this.#requests.observe(seen);
    for (const watched of this.#watched) {
      if (watched.reports < REPORTS_MAX) watched.invariant.observe(seen, exchange);
    }
    for (const onlooker of this.#onlookers) onlooker.observe(seen, exchange);
  }

  /** The records on disk, and the folder of kept results, while no process has them open. */
  disk(records: StoreReader, when: 'restart' | 'end', results: KeptFolder = new Map()): void {
    for (const { invariant, reports } of this.#watched) {
      if (reports < REPORTS_MAX) invariant.disk?.(records, when, results);
    }
  }

  /** The run is over. Call once. */
  end(): void {
    for (const { invariant, reports } of this.#watched) {
      if (reports < REPORTS_MAX) invariant.end?.();
    }
  }

  /** How much rules could not check, by name. Whole after `end`. */
  counts(): Readonly<Record<string, number>> {
    return Object.assign({}, ...this.#watched.map(({ invariant }) => invariant.counts?.() ?? {}));
  }
}

/**
 * A rule of the contract, checked from outside: from what clients, providers and the disk saw of a run.
 *
 * A rule knows the contract (docs, OpenAPI), never the code: it may not import anything of `src/actors`,
 * `src/http` or `src/node`. It is told everything in the order in which it happened, and reports what broke
 * it.
 */
import type { StoreReader } from '../../src/store/store.js';
import type { NodeSetup } from '../history/node-history.js';
import type { Observation } from '../history/observation.js';
import type { KeptFolder } from './facts/kept-image.js';
import type { Exchange, Requests } from './facts/requests.js';

export interface Invariant {
  /**
   * @param exchange the request that this is about; undefined if it is about none, or one that has ended
   * before
   */
  observe(seen: Observation, exchange: Exchange | undefined): void;
  /**
   * The records on disk, and the folder of kept results, while no process has them open: after a crash or
   * stop (`restart`), and at the end.
   */
  disk?(records: StoreReader, when: 'restart' | 'end', results: KeptFolder): void;
  /** The run is over: every job has had its time, every request its answer. */
  end?(): void;
  /** How much it could not check, by name; read after `end`. */
  counts?(): Readonly<Record<string, number>>;
}

export interface Rule {
  /** Kebab-case; shown if it is broken. */
  readonly name: string;
  /** The rule itself, a sentence. */
  readonly says: string;
  /** @param requests of the whole run, one for all rules; knows of an observation before the rule does */
  watch(setup: NodeSetup, report: (message: string) => void, requests: Requests): Invariant;
}

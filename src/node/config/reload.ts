/**
 * Puts another configuration in force while the node runs.
 *
 * Each part of the node first makes ready for the new configuration, which may fail, and changes nothing;
 * when all have, all go over to it in the same turn of the event loop. So a request meets the old
 * configuration or the new one, never something between, and what is refused leaves no trace.
 *
 * Invariants
 *  1. Either every part has gone over to the new configuration, or none has.
 *  2. `inForce` is what the parts go by.
 */
import type { NodeConfig } from './config.js';
import { changesBetween, movedProviders, takenAtReload } from './config-changes.js';

/** A part of a node that can go over to another configuration. */
export interface Reloadable {
  /**
   * Throws if the configuration cannot be put in force, having changed nothing. The function that it
   * returns puts it in force and does not fail.
   */
  prepare(config: NodeConfig): () => void;
}

export type Reloaded =
  | {
      readonly outcome: 'applied';
      readonly inForce: NodeConfig;
      /** Names of what has changed. */
      readonly changed: readonly string[];
      /** Names of what is wanted otherwise and is taken at the next start. */
      readonly needRestart: readonly string[];
      /** Providers that are at another URL now. */
      readonly moved: readonly string[];
    }
  | { readonly outcome: 'refused'; readonly error: unknown };

export interface ReloadMetrics {
  readonly applied: number;
  readonly refused: number;
  /** Unix time, in seconds, at which the configuration in force was put there: that of the start at first. */
  readonly inForceSince: number;
  /** False if the last reload was refused. */
  readonly isLastApplied: boolean;
}

export class Reload {
  #inForce: NodeConfig;
  readonly #unixSeconds: () => number;
  readonly #parts: Reloadable[] = [];
  #metrics: ReloadMetrics;

  /** @param unixSeconds what the wall clock says */
  constructor(inForce: NodeConfig, unixSeconds: () => number) {
    this.#inForce = inForce;
    this.#unixSeconds = unixSeconds;
    this.#metrics = { applied: 0, refused: 0, inForceSince: unixSeconds(), isLastApplied: true };
  }

  get inForce(): NodeConfig {
    return this.#inForce;
  }

  get metrics(): ReloadMetrics {
    return this.#metrics;
  }

  /** Parts prepare, and go over, in the order in which they were added. */
  add(...parts: readonly Reloadable[]): void {
    this.#parts.push(...parts);
  }

  /** @param read reads the configuration that is wanted; what it throws is why there is none */
  run(read: () => NodeConfig): Reloaded {
    let wanted: NodeConfig;
    let next: NodeConfig;
    let goOver: readonly (() => void)[];
    try {
      wanted = read();
      next = takenAtReload(this.#inForce, wanted);
      goOver = this.#parts.map((part) => part.prepare(next));
    } catch (error) {
      this.#metrics = { ...this.#metrics, refused: this.#metrics.refused + 1, isLastApplied: false };
      return { outcome: 'refused', error };
    }
    for (const go of goOver) go();
    const { taken, needRestart } = changesBetween(this.#inForce, wanted);
    const moved = movedProviders(this.#inForce, next);
    this.#inForce = next;
    this.#metrics = {
      ...this.#metrics,
      applied: this.#metrics.applied + 1,
      inForceSince: this.#unixSeconds(),
      isLastApplied: true,
    };
    return { outcome: 'applied', inForce: next, changed: taken, needRestart, moved };
  }
}

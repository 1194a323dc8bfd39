/**
 * Supervision: an actor that fails again and again is quarantined for a while, so that it costs nobody else
 * anything.
 *
 * Invariants
 *  1. An actor rests from its third failure in a row on, after each further one for twice as long, up to a
 *     minute.
 *  2. One success forgives all failures before it.
 */
import { later, type SteadyMs } from '../../time/clock.js';
import type { World } from '../../time/world.js';
import type { Activation } from './activation.js';
import type { Inspector, SystemMetrics } from './inspection.js';

const FAILURES_BEFORE_QUARANTINE = 3;
const QUARANTINE_FIRST_MS = 1_000;
export const QUARANTINE_MAX_MS = 60_000;

export class Supervisor {
  readonly #world: World;
  readonly #metrics: SystemMetrics;
  readonly #inspector: Inspector;

  constructor(world: World, metrics: SystemMetrics, inspector: Inspector) {
    this.#world = world;
    this.#metrics = metrics;
    this.#inspector = inspector;
  }

  isQuarantined(activation: Activation, now: SteadyMs): boolean {
    return activation.quarantinedUntil !== undefined && now < activation.quarantinedUntil;
  }

  succeeded(activation: Activation): void {
    activation.failures = 0;
    activation.quarantinedUntil = undefined;
  }

  failed(activation: Activation, error: unknown): void {
    const { id } = activation;
    const { kind } = activation.behavior;
    this.#inspector.defect?.({ kind, id, error });
    activation.failures += 1;
    if (activation.failures < FAILURES_BEFORE_QUARANTINE) return;
    const forMs = Math.min(
      QUARANTINE_FIRST_MS * 2 ** (activation.failures - FAILURES_BEFORE_QUARANTINE),
      QUARANTINE_MAX_MS,
    );
    activation.quarantinedUntil = later(this.#world.steadyMs(), forMs);
    this.#metrics.quarantines += 1;
    this.#inspector.quarantined?.({ kind, id, forMs });
  }
}

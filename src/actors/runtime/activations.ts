/**
 * The actors in memory: activation on first use, passivation when unused or when there are too many.
 *
 * Invariants
 *  1. There is at most one live activation per actor.
 *  2. Only actors that are clean, without mail, not quarantined and not in a turn are passivated.
 *  3. With more than `residentMax` actors, or while memory is short, a sweep passivates every idle one that
 *     was not used since the sweep before it, whatever its age.
 */
import type { Limits } from '../../limits/limits.js';
import type { StoreReader } from '../../store/store.js';
import type { CancelTimer, World } from '../../time/world.js';
import { Activation } from './activation.js';
import type { AnyBehavior } from './behavior.js';
import type { Inspector, SystemMetrics } from './inspection.js';

interface ActivationsOptions {
  readonly world: World;
  readonly reader: StoreReader;
  readonly residentMax: number;
  readonly passivateAfterMs: number;
  readonly limits: Limits;
  readonly metrics: SystemMetrics;
  readonly inspector: Inspector;
}

/** An actor unused for this many sweeps is idle. */
const SWEEPS_UNTIL_IDLE = 4;
/** The same, while there are too many: the sweep at hand and the one before it. */
const SWEEPS_UNTIL_IDLE_WHEN_CROWDED = 2;

export class Activations {
  /** Counts the sweeps; an activation notes in which one it was last used. */
  sweep = 0;
  /** Sweeps as with too many actors. */
  isMemoryShort = false;
  count = 0;
  // biome-ignore lint/suspicious/noExplicitAny: actors of every kind
  readonly #byBehavior = new Map<AnyBehavior<any>, Map<string, Activation>>();
  readonly #options: ActivationsOptions;
  #cancel: CancelTimer | undefined;
  #stopped = false;

  constructor(options: ActivationsOptions) {
    this.#options = options;
  }

  /** The live activation of an actor, from disk if there was none. @throws if its records are broken */
  // biome-ignore lint/suspicious/noExplicitAny: actors of every kind
  take(behavior: AnyBehavior<any>, id: string): Activation {
    return this.find(behavior, id) ?? this.#activate(behavior, id);
  }

  /** The live activation of an actor, if there is one. */
  // biome-ignore lint/suspicious/noExplicitAny: actors of every kind
  find(behavior: AnyBehavior<any>, id: string): Activation | undefined {
    const activation = this.#byBehavior.get(behavior)?.get(id);
    if (activation !== undefined) activation.usedInSweep = this.sweep;
    return activation;
  }

  // biome-ignore lint/suspicious/noExplicitAny: actors of every kind
  #activate(behavior: AnyBehavior<any>, id: string): Activation {
    let activations = this.#byBehavior.get(behavior);
    if (activations === undefined) {
      activations = new Map();
      this.#byBehavior.set(behavior, activations);
    }
    const activation = new Activation(behavior, id, behavior.activate(id, this.#options.reader));
    activation.usedInSweep = this.sweep;
    activations.set(id, activation);
    this.count += 1;
    this.#options.metrics.activations += 1;
    this.#options.inspector.activated?.({ kind: behavior.kind, id });
    return activation;
  }

  /** Drops an activation that stands for no actor. */
  dropIfNobody(activation: Activation): void {
    if (
      activation.working === undefined &&
      activation.committed === undefined &&
      this.#isDroppable(activation)
    )
      this.#drop(activation);
  }

  // biome-ignore lint/suspicious/noExplicitAny: actors of every kind
  countOf(behavior: AnyBehavior<any>): number {
    return this.#byBehavior.get(behavior)?.size ?? 0;
  }

  startSweeping(): void {
    const { world, passivateAfterMs } = this.#options;
    this.#cancel = world.after(passivateAfterMs / SWEEPS_UNTIL_IDLE, () => this.#sweepNow());
  }

  stop(): void {
    this.#stopped = true;
    this.#cancel?.();
  }

  #sweepNow(): void {
    this.sweep += 1;
    const isCrowded = this.isMemoryShort || this.count > this.#options.residentMax;
    const unusedFor = isCrowded ? SWEEPS_UNTIL_IDLE_WHEN_CROWDED : SWEEPS_UNTIL_IDLE;
    this.#sweepStep(this.#idleCells(unusedFor));
  }

  *#idleCells(unusedFor: number): Generator<Activation | undefined> {
    for (const activations of this.#byBehavior.values()) {
      for (const activation of activations.values()) {
        const isIdle = activation.usedInSweep <= this.sweep - unusedFor && this.#isDroppable(activation);
        yield isIdle ? activation : undefined;
      }
    }
  }

  #sweepStep(activations: Generator<Activation | undefined>): void {
    if (this.#stopped) return;
    const { actorsLookedAtAtOnce, actorsDroppedAtOnce } = this.#options.limits;
    let dropped = 0;
    for (let looked = 0; looked < actorsLookedAtAtOnce && dropped < actorsDroppedAtOnce; looked++) {
      const next = activations.next();
      if (next.done === true) {
        this.startSweeping();
        return;
      }
      if (next.value === undefined) continue;
      this.#drop(next.value);
      dropped += 1;
    }
    this.#options.world.soon(() => this.#sweepStep(activations));
  }

  #drop(activation: Activation): void {
    if (!activation.alive) return;
    activation.alive = false;
    this.#byBehavior.get(activation.behavior)?.delete(activation.id);
    this.count -= 1;
    this.#options.metrics.passivations += 1;
    this.#options.inspector.passivated?.({ kind: activation.behavior.kind, id: activation.id });
  }

  #isDroppable(activation: Activation): boolean {
    const isResting =
      activation.quarantinedUntil !== undefined &&
      activation.quarantinedUntil > this.#options.world.steadyMs();
    return (
      activation.dirtyIn === undefined && activation.mailbox === undefined && !activation.inTurn && !isResting
    );
  }
}

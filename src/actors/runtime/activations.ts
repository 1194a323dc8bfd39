/**
 * Which actors are in memory: activation on first use, passivation when unused or when there are too many.
 *
 * Invariants
 *  1. There is at most one live cell per actor.
 *  2. Only cells that are clean, without mail, not resting and not in a turn are passivated (see `Cell`).
 *  3. With more than `residentMax` cells, or while memory is short, a sweep passivates every idle cell that was not
 *     used since the sweep before it, whatever its age.
 */
import type { StoreReader } from '../../store/store.js';
import type { CancelTimer, World } from '../../time/world.js';
import { Activation } from './activation.js';
import type { AnyBehavior } from './behavior.js';
import type { Inspector, SystemMetrics } from './inspection.js';

interface ResidentsOptions {
  readonly world: World;
  readonly reader: StoreReader;
  readonly residentMax: number;
  readonly passivateAfterMs: number;
  readonly figures: SystemMetrics;
  readonly inspector: Inspector;
}

/** A cell unused for this many sweeps is idle. */
const SWEEPS_UNTIL_IDLE = 4;
/** The same, while there are too many cells: the sweep at hand and the one before it. */
const SWEEPS_UNTIL_IDLE_WHEN_CROWDED = 2;
/** Cells looked at, and cells dropped, before other events get their chance again: some 2 ms of either. */
const LOOKED_AT_PER_STEP = 20_000;
const DROPPED_PER_STEP = 2_000;

export class Activations {
  /** Counts the sweeps; a cell notes in which one it was last used. */
  sweep = 0;
  /** Sweeps as with too many cells. */
  isMemoryShort = false;
  count = 0;
  // biome-ignore lint/suspicious/noExplicitAny: actors of every kind
  readonly #byBehavior = new Map<AnyBehavior<any>, Map<string, Activation>>();
  readonly #options: ResidentsOptions;
  #cancel: CancelTimer | undefined;
  #stopped = false;

  constructor(options: ResidentsOptions) {
    this.#options = options;
  }

  /** The live cell of an actor, activated from disk where there was none. Throws where its records are broken. */
  // biome-ignore lint/suspicious/noExplicitAny: actors of every kind
  take(behavior: AnyBehavior<any>, id: string): Activation {
    return this.find(behavior, id) ?? this.#activate(behavior, id);
  }

  /** The live cell of an actor, where there is one. */
  // biome-ignore lint/suspicious/noExplicitAny: actors of every kind
  find(behavior: AnyBehavior<any>, id: string): Activation | undefined {
    const cell = this.#byBehavior.get(behavior)?.get(id);
    if (cell !== undefined) cell.usedInSweep = this.sweep;
    return cell;
  }

  // biome-ignore lint/suspicious/noExplicitAny: actors of every kind
  #activate(behavior: AnyBehavior<any>, id: string): Activation {
    let cells = this.#byBehavior.get(behavior);
    if (cells === undefined) {
      cells = new Map();
      this.#byBehavior.set(behavior, cells);
    }
    const cell = new Activation(behavior, id, behavior.activate(id, this.#options.reader));
    cell.usedInSweep = this.sweep;
    cells.set(id, cell);
    this.count += 1;
    this.#options.figures.activations += 1;
    this.#options.inspector.activated?.({ kind: behavior.kind, id });
    return cell;
  }

  /** Forgets a cell that stands for no actor. */
  dropIfNobody(cell: Activation): void {
    if (cell.working === undefined && cell.committed === undefined && this.#isDroppable(cell))
      this.#drop(cell);
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
    for (const cells of this.#byBehavior.values()) {
      for (const cell of cells.values()) {
        const isIdle = cell.usedInSweep <= this.sweep - unusedFor && this.#isDroppable(cell);
        yield isIdle ? cell : undefined;
      }
    }
  }

  #sweepStep(cells: Generator<Activation | undefined>): void {
    if (this.#stopped) return;
    let dropped = 0;
    for (let looked = 0; looked < LOOKED_AT_PER_STEP && dropped < DROPPED_PER_STEP; looked++) {
      const next = cells.next();
      if (next.done === true) {
        this.startSweeping();
        return;
      }
      if (next.value === undefined) continue;
      this.#drop(next.value);
      dropped += 1;
    }
    this.#options.world.soon(() => this.#sweepStep(cells));
  }

  #drop(cell: Activation): void {
    if (!cell.alive) return;
    cell.alive = false;
    this.#byBehavior.get(cell.behavior)?.delete(cell.id);
    this.count -= 1;
    this.#options.figures.passivations += 1;
    this.#options.inspector.passivated?.({ kind: cell.behavior.kind, id: cell.id });
  }

  #isDroppable(cell: Activation): boolean {
    const isResting =
      cell.quarantinedUntil !== undefined && cell.quarantinedUntil > this.#options.world.steadyMs();
    return cell.dirtyIn === undefined && cell.mailbox === undefined && !cell.inTurn && !isResting;
  }
}

/** Which cells are in memory: one that nobody used for a while leaves it, a busy one stays. */
import type { Trial } from '../../trial.js';
import type { CellId } from './cell-acts.js';
import type { NaiveAsk } from './naive-batch.js';
import type { NaiveDisk } from './naive-disk.js';

interface MemoryBounds {
  readonly residentMax: number;
  readonly passivateAfterMs: number;
}

/** The books that say how busy a cell is. */
interface CellBooks {
  readonly disk: NaiveDisk;
  readonly queued: readonly NaiveAsk[];
  readonly failures: ReadonlyMap<CellId, number>;
  isBusy(id: CellId): boolean;
  exists(id: CellId): boolean;
  /** The end of its last rest, or now. */
  restedAt(id: CellId): number;
  /** Its failures are no more. */
  forget(id: CellId): void;
}

export class NaiveMemory {
  isShort = false;
  readonly resident = new Map<CellId, { usedAt: number; busyAt: number }>();
  readonly #trial: Trial;
  readonly #bounds: MemoryBounds;
  readonly #system: CellBooks;
  /** Since when there are too many; the most of them lately. */
  #crowdedSince = Number.POSITIVE_INFINITY;
  #most = 0;

  constructor(trial: Trial, bounds: MemoryBounds, system: CellBooks) {
    this.#trial = trial;
    this.#bounds = bounds;
    this.#system = system;
  }

  clear(): void {
    this.resident.clear();
    this.isShort = false;
    this.#most = 0;
    this.#crowdedSince = Number.POSITIVE_INFINITY;
  }

  used(id: CellId): void {
    const one = this.resident.get(id);
    if (one !== undefined) one.usedAt = this.#trial.now;
  }

  activated(id: CellId): void {
    if (this.resident.has(id)) this.#trial.broke('memory', `${id} is in memory twice`);
    this.resident.set(id, { usedAt: this.#trial.now, busyAt: this.#trial.now });
    this.#most = Math.max(this.#most, this.resident.size);
    if (Number.isFinite(this.#crowdedSince)) this.#crowdedSince = this.#trial.now;
  }

  passivated(id: CellId): void {
    this.#system.disk.passTime();
    const one = this.resident.get(id);
    this.resident.delete(id);
    const isBusy = this.#system.isBusy(id);
    this.#system.forget(id);
    if (one === undefined || isBusy) this.#trial.broke('memory', `${id} is dropped, and is busy`);
    const { passivateAfterMs, residentMax } = this.#bounds;
    const isCrowded = this.#most > residentMax || this.isShort;
    const leastMs = passivateAfterMs * (isCrowded ? 0.25 : 0.75);
    const idleMs = this.#trial.now - (one?.usedAt ?? 0);
    if (this.#system.exists(id) && idleMs < leastMs)
      this.#trial.broke('memory', `${id} is dropped ${idleMs} ms after its last use`);
  }

  compare(): void {
    const { now } = this.#trial;
    const mail = this.#system.queued.map(({ to }) => to);
    const { residentMax, passivateAfterMs } = this.#bounds;
    if (this.resident.size <= residentMax && !this.isShort) this.#crowdedSince = Number.POSITIVE_INFINITY;
    else this.#crowdedSince = Math.min(this.#crowdedSince, now);
    this.#most = this.resident.size;
    for (const [id, one] of this.resident) {
      if (this.#system.isBusy(id)) one.busyAt = now;
      const idleSince = Math.max(
        one.usedAt,
        one.busyAt,
        this.#system.restedAt(id),
        this.#system.disk.troubleAt,
      );
      const crowdedMs = now - Math.max(idleSince, this.#crowdedSince);
      if (now - idleSince > passivateAfterMs + 5 || crowdedMs > passivateAfterMs / 2 + 5)
        this.#trial.broke('memory', `${id} stays in memory, unused for ${now - idleSince} ms`);
      if (
        !this.#system.exists(id) &&
        !this.#system.isBusy(id) &&
        !this.#system.failures.has(id) &&
        !mail.includes(id)
      )
        this.#trial.broke('memory', `${id} is in memory, and does not exist`);
    }
  }
}

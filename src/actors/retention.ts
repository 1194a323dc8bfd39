/**
 * Removes what has been kept long enough: settled jobs and idempotency records, in small steps.
 *
 * What expires and when stands in table `expiry`, sorted by time. A row is removed when the thing it names is
 * gone; a step that fails is made again.
 */
import type { Write } from '../store/store.js';
import type { CancelTimer, World } from '../time/world.js';
import type { Effect } from './effects.js';
import { parseExpiryKey } from './expiry.js';
import type { ActorSystem } from './runtime/system.js';
import type { VideoJobBehavior } from './video-job.js';

const SWEEP_EVERY_MS = 10_000;
const ROWS_PER_STEP = 500;

export class Retention {
  readonly #world: World;
  readonly #system: ActorSystem<Effect>;
  readonly #videoJob: VideoJobBehavior;
  #cancel: CancelTimer | undefined;

  constructor(world: World, system: ActorSystem<Effect>, videoJob: VideoJobBehavior) {
    this.#world = world;
    this.#system = system;
    this.#videoJob = videoJob;
  }

  start(): void {
    this.#cancel = this.#world.after(SWEEP_EVERY_MS, () => {
      void this.#step().then((hasMore) => {
        if (this.#cancel === undefined) return;
        if (hasMore) this.#world.soon(() => this.#sweepOn());
        else this.start();
      });
    });
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #sweepOn(): void {
    void this.#step().then((hasMore) => {
      if (this.#cancel === undefined) return;
      if (hasMore) this.#world.soon(() => this.#sweepOn());
      else this.start();
    });
  }

  /** Removes what expired, at most so many rows; resolves with whether more is due and could be removed. */
  async #step(): Promise<boolean> {
    const now = this.#world.steadyMs();
    const writes: Write[] = [];
    const to = String(now + 1).padStart(16, '0');
    for (const { key } of this.#system.records.range('expiry', { to, limit: ROWS_PER_STEP })) {
      const { kind, id } = parseExpiryKey(key);
      if (kind === 'job') this.#system.ask(this.#videoJob, id, { type: 'remove' });
      else if (this.#hasExpired(id, now)) writes.push({ table: 'idempotency', key: id, value: undefined });
      writes.push({ table: 'expiry', key, value: undefined });
    }
    if (writes.length === 0) return false;
    const isOnDisk = await this.#system.commitAside(writes);
    return isOnDisk && writes.length >= ROWS_PER_STEP;
  }

  /** A record made anew since carries a later time and stays. */
  #hasExpired(id: string, now: number): boolean {
    const text = this.#system.records.get('idempotency', id);
    return text !== undefined && (JSON.parse(text) as { expires: number }).expires <= now;
  }
}

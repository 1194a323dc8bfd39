/**
 * Removes what has been kept long enough: settled jobs and generations, and idempotency records, in small
 * steps.
 *
 * Table `expiry` names all that expires, sorted by time. A row goes in the commit in which the thing
 * it names goes, so a step that fails, in part or whole, is made again.
 */
import { type Limits, USUAL_LIMITS } from '../../limits/limits.js';
import type { Write } from '../../store/store.js';
import { later, sortable } from '../../time/clock.js';
import type { CancelTimer, World } from '../../time/world.js';
import type { NodeEffect } from '../effects.js';
import type { GenerationBehavior } from '../generations/generation-messages.js';
import type { VideoJobBehavior } from '../jobs/video-job-messages.js';
import type { ActorSystem } from '../runtime/system.js';
import { parseExpiryKey } from '../storage/expiry.js';

const SWEEP_EVERY_MS = 10_000;

export class Retention {
  readonly #world: World;
  readonly #system: ActorSystem<NodeEffect>;
  readonly #videoJob: VideoJobBehavior;
  readonly #generation: GenerationBehavior;
  readonly #rowsInStep: number;
  /** Undefined while stopped. */
  #cancel: CancelTimer | undefined;

  constructor(
    world: World,
    system: ActorSystem<NodeEffect>,
    videoJob: VideoJobBehavior,
    generation: GenerationBehavior,
    limits: Limits = USUAL_LIMITS,
  ) {
    this.#world = world;
    this.#system = system;
    this.#videoJob = videoJob;
    this.#generation = generation;
    this.#rowsInStep = limits.expiredAtOnce;
  }

  start(): void {
    this.#cancel = this.#world.after(SWEEP_EVERY_MS, () => void this.#sweep());
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  async #sweep(): Promise<void> {
    try {
      while (this.#cancel !== undefined && (await this.#step())) await this.#breath();
    } catch (error) {
      // A disk that fails may refuse reads, too.
      this.#system.reportDefect('retention', error);
    }
    if (this.#cancel !== undefined) this.start();
  }

  /** Lets other events have their chance. */
  #breath(): Promise<void> {
    return new Promise((resolve) => this.#world.soon(resolve));
  }

  /** Removes what expired, at most so many rows; resolves with whether some went and more may be due. */
  async #step(): Promise<boolean> {
    const now = this.#world.steadyMs();
    const to = sortable(later(now, 1));
    const rows = [...this.#system.records.range('expiry', { to, limit: this.#rowsInStep })];
    const removals = await Promise.all(rows.map(({ key }) => this.#remove(key, now)));
    const gone = removals.filter(Boolean).length;
    return gone > 0 && (gone < rows.length || rows.length === this.#rowsInStep);
  }

  /** Resolves with whether the row is gone. */
  #remove(row: string, now: number): Promise<boolean> {
    const { kind, id } = parseExpiryKey(row);
    if (kind !== 'idempotency') {
      const message = { type: 'remove', expiryRow: row } as const;
      return new Promise((resolve) => {
        const done = ({ ok }: { readonly ok: boolean }) => resolve(ok);
        if (kind === 'job') this.#system.ask(this.#videoJob, id, message, done);
        else this.#system.ask(this.#generation, id, message, done);
      });
    }
    // Someone is just using the key anew: whether that stands is known at the next sweep.
    if (this.#system.isUncommitted('idempotency', id)) return Promise.resolve(false);
    const writes: Write[] = [{ table: 'expiry', key: row, value: undefined }];
    if (this.#hasExpired(id, now)) writes.push({ table: 'idempotency', key: id, value: undefined });
    return this.#system.commitAside(writes);
  }

  /** A record made anew since carries a later time and stays. */
  #hasExpired(id: string, now: number): boolean {
    const text = this.#system.records.get('idempotency', id);
    return text !== undefined && (JSON.parse(text) as { expires: number }).expires <= now;
  }
}

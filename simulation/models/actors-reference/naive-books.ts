/**
 * Keys, credit, jobs and idempotency keys as one request after the other comes to: plain sums in maps.
 *
 * Entries of the maps are replaced, never changed, so that a copy of the maps is a copy of everything.
 */

import type { CreateJob, VideoJobMessage } from '../../../src/actors/jobs/video-job-messages.js';
import type { ApiKeyMessage } from '../../../src/actors/keys/api-key-messages.js';
import type { IdempotentRequest } from '../../../src/actors/keys/idempotency.js';
import { type Handled, silent } from './handled.js';
import { afterMessage, hasEnded, type JobLife, newJob } from './job-life.js';
import {
  activeKeys,
  balanceOf,
  balancesText,
  type NaiveKey,
  newKey,
  referencedMovement,
  rotated,
  standsFor,
} from './naive-key.js';

export interface NaiveJob {
  readonly key: string;
  readonly reserve: number;
  readonly marked: number;
  readonly pricePerSecond: number;
  readonly life: JobLife;
  readonly cost: number | null;
  /** Steady ms; undefined while the job has not ended. */
  readonly keptUntil: number | undefined;
  readonly replayKey: string | undefined;
}

interface Replay {
  readonly fingerprint: string;
  readonly result: string;
  readonly expires: number;
}

export interface BookSettings {
  readonly openJobsMax: number;
  readonly keysPerAccountMax: number;
  readonly idempotencyKeptMs: number;
  readonly jobsKeptMs: number;
}

export class NaiveBooks {
  readonly keys: Map<string, NaiveKey>;
  readonly jobs: Map<string, NaiveJob>;
  readonly #references: Map<string, string>;
  readonly #replays: Map<string, Replay>;
  readonly #settings: BookSettings;

  constructor(settings: BookSettings, from?: NaiveBooks) {
    this.#settings = settings;
    this.keys = new Map(from?.keys);
    this.jobs = new Map(from?.jobs);
    this.#references = new Map(from === undefined ? [] : from.#references);
    this.#replays = new Map(from === undefined ? [] : from.#replays);
  }

  copy(): NaiveBooks {
    return new NaiveBooks(this.#settings, this);
  }

  get references(): ReadonlyMap<string, string> {
    return this.#references;
  }

  /** Idempotency keys that count at `now`, with what they stand for. */
  replaysAt(now: number): [string, string][] {
    return [...this.#replays]
      .filter(([, { expires }]) => expires > now)
      .map(([key, { result, expires }]) => [key, `${result} until ${expires}`]);
  }

  /** @param committed what readers see: an idempotency key that is not yet in there is in use */
  toKey(id: string, message: ApiKeyMessage, now: number, committed: NaiveBooks): Handled {
    if (message.type === 'create') return this.#createKey(id, message, now, committed);
    const key = this.keys.get(id);
    if (key === undefined) return silent('no_such_key');
    switch (message.type) {
      case 'update':
        if (key.isRevoked) return silent('no_such_key');
        return this.#become(id, { ...key, rpm: message.rateLimitRpm ?? key.rpm }, 'key');
      case 'revoke':
        if (key.isRevoked) return silent(`key ${this.balances(id)}`);
        return this.#become(id, { ...key, isRevoked: true, secrets: [] }, 'key');
      case 'rotate':
        if (key.isRevoked) return silent('no_such_key');
        return this.#become(id, rotated(key, message.credentialHash, now + message.graceMs), 'key');
      case 'grace_over':
        return this.#become(id, key, 'key');
      case 'credit':
      case 'debit':
      case 'transfer': {
        const { says, moved } = referencedMovement(this.keys, this.#references, id, message);
        if (moved.length === 0) return silent(says);
        for (const [of, to] of moved) this.keys.set(of, to);
        this.#references.set(message.referenceHash, standsFor(id, message));
        return { says, writes: true, effects: [] };
      }
      default:
        throw new Error(`nobody says ${message.type} to a key here`);
    }
  }

  /**
   * @param isReminder whether it came by itself: the turn that handles a reminder forgets it, whatever else
   * it does
   */
  toJob(
    id: string,
    message: VideoJobMessage,
    now: number,
    isReminder: boolean,
    committed: NaiveBooks,
  ): Handled {
    if (message.type === 'create') return this.#submit(id, message, now, committed);
    const job = this.jobs.get(id);
    if (message.type === 'remove') return this.#remove(id, job);
    const writes = isReminder && message.type === 'deadline';
    if (job === undefined) return { says: 'no_job', writes, effects: [] };
    const { life, effects, isNews } = afterMessage(job.life, message);
    if (isNews) {
      this.jobs.set(id, { ...job, life });
      if (hasEnded(life)) this.#settle(id, { ...job, life }, now);
    }
    return {
      says: this.standing(id),
      writes: writes || isNews,
      effects: effects.map((effect) => [id, effect] as const),
    };
  }

  /** The balances of a key, in a line. */
  balances(id: string): string {
    const key = this.keys.get(id);
    return key === undefined ? 'none' : balancesText(key);
  }

  /** How a job stands, in a line. */
  standing(id: string): string {
    const job = this.jobs.get(id);
    if (job === undefined) return 'none';
    const { stage, lost, others, isFinalPoll, submits, handle, slug } = job.life;
    const lastCall = isFinalPoll && !hasEnded(job.life) ? ' last call' : '';
    return `${stage}${lastCall}, ${[lost, ...others]}, ${submits} submits, handle ${handle}, ${slug}, cost ${job.cost}`;
  }

  #createKey(
    id: string,
    { key, by, idempotency }: Extract<ApiKeyMessage, { readonly type: 'create' }>,
    now: number,
    committed: NaiveBooks,
  ): Handled {
    const known = this.#recall(by.id, idempotency, now, committed);
    if (known !== undefined) return silent(known);
    const { account, rateLimitRpm: rpm, credits } = key;
    if (activeKeys(this.keys, account) >= this.#settings.keysPerAccountMax) return silent('too_many_keys');
    this.keys.set(id, newKey(account, rpm, credits, key.credentialHash));
    this.#remember(by.id, idempotency, id, now);
    return { says: `created ${this.balances(id)}`, writes: true, effects: [] };
  }

  #submit(jobId: string, message: CreateJob, now: number, committed: NaiveBooks): Handled {
    const { key: id, quote } = message;
    const key = this.keys.get(id);
    if (key === undefined || key.isRevoked) return silent('no_such_key');
    const known = this.#recall(id, message.idempotency, now, committed);
    if (known !== undefined) return silent(known);
    if (!quote.ok) return silent('not_on_offer');
    if (key.open >= this.#settings.openJobsMax) return silent('too_many_jobs');
    const balance = balanceOf(key);
    if (balance === 0 || balance < quote.reserve)
      return silent(`insufficient_credits ${quote.reserve} of ${balance}`);
    this.#remember(id, message.idempotency, jobId, now);
    const marked = Math.min(key.marked, quote.reserve);
    this.jobs.set(jobId, {
      key: id,
      reserve: quote.reserve,
      marked,
      pricePerSecond: quote.pricePerSecond,
      life: newJob([quote.route, ...quote.fallbacks].map(({ lostAnswer }) => lostAnswer.kind)),
      cost: null,
      keptUntil: undefined,
      replayKey: message.idempotency === undefined ? undefined : `${id}/${message.idempotency.keyHash}`,
    });
    const [reserved, open] = [key.reserved + quote.reserve, key.open + 1];
    const next = { ...key, reserved, open, marked: key.marked - marked };
    return { ...this.#become(id, next, 'accepted'), effects: [[jobId, 'submit']] };
  }

  #settle(id: string, job: NaiveJob, now: number): void {
    const key = this.keys.get(job.key);
    if (key === undefined) throw new Error(`no key ${job.key} to settle ${id} with`);
    const isMade = job.life.stage === 'completed';
    const price = isMade
      ? Number((BigInt(job.pricePerSecond) * BigInt(job.life.outputMs) + 999n) / 1000n)
      : 0;
    const cost = Math.min(price, job.reserve);
    this.jobs.set(id, { ...job, cost, keptUntil: now + this.#settings.jobsKeptMs });
    this.keys.set(job.key, {
      ...key,
      charged: key.charged + cost,
      reserved: key.reserved - job.reserve,
      open: key.open - 1,
      marked: key.marked + Math.max(0, job.marked - cost),
    });
  }

  #remove(id: string, job: NaiveJob | undefined): Handled {
    if (job?.keptUntil !== undefined) {
      this.jobs.delete(id);
      const { replayKey } = job;
      if (replayKey !== undefined && this.#replays.get(replayKey)?.result === id)
        this.#replays.delete(replayKey);
    }
    return { says: undefined, writes: true, effects: [] };
  }

  #become(id: string, key: NaiveKey, says: string): Handled {
    this.keys.set(id, key);
    return { says: `${says} ${this.balances(id)}`, writes: true, effects: [] };
  }

  #recall(
    scope: string,
    asked: IdempotentRequest | undefined,
    now: number,
    committed: NaiveBooks,
  ): string | undefined {
    if (asked === undefined) return undefined;
    const replayKey = `${scope}/${asked.keyHash}`;
    const known = this.#replays.get(replayKey);
    if (known === undefined || known.expires <= now) return undefined;
    if (committed.#replays.get(replayKey) !== known) return 'idempotency_key_in_use';
    return known.fingerprint === asked.fingerprint ? `replayed ${known.result}` : 'idempotency_key_reused';
  }

  #remember(scope: string, asked: IdempotentRequest | undefined, result: string, now: number): void {
    if (asked === undefined) return;
    const expires = now + this.#settings.idempotencyKeptMs;
    this.#replays.set(`${scope}/${asked.keyHash}`, { fingerprint: asked.fingerprint, result, expires });
  }
}

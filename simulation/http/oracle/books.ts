/**
 * Reads the books of the keys that inputs were sent with, and holds them against what was answered: every
 * accepted submit has its reservation, each job at most one settlement, and the entries alone give the
 * balance.
 */

import type { Stage } from '../server/stage.js';
import { API_KEYS, type ApiKeyName, OPERATOR_KEY } from '../server/stage-names.js';
import type { AcceptedSubmit } from './oracle.js';
import type { HttpFlaw } from './oracle-facts.js';

interface Entry {
  readonly type: 'credit' | 'reserve' | 'charge' | 'release' | 'debit' | 'transfer_out' | 'transfer_in';
  readonly amount: number;
  readonly balance_after: number;
  readonly reserved_after: number;
  readonly job_id?: string;
}

const microDa = (da: unknown): number => Math.round(Number(da) * 1_000_000);
/** How often a key's books are read before what moves meanwhile is taken for a flaw. */
const READS_MAX = 5;

export async function flawInBooks(
  stage: Stage,
  accepted: readonly AcceptedSubmit[],
): Promise<HttpFlaw | undefined> {
  for (const [name, id] of stage.keyIds) {
    if (name === 'revoked') continue;
    const jobs = accepted.filter(({ keyName }) => keyName === name).map(({ jobId }) => jobId);
    const flaw = await flawOfKey(stage, name, id, jobs);
    if (flaw !== undefined) return { rule: 'money', message: `the key ${name}: ${flaw}` };
  }
  return undefined;
}

/** A job may settle between the reading of ledger and balance: then both are read again. */
async function flawOfKey(
  stage: Stage,
  name: ApiKeyName,
  id: string,
  jobs: readonly string[],
): Promise<string | undefined> {
  const key = stage.names.meaningOf(API_KEYS[name]);
  for (let reads = 1; ; reads++) {
    const entries = (await stage.client.wholeList(
      `/api/keys/${id}/ledger`,
      OPERATOR_KEY,
    )) as readonly unknown[];
    const shown = await stage.client.call('GET', '/v1/credits', key);
    const books = new Books([...entries].reverse() as Entry[]);
    const flaw = books.flaw ?? books.flawOfJobs(jobs);
    if (flaw !== undefined) return flaw;
    if (shown.status === 429) return undefined;
    const { balance, reserved } = shown.json;
    if (microDa(balance) === books.balance && microDa(reserved) === books.reserved) return undefined;
    if (reads === READS_MAX) return `its balance is ${balance}, by its ledger ${books.balance / 1_000_000}`;
  }
}

class Books {
  balance = 0;
  reserved = 0;
  flaw: string | undefined;
  /** The reserve of each job; 0 once settled. */
  readonly #held = new Map<string, number>();

  constructor(entries: readonly Entry[]) {
    for (const [index, entry] of entries.entries()) {
      this.flaw ??= this.#enter(entry);
      const { balance_after, reserved_after } = entry;
      if (microDa(balance_after) !== this.balance || microDa(reserved_after) !== this.reserved)
        this.flaw ??= `entry ${index + 1} does not lead to its own sums`;
      if (this.balance < 0 || this.reserved < 0) this.flaw ??= `entry ${index + 1} leads below zero`;
    }
  }

  flawOfJobs(jobs: readonly string[]): string | undefined {
    if (new Set(jobs).size !== jobs.length) return 'two submits were answered with one job';
    const lost = jobs.find((job) => !this.#held.has(job));
    return lost === undefined ? undefined : `the accepted job ${lost} has no reservation`;
  }

  #enter({ type, amount, job_id: job = '' }: Entry): string | undefined {
    const moved = microDa(amount);
    if (type === 'credit' || type === 'transfer_in') {
      this.balance += moved;
      return undefined;
    }
    if (type === 'debit' || type === 'transfer_out') {
      this.balance -= moved;
      return undefined;
    }
    const held = this.#held.get(job);
    if (type === 'reserve') {
      if (held !== undefined) return `two reservations for ${job}`;
      this.#held.set(job, moved);
      this.balance -= moved;
      this.reserved += moved;
      return undefined;
    }
    if (held === undefined || held < moved) return `more is settled for ${job} than it had in reserve`;
    this.#held.set(job, held - moved);
    this.reserved -= moved;
    if (type === 'release') this.balance += moved;
    return undefined;
  }
}

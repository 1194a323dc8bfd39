/** The history of each key is one that could have happened one thing at a time. */
import type { StoreReader } from '../../../src/store/store.js';
import type { NodeSetup } from '../../history/node-history.js';
import { LedgerImage, type NumberedEntry } from '../facts/disk-image.js';
import { InForce } from '../facts/in-force.js';
import type { Exchange, Requests } from '../facts/requests.js';
import type { Invariant, Rule } from '../invariant.js';
import { jobClaims } from '../jobs/job-claims.js';
import { ProviderRecord } from '../jobs/provider-record.js';
import { isEndOfText, textIdOf } from '../texts/text-book.js';
import {
  type KeyOperation,
  keyOperations,
  noteClaim,
  noteSettled,
  type SettledBetween,
} from './key-operations.js';
import { linearize } from './linearizability-search.js';
import { keyText, newKey } from './sequential-key.js';

/** For the end of one operation. */
const TRIED_MAX = 20_000;

export const LINEARIZABILITY: Rule = {
  name: 'linearizability',
  says: 'What the answers say of a key fits an order in which each request and each settlement took effect at one instant between its beginning and its end.',
  watch: (setup, report, requests) => new Linearizability(setup, report, requests),
};

class Linearizability implements Invariant {
  readonly #inForce: InForce;
  readonly #report: (message: string) => void;
  readonly #requests: Requests;
  readonly #providers = new ProviderRecord();
  readonly #ledger = new LedgerImage();
  readonly #entries = new Map<string, NumberedEntry[]>();
  readonly #exchanges = new Map<string, Exchange[]>();
  readonly #transfers = new Map<string, Exchange[]>();
  /** Texts, too. */
  readonly #jobs = new Map<string, SettledBetween>();
  /** By request, the id of the text that a stream brings. */
  readonly #streams = new Map<number, string>();
  #undecided = 0;
  #isLedgerWhole = false;

  constructor(setup: NodeSetup, report: (message: string) => void, requests: Requests) {
    this.#inForce = new InForce(setup);
    this.#report = report;
    this.#requests = requests;
  }

  observe(...[seen, exchange]: Parameters<Invariant['observe']>): void {
    this.#providers.observe(seen, this.#requests.seq);
    this.#inForce.observe(seen, this.#requests.seq);
    const text =
      seen.what === 'read' && seen.items.some(isEndOfText) ? this.#streams.get(seen.request) : undefined;
    if (text !== undefined) noteSettled(this.#jobs, text, this.#requests.seq);
    if (exchange === undefined) return;
    const { keyId } = exchange.sent;
    const { call } = exchange.sent;
    if (seen.what === 'sent' && keyId !== '') listIn(this.#exchanges, keyId).push(exchange);
    if (seen.what === 'sent' && call.op === 'transfer')
      listIn(this.#transfers, call.reference).push(exchange);
    if (seen.what === 'answered' && call.op === 'chat') this.#streams.set(seen.request, textIdOf(seen) ?? '');
    for (const claim of jobClaims(seen, exchange)) noteClaim(this.#jobs, claim, exchange);
  }

  disk(records: StoreReader, when: 'restart' | 'end'): void {
    const entries = this.#ledger.read(records, () => {});
    for (const entry of entries) listIn(this.#entries, entry.keyId).push(entry);
    if (when === 'end') this.#isLedgerWhole = true;
  }

  end(): void {
    for (const [keyId, exchanges] of this.#exchanges) this.#check(keyId, exchanges);
  }

  counts(): Readonly<Record<string, number>> {
    return { 'keys whose history was left undecided': this.#undecided };
  }

  #check(keyId: string, exchanges: readonly Exchange[]): void {
    const call = this.#requests.key(keyId)?.made.sent.call;
    if (call?.op !== 'create_key') return;
    if (!this.#isLedgerWhole) {
      this.#undecided += 1;
      return;
    }
    const log = { exchanges, entries: this.#entries.get(keyId) ?? [] };
    const bound = (name: string, first: number, last: number) => {
      const possible = this.#inForce.numbers(name, first, last);
      return { least: Math.min(...possible), most: Math.max(...possible) };
    };
    const openMaxIn = (first: number, last: number) => ({
      jobs: bound('openJobsMax', first, last),
      texts: bound('openGenerationsMax', first, last),
    });
    const operations = keyOperations(log, this.#jobs, this.#providers, openMaxIn, this.#transfers);
    const verdict = linearize(newKey(call.creditsMicroDa ?? 0), operations, keyText, TRIED_MAX);
    if (verdict.kind === 'undecided') this.#undecided += 1;
    if (verdict.kind === 'broken') this.#report(`${keyId}: ${describe(operations[verdict.operation])}`);
  }
}

function describe(operation: KeyOperation | undefined): string {
  const whose = operation?.request === undefined ? 'a settlement' : `request ${operation.request}`;
  return `no order of what happened allows for ${whose}: ${JSON.stringify(operation?.event)} (micro-DA)`;
}

function listIn<T>(lists: Map<string, T[]>, key: string): T[] {
  let list = lists.get(key);
  if (list === undefined) {
    list = [];
    lists.set(key, list);
  }
  return list;
}

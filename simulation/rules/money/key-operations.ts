/**
 * The operations on each key, with intervals: from what clients asked and were told, from what
 * providers answered, and from the ledger that stands on disk at the end.
 *
 * The ledger tells *that* a job was reserved for and settled and what that moved, if no answer did; *when* is
 * left open, save that what nobody was told of happened in its order, and that a text that is answered whole
 * is settled by then: its answer shows the balance after that.
 */
import { isGeneration, type NumberedEntry } from '../facts/disk-image.js';
import { outcomeOf } from '../facts/people-outcomes.js';
import { bodyOf, codeOf, type Exchange, isMessage } from '../facts/requests.js';
import { balanceHeader } from '../facts/shown-amounts.js';
import type { JobClaim } from '../jobs/job-claims.js';
import { isSettled } from '../jobs/job-claims.js';
import type { ProviderRecord } from '../jobs/provider-record.js';
import { textIdOf } from '../texts/text-book.js';
import { shownBy } from './key-shown.js';
import type { Operation } from './linearizability-search.js';
import { happen, isReading, type KeyEvent, type KeyState, type OpenMax } from './sequential-key.js';

export interface KeyOperation extends Operation<KeyState> {
  /** For a report. */
  readonly event: KeyEvent;
  readonly request: number | undefined;
}

/** When a job was seen to be unsettled for the last time, and settled for the first. */
export interface SettledBetween {
  notBefore: number;
  until: number;
}

export interface KeyLog {
  /** Every exchange with the key or about it, in the order of their sending. */
  readonly exchanges: readonly Exchange[];
  /** The ledger of the key at the end, in order. */
  readonly entries: readonly NumberedEntry[];
}

/** Transfers between any keys, by their reference. */
export type Transfers = ReadonlyMap<string, readonly Exchange[]>;

export function noteClaim(
  jobs: Map<string, SettledBetween>,
  claim: JobClaim,
  { seq, endSeq }: Exchange,
): void {
  const seen = between(jobs, claim.jobId);
  if (isSettled(claim)) seen.until = Math.min(seen.until, endSeq);
  else seen.notBefore = Math.max(seen.notBefore, seq);
}

/** A job or text is seen to be settled. */
export function noteSettled(jobs: Map<string, SettledBetween>, id: string, seq: number): void {
  const seen = between(jobs, id);
  seen.until = Math.min(seen.until, seq);
}

function between(jobs: Map<string, SettledBetween>, id: string): SettledBetween {
  const seen = jobs.get(id) ?? { notBefore: 0, until: Number.POSITIVE_INFINITY };
  jobs.set(id, seen);
  return seen;
}

export function keyOperations(
  { exchanges, entries }: KeyLog,
  jobs: ReadonlyMap<string, SettledBetween>,
  providers: ProviderRecord,
  openMaxIn: (first: number, last: number) => OpenMax,
  transfers: Transfers = new Map(),
): readonly KeyOperation[] {
  const operations: KeyOperation[] = [];
  const add = (
    event: KeyEvent,
    [from, until]: readonly [number, number],
    more: { readonly after?: number | undefined; readonly request?: number } = {},
  ): number => {
    const openMax = openMaxIn(from, until);
    return (
      operations.push({
        event,
        from,
        until,
        after: more.after,
        request: more.request,
        isRead: isReading(event),
        apply: (key) => happen(key, event, openMax),
      }) - 1
    );
  };

  const reserves = new Map<string, number>();
  const charges = new Map<string, number>();
  for (const { type, job, amount } of entries) {
    if (type === 'reserve' && job !== null) reserves.set(job, amount);
    if (type === 'charge' && job !== null) charges.set(job, amount);
  }
  const settlement = (job: string): KeyEvent => ({
    does: 'settle',
    of: isGeneration(job) ? 'text' : 'job',
    reserve: reserves.get(job) ?? 0,
    charge: charges.get(job) ?? 0,
  });
  const settled = new Set<string>();
  /** Operations that what nobody was told of can be told by. */
  const submits = new Map<string, number>();
  const told = new Set<string>();
  const isRotated = exchanges.some(
    ({ sent: { call } }) => call.op === 'rotate' || (call.op === 'form' && call.act === 'rotate_key'),
  );
  for (const exchange of exchanges) {
    const { seq, endSeq, answer, sent } = exchange;
    if (answer === undefined) continue;
    const span = [seq, endSeq] as const;
    const { request } = sent;
    const change = changeOf(exchange, reserves);
    let after = change === undefined ? undefined : add(change, span, { request });
    if (change?.does === 'submit') {
      const id = String(sent.call.op === 'chat' ? textIdOf(answer) : bodyOf(answer)?.id);
      submits.set(id, after ?? 0);
      if (sent.call.op === 'chat' && !sent.call.isStreamed && answer.status === 200) {
        settled.add(id);
        after = add(settlement(id), span, { after });
      }
    }
    if (change !== undefined && 'reference' in sent.call) told.add(sent.call.reference);
    for (const event of shownBy(exchange, isRotated)) add(event, span, { after, request });
  }
  addUntold();
  return operations;

  function addUntold(): void {
    let before: number | undefined;
    const untold = (event: KeyEvent, span: readonly [number, number], after = before) => {
      before = add(event, span, { after });
      return before;
    };
    const earliest = (matches: (exchange: Exchange) => boolean) =>
      exchanges.find((one) => isUntold(one) && matches(one))?.seq ?? 0;
    for (const { type, job, amount, reference } of entries) {
      if (type === 'transfer_in') {
        const made = transfers.get(reference ?? '')?.find(({ answer }) => answer?.status === 201);
        const event = { does: 'credit', amount } as const;
        if (made === undefined) untold(event, [0, Number.POSITIVE_INFINITY]);
        else add(event, [made.seq, made.endSeq]);
      } else if (reference !== null && reference !== 'key_creation' && !told.has(reference)) {
        const from = earliest(({ sent: { call } }) => 'reference' in call && call.reference === reference);
        const does = type === 'credit' ? 'credit' : 'withdraw';
        untold({ does, amount }, [from, Number.POSITIVE_INFINITY]);
      }
      if (job === null) continue;
      if (type === 'reserve' && !submits.has(job)) {
        const [of, op] = isGeneration(job) ? (['text', 'chat'] as const) : (['job', 'submit'] as const);
        const from = earliest(({ sent: { call } }) => call.op === op);
        submits.set(job, untold({ does: 'submit', of, reserve: amount }, [from, Number.POSITIVE_INFINITY]));
      }
      const isFree = type === 'reserve' && amount === 0;
      if ((type === 'charge' || type === 'release' || isFree) && !settled.has(job)) {
        settled.add(job);
        const { notBefore = 0, until = Number.POSITIVE_INFINITY } = jobs.get(job) ?? {};
        const from = Math.max(notBefore, providers.job(job)?.firstCallSeq ?? 0);
        const span = [Math.min(from, until), until] as const;
        // No entry tells when what costs nothing is settled.
        if (isFree) add(settlement(job), span, { after: submits.get(job) });
        else untold(settlement(job), span);
      }
    }
    addUntoldRevocations();
  }

  /** No entry of a ledger tells when. */
  function addUntoldRevocations(): void {
    for (const exchange of exchanges) {
      const { call } = exchange.sent;
      if ((call.op !== 'revoke' && !isForm(call, 'revoke_key')) || !isUntold(exchange)) continue;
      add({ does: 'revoke' }, [exchange.seq, Number.POSITIVE_INFINITY]);
    }
  }
}

/**
 * Whether its client was not told, in the end, what it did. A message that came to nothing does not name
 * its text. A request that was refused because the disk failed is undone by the process that refused it, and
 * may stand if that process ended before.
 */
function isUntold({ outcome, answer, sent }: Exchange): boolean {
  return outcome !== 'answered' || (answer?.status ?? 0) >= 500 || isMessage(sent);
}

/** The effect of an answered request on the key; undefined if it had none. */
function changeOf(exchange: Exchange, reserves: ReadonlyMap<string, number>): KeyEvent | undefined {
  const {
    sent: { call },
    answer,
  } = exchange;
  if (answer === undefined || answer.headers['idempotent-replayed'] !== undefined) return undefined;
  const body = bodyOf(answer) ?? {};
  if (call.op === 'submit' && answer.status === 202) {
    return { does: 'submit', reserve: reserves.get(String(body.id)) ?? 0 };
  }
  if (call.op === 'chat') {
    const reserve = reserves.get(textIdOf(answer) ?? '');
    if (reserve === undefined || codeOf(answer) === 'storage_unavailable') return undefined;
    const isStream = call.isStreamed && answer.status === 200;
    return { does: 'submit', of: 'text', reserve, ...(isStream && { leaves: balanceHeader(answer) }) };
  }
  if (call.op === 'add_credit' && answer.status === 201)
    return { does: 'credit', amount: call.amountMicroDa };
  if ((call.op === 'debit' || call.op === 'transfer') && answer.status === 201)
    return { does: 'withdraw', amount: call.amountMicroDa };
  if (call.op === 'revoke' && answer.status === 200) return { does: 'revoke' };
  if (isForm(call, 'revoke_key') && outcomeOf(exchange) === 'done') return { does: 'revoke' };
  return undefined;
}

function isForm(call: Exchange['sent']['call'], act: string): boolean {
  return call.op === 'form' && call.act === act;
}

/**
 * The API key actor: owns its rolling window and its credit balance. The window, and what is committed of the key,
 * stand in `key-table.ts`, where requests find them; the actor itself is in memory for messages only.
 *
 * Everything that moves the key's money is a message to it, and each such turn writes the entries that say
 * so. A job's reservation and its settlement are turns that the key and the job share, so the money and the
 * state that moved it are one commit.
 *
 * Invariants
 *  1. The figures keep the ledger's invariants (`ledger.ts`).
 *  2. A job is settled against an open reservation, which its `unfinished` record proves; it is removed in
 *     the same commit, so a second settlement fails.
 *  3. `openJobs` is the number of `unfinished` records of this key, and `reserved` their sum.
 *  4. Entries are numbered without gaps from 1.
 */
import { type MicroDa, microDa } from '../../money/micro-da.js';
import { utcDay } from '../../time/clock.js';
import type { AccountBehavior } from '../accounts/account.js';
import type { NewApiKey } from '../accounts/management-key.js';
import type { VideoJobBehavior } from '../jobs/video-job-messages.js';
import type { UnfinishedRecord } from '../jobs/video-job-records.js';
import { balanceOf, type Movement, mayCredit, NO_BALANCES, settlement } from '../money/ledger.js';
import { type KeyTurn, moveMoney } from '../money/movements.js';
import { tallyKey } from '../money/tallies.js';
import { addToActivity } from './activity.js';
import type {
  ApiKeyBehavior,
  ApiKeyMessage,
  ApiKeyReply,
  ApiKeyState,
  Quote,
  SubmitMessage,
} from './api-key-messages.js';
import { CREATION_REFERENCE, readApiKey, saveApiKey } from './api-key-record.js';
import type { CredentialRecord } from './credentials.js';
import { lookupResult, recordResult } from './idempotency.js';
import type { KeyTable } from './key-table.js';

/** The record that makes a credit's reference unique on the node, in table `references`. */
interface ReferenceRecord {
  readonly v: 1;
  readonly key: string;
  readonly amount: MicroDa;
  readonly entry: number;
}

export interface ApiKeyOptions {
  readonly keys: KeyTable;
  readonly openJobsMax: number;
  readonly idempotencyKeptMs: number;
  readonly account: () => AccountBehavior;
  readonly videoJob: () => VideoJobBehavior;
}

export function createApiKeyBehavior(options: ApiKeyOptions): ApiKeyBehavior {
  return {
    kind: 'api_key',
    activate: readApiKey,
    committed: (key) => options.keys.apiKeyCommitted(key),
    receive(state, message, turn) {
      if (message.type === 'create') return create(state, message.key, turn, options);
      if (state === undefined) return { outcome: 'no_such_key' };
      switch (message.type) {
        case 'update':
          return update(state, message, turn);
        case 'revoke':
          return revoke(state, turn);
        case 'credit':
          return credit(state, message, turn, options);
        case 'submit':
          return submit(state, message, turn, options);
        case 'settle':
          return settle(state, message, turn, options);
      }
    },
  };
}

function create(
  state: ApiKeyState | undefined,
  key: NewApiKey,
  turn: KeyTurn,
  options: ApiKeyOptions,
): ApiKeyReply {
  if (state !== undefined) throw new Error(`key ${turn.id} exists already`);
  const fresh: ApiKeyState = {
    id: turn.id,
    account: key.account,
    name: key.name,
    rateLimitRpm: key.rateLimitRpm,
    isRevoked: false,
    createdAt: key.createdAt,
    figures: NO_BALANCES,
    openJobs: 0,
    entries: 0,
    credentialHash: key.credentialHash,
  };
  const credential: CredentialRecord = { v: 1, kind: 'api', id: turn.id };
  turn.insert('credentials', key.credentialHash, JSON.stringify(credential));
  turn.insert('account_keys', `${key.account}/${turn.id}`, '1');
  const credits = microDa(key.credits);
  const movements: Movement[] = credits > 0 ? [{ type: 'credit', amount: credits }] : [];
  const made = moveMoney(
    fresh,
    movements,
    { job: null, reference: CREATION_REFERENCE },
    turn,
    options.account(),
  );
  tallyKey(turn, 'made');
  saveApiKey(made, turn);
  return { outcome: 'key', key: made };
}

function update(
  state: ApiKeyState,
  change: { readonly name?: string; readonly rateLimitRpm?: number },
  turn: KeyTurn,
): ApiKeyReply {
  if (state.isRevoked) return { outcome: 'no_such_key' };
  const next = {
    ...state,
    name: change.name ?? state.name,
    rateLimitRpm: change.rateLimitRpm ?? state.rateLimitRpm,
  };
  saveApiKey(next, turn);
  return { outcome: 'key', key: next };
}

function revoke(state: ApiKeyState, turn: KeyTurn): ApiKeyReply {
  if (state.isRevoked) return { outcome: 'key', key: state };
  const next = { ...state, isRevoked: true };
  turn.remove('credentials', state.credentialHash);
  tallyKey(turn, 'revoked');
  saveApiKey(next, turn);
  return { outcome: 'key', key: next };
}

function credit(
  state: ApiKeyState,
  { amount, reference, referenceHash }: Extract<ApiKeyMessage, { type: 'credit' }>,
  turn: KeyTurn,
  options: ApiKeyOptions,
): ApiKeyReply {
  const known = turn.get('references', referenceHash);
  if (known !== undefined) {
    const first = JSON.parse(known) as ReferenceRecord;
    if (first.key !== turn.id || first.amount !== amount) return { outcome: 'reference_reused' };
    return { outcome: 'credit_replayed', entry: first.entry, key: state };
  }
  if (!mayCredit(state.figures, amount)) return { outcome: 'over_lifetime_credit' };
  const next = moveMoney(
    state,
    [{ type: 'credit', amount }],
    { job: null, reference },
    turn,
    options.account(),
  );
  const record: ReferenceRecord = { v: 1, key: turn.id, amount, entry: next.entries };
  turn.insert('references', referenceHash, JSON.stringify(record));
  saveApiKey(next, turn);
  return { outcome: 'credited', entry: next.entries, key: next };
}

function submit(
  state: ApiKeyState,
  message: SubmitMessage,
  turn: KeyTurn,
  options: ApiKeyOptions,
): ApiKeyReply {
  if (state.isRevoked) return { outcome: 'no_such_key' };
  const recollection = lookupResult(turn, turn.id, message.idempotency);
  if (recollection.kind === 'refused') return { outcome: recollection.outcome };
  if (recollection.kind === 'replay') return { outcome: 'replayed', jobId: recollection.result };
  const { quote } = message;
  if (!quote.ok) return { outcome: 'not_on_offer', quote };
  if (state.openJobs >= options.openJobsMax) return { outcome: 'too_many_jobs' };
  const balance = balanceOf(state.figures);
  if (balance === 0 || balance < quote.reserve) {
    return { outcome: 'insufficient_credits', required: quote.reserve, balance };
  }
  return accept(state, message, quote, turn, options);
}

function accept(
  state: ApiKeyState,
  message: SubmitMessage,
  quote: Extract<Quote, { ok: true }>,
  turn: KeyTurn,
  options: ApiKeyOptions,
): ApiKeyReply {
  const job = turn.call(options.videoJob(), message.jobId, {
    type: 'create',
    key: state.id,
    account: state.account,
    quote,
    prompt: message.prompt,
    extra: message.extra,
    idempotencyKeyHash: message.idempotency?.keyHash ?? null,
    trace: message.trace,
  });
  if (job === undefined) throw new Error(`job ${message.jobId} was not created`);
  const about = { job: message.jobId, reference: null };
  const reserved: Movement[] = [{ type: 'reserve', amount: quote.reserve }];
  const next = moveMoney(state, reserved, about, turn, options.account(), state.openJobs + 1);
  saveApiKey(next, turn);
  recordResult(turn, turn.id, message.idempotency, message.jobId, options.idempotencyKeptMs);
  return { outcome: 'accepted', job, key: next };
}

function settle(
  state: ApiKeyState,
  message: Extract<ApiKeyMessage, { type: 'settle' }>,
  turn: KeyTurn,
  options: ApiKeyOptions,
): ApiKeyReply {
  const { jobId, charge, outcome, outputMs, provider, model } = message;
  const open = turn.get('unfinished', jobId);
  if (open === undefined) throw new Error(`job ${jobId} has no open reservation`);
  const reservation = JSON.parse(open) as UnfinishedRecord;
  if (reservation.key !== turn.id) throw new Error(`job ${jobId} is not one of key ${turn.id}`);
  turn.remove('unfinished', jobId);
  const movements = settlement(reservation.reserved, charge);
  const about = { job: jobId, reference: null };
  const next = moveMoney(state, movements, about, turn, options.account(), state.openJobs - 1);
  if (next.openJobs < 0) throw new Error(`key ${turn.id} has settled more jobs than it had`);
  addToActivity(turn, turn.id, { day: utcDay(turn.wall), model, provider, outcome, outputMs, cost: charge });
  saveApiKey(next, turn);
  return { outcome: 'key', key: next };
}

/** Messages to an API key, and its replies. */
import type { MicroDa } from '../../money/micro-da.js';
import type { SteadyMs } from '../../time/clock.js';
import type { By } from '../audit/audit-trail.js';
import type { KeyBalances } from '../money/ledger.js';
import type { OpenReservations, Purpose } from '../money/purpose.js';
import type { Behavior } from '../runtime/behavior.js';
import type { IdempotentRequest } from './idempotency.js';

export interface ApiKeyState {
  readonly id: string;
  readonly account: string;
  readonly name: string | null;
  readonly rateLimitRpm: number;
  readonly isRevoked: boolean;
  /** Unix seconds. */
  readonly createdAt: number;
  readonly balances: KeyBalances;
  /** Reservations that are not settled. */
  readonly open: OpenReservations;
  /** Ledger entries written so far. */
  readonly entries: number;
  /** Of its secret. */
  readonly credentialHash: string;
  readonly rotations: number;
  /** Secrets of before rotations whose grace lasts, the newest first. */
  readonly earlier: readonly EarlierSecret[];
}

export interface EarlierSecret {
  readonly hash: string;
  /** When its grace is over. */
  readonly until: SteadyMs;
}

export interface NewApiKey {
  readonly id: string;
  readonly account: string;
  readonly name: string | null;
  readonly rateLimitRpm: number;
  /** Micro-DA that the key starts with. */
  readonly credits: number;
  readonly credentialHash: string;
  /** Unix seconds. */
  readonly createdAt: number;
}

/** A movement that happens once, whatever is repeated. */
interface Referenced {
  readonly by: By;
  readonly amount: MicroDa;
  readonly reference: string;
  readonly referenceHash: string;
}

export type ApiKeyMessage =
  | {
      readonly type: 'create';
      /** The scope of `idempotency`, too. */
      readonly by: By;
      readonly key: NewApiKey;
      readonly idempotency?: IdempotentRequest | undefined;
    }
  | { readonly type: 'update'; readonly by: By; readonly name?: string; readonly rateLimitRpm?: number }
  | { readonly type: 'revoke'; readonly by: By }
  /** Gives the key another secret; the ones of before work for the grace at most. */
  | {
      readonly type: 'rotate';
      readonly by: By;
      readonly credentialHash: string;
      readonly graceMs: number;
      /** Of a form: the rotations that the key had when it was shown. */
      readonly rotations?: number;
    }
  /** The grace of an earlier secret is over. */
  | { readonly type: 'grace_over' }
  | ({
      readonly type: 'credit';
      /** True if an order has held room for it, which is used up then. */
      readonly holdsRoom?: boolean;
      /** True if a simulated payment brings it; only orders say so. */
      readonly marked?: true;
    } & Referenced)
  | ({ readonly type: 'debit' } & Referenced)
  /** Debits the marked part of the balance. */
  | { readonly type: 'void_marked'; readonly by: By }
  /** Moves credit to another key of the account. */
  | ({ readonly type: 'transfer'; readonly to: string } & Referenced)
  /** The other half of a transfer, sent within its turn. */
  | {
      readonly type: 'receive';
      readonly from: string;
      readonly amount: MicroDa;
      /** The part of the amount that is marked. */
      readonly marked: MicroDa;
      readonly reference: string;
    }
  /** Sets room in the key's life aside for an order, within the turn of that order. */
  | { readonly type: 'hold_room'; readonly amount: MicroDa; readonly ordersMax: number }
  | { readonly type: 'give_back_room'; readonly amount: MicroDa }
  /**
   * Asks whether the key may be used. This one and the next two are sent within the turn of the money's
   * purpose.
   */
  | { readonly type: 'check' }
  | {
      readonly type: 'reserve';
      readonly purpose: Purpose;
      readonly amount: MicroDa;
      /** Open reservations that the key may have. */
      readonly openMax: number;
    }
  /** Closes a reservation of `reserved`: charges `charge`, and releases the rest. */
  | {
      readonly type: 'settle';
      readonly purpose: Purpose;
      readonly reserved: MicroDa;
      readonly charge: MicroDa;
      /** The marked part of the reservation. */
      readonly marked: MicroDa;
    };

export type ApiKeyReply =
  | { readonly outcome: 'created'; readonly key: ApiKeyState }
  /** The key after any other message. */
  | { readonly outcome: 'key'; readonly key: ApiKeyState }
  | { readonly outcome: 'no_such_key' }
  /** The secret that the form was about is replaced already. */
  | { readonly outcome: 'rotated_before' }
  | { readonly outcome: 'replayed'; readonly keyId: string }
  | { readonly outcome: 'idempotency_key_in_use' }
  | { readonly outcome: 'idempotency_key_reused' }
  | { readonly outcome: 'too_many_keys' }
  /** The movement's entry in the key's ledger. */
  | { readonly outcome: MovedOutcome; readonly entry: number; readonly key: ApiKeyState }
  /** The marked part of the balance is taken back. */
  | { readonly outcome: 'voided'; readonly amount: MicroDa; readonly key: ApiKeyState }
  | { readonly outcome: 'reference_reused' }
  /** The key that a transfer goes to is revoked, or does not exist. */
  | { readonly outcome: 'no_such_recipient' }
  /** `marked` is the marked part of the reservation: its purpose remembers it. */
  | { readonly outcome: 'reserved'; readonly key: ApiKeyState; readonly marked: MicroDa }
  | { readonly outcome: 'over_lifetime_credit' }
  | { readonly outcome: 'too_many_orders' }
  | { readonly outcome: 'too_many_reservations' }
  | InsufficientCredits;

export type MovedOutcome =
  | 'credited'
  | 'credit_replayed'
  | 'debited'
  | 'debit_replayed'
  | 'transferred'
  | 'transfer_replayed';

/** Micro-DA. */
export interface InsufficientCredits {
  readonly outcome: 'insufficient_credits';
  readonly required: MicroDa;
  readonly balance: MicroDa;
}

export type ApiKeyBehavior = Behavior<ApiKeyState, ApiKeyMessage, ApiKeyReply, never>;

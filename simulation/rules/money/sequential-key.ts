/**
 * An API key as it would be if everything happened to it one thing at a time (contract: "Money").
 *
 * Amounts in micro-DA.
 */

export interface KeyState {
  readonly credited: number;
  readonly charged: number;
  readonly reserved: number;
  readonly openJobs: number;
  readonly openTexts: number;
  readonly isRevoked: boolean;
}

/** The kind of work that is paid for; a job if absent. */
type Of = 'job' | 'text' | undefined;

interface Bound {
  readonly least: number;
  readonly most: number;
}

/** The bounds on what is open, as they may have been. */
export interface OpenMax {
  readonly jobs: Bound;
  readonly texts: Bound;
}

export type KeyEvent =
  /** `leaves`: the balance that the answer shows as that after it. */
  | {
      readonly does: 'submit';
      readonly of?: Of;
      readonly reserve: number;
      readonly leaves?: number | undefined;
    }
  | { readonly does: 'settle'; readonly of?: Of; readonly reserve: number; readonly charge: number }
  | { readonly does: 'credit'; readonly amount: number }
  | { readonly does: 'withdraw'; readonly amount: number }
  | { readonly does: 'revoke' }
  /** `of`: the work that was refused; absent of a movement, which has no bound that comes first. */
  | {
      readonly does: 'refuse_for_credits';
      readonly of?: Of;
      readonly required: number;
      readonly balance: number;
    }
  | { readonly does: 'refuse_for_jobs' | 'refuse_for_texts' }
  | { readonly does: 'refuse_for_revoked' }
  | { readonly does: 'show_balance'; readonly balance: number }
  | { readonly does: 'show_held'; readonly balance: number; readonly reserved: number }
  | {
      readonly does: 'show_credits';
      readonly balance: number;
      readonly reserved: number;
      readonly credited: number;
      readonly charged: number;
    };

export function newKey(creditedMicroDa: number): KeyState {
  return { credited: creditedMicroDa, charged: 0, reserved: 0, openJobs: 0, openTexts: 0, isRevoked: false };
}

export function keyText({ credited, charged, reserved, openJobs, openTexts, isRevoked }: KeyState): string {
  return `${credited} ${charged} ${reserved} ${openJobs} ${openTexts} ${isRevoked}`;
}

export function isReading({ does }: KeyEvent): boolean {
  return (
    does !== 'submit' && does !== 'settle' && does !== 'credit' && does !== 'withdraw' && does !== 'revoke'
  );
}

/** The key after the event, the key itself if it only shows; undefined if it cannot happen to this key. */
export function happen(key: KeyState, event: KeyEvent, openMax: OpenMax): KeyState | undefined {
  const balance = key.credited - key.charged - key.reserved;
  switch (event.does) {
    case 'submit': {
      const mayAfford = balance > 0 && event.reserve <= balance;
      if (key.isRevoked || isFull(key, event.of ?? 'job', openMax) || !mayAfford) return undefined;
      if (event.leaves !== undefined && event.leaves !== balance - event.reserve) return undefined;
      return { ...key, reserved: key.reserved + event.reserve, ...opened(key, event.of, 1) };
    }
    case 'settle':
      if (event.charge > event.reserve || event.reserve > key.reserved) return undefined;
      if ((event.of === 'text' ? key.openTexts : key.openJobs) < 1) return undefined;
      return {
        ...key,
        charged: key.charged + event.charge,
        reserved: key.reserved - event.reserve,
        ...opened(key, event.of, -1),
      };
    case 'credit':
      return { ...key, credited: key.credited + event.amount };
    case 'withdraw':
      return event.amount <= balance ? { ...key, credited: key.credited - event.amount } : undefined;
    case 'revoke':
      return key.isRevoked ? key : { ...key, isRevoked: true };
    case 'refuse_for_credits': {
      const isRight = balance === event.balance && (balance === 0 || balance < event.required);
      // The bound on what is open is refused for before the money.
      return isRight && !isFull(key, event.of, openMax) ? key : undefined;
    }
    case 'refuse_for_jobs':
      return key.openJobs >= openMax.jobs.least ? key : undefined;
    case 'refuse_for_texts':
      return key.openTexts >= openMax.texts.least ? key : undefined;
    case 'refuse_for_revoked':
      return key.isRevoked ? key : undefined;
    case 'show_balance':
      return balance === event.balance ? key : undefined;
    case 'show_held':
      return balance === event.balance && key.reserved === event.reserved ? key : undefined;
    case 'show_credits':
      return balance === event.balance &&
        key.reserved === event.reserved &&
        key.credited === event.credited &&
        key.charged === event.charged
        ? key
        : undefined;
  }
}

/** Surely, whichever bounds were in force. */
function isFull({ openJobs, openTexts }: KeyState, of: Of, openMax: OpenMax): boolean {
  if (of === undefined) return false;
  return of === 'text' ? openTexts >= openMax.texts.most : openJobs >= openMax.jobs.most;
}

function opened({ openJobs, openTexts }: KeyState, of: Of, by: 1 | -1) {
  return of === 'text' ? { openJobs, openTexts: openTexts + by } : { openJobs: openJobs + by, openTexts };
}

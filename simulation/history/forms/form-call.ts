/** The forms of the dashboard about keys, their credit, accounts and orders; and the card page. */

/** Those that move credit. */
export const MOVES = ['transfer', 'credit', 'debit'] as const;

export type FormCall = { readonly op: 'form'; readonly session: number } & (
  | {
      readonly act: 'make_key';
      /** Absent for that of the person. */
      readonly account?: number;
      /** Names the key. */
      readonly newKey: number;
      readonly rpm?: number;
    }
  | { readonly act: 'change_key'; readonly key: number; readonly name: string; readonly rpm?: number }
  | { readonly act: 'revoke_key'; readonly key: number }
  | { readonly act: 'rotate_key'; readonly key: number; readonly graceSeconds: number }
  | {
      readonly act: (typeof MOVES)[number];
      readonly key: number;
      /** Of a transfer. */
      readonly to?: number;
      readonly amountMicroDa: number;
      readonly reference: string;
      /** Of credit and debit: by the form of the page of the account. */
      readonly isAtAccount?: true;
    }
  | { readonly act: 'rename_account'; readonly account: number; readonly name: string }
  /** Sent twice with the same `once`, it makes one order. */
  | { readonly act: 'order'; readonly key: number; readonly amountDa: number; readonly once: string }
  /** An operator has dealt with a finding about an order; `order` is the step that made it. */
  | { readonly act: 'dismiss'; readonly order: number; readonly kind: string; readonly note: string }
);

/** At the card page of an order of the gateway's own desk, without any session. */
export interface UseCardCall {
  readonly op: 'use_card';
  /** The step that made the order. */
  readonly order: number;
  readonly card: (typeof CARDS)[number];
}

export const CARDS = [
  'pays',
  'declined',
  'notice_twice',
  'notice_late',
  'notice_never',
  /** The button beside the cards. */
  'cancel',
  /** The card with which a person walks away. */
  'abandoned',
  /** A form that names none. */
  'none',
  /** The page is read, and nothing is sent. */
  'look',
] as const;

export function describeForm(call: FormCall): string {
  const under = `under the session of step ${call.session}`;
  switch (call.act) {
    case 'make_key': {
      const limit = call.rpm === undefined ? '' : ` of ${call.rpm} rpm`;
      const where = call.account === undefined ? '' : ` in account ${call.account}`;
      return `makes the page's key ${call.newKey}${limit}${where} ${under}`;
    }
    case 'change_key': {
      const limit = call.rpm === undefined ? '' : ` with ${call.rpm} rpm`;
      return `calls key ${call.key} "${call.name}"${limit} ${under}`;
    }
    case 'revoke_key':
      return `revokes key ${call.key} ${under}`;
    case 'rotate_key':
      return `gives key ${call.key} another secret, with a grace of ${call.graceSeconds} s, ${under}`;
    case 'order':
      return `orders ${call.amountDa} DA for key ${call.key} as "${call.once}" ${under}`;
    case 'rename_account':
      return `calls account ${call.account} "${call.name}" ${under}`;
    case 'dismiss':
      return `says of the order of step ${call.order} and its ${call.kind} "${call.note}" ${under}`;
    default: {
      const to = call.to === undefined ? '' : ` to key ${call.to}`;
      return `${call.act}s ${call.amountMicroDa} micro-DA at key ${call.key}${to}, reference ${call.reference}, ${under}`;
    }
  }
}

/** The forms of the dashboard about keys, their credit, and orders. */

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
  | {
      readonly act: (typeof MOVES)[number];
      readonly key: number;
      /** Of a transfer. */
      readonly to?: number;
      readonly amountMicroDa: number;
      readonly reference: string;
    }
  /** An operator has dealt with a finding about an order; `order` is the step that made it. */
  | { readonly act: 'dismiss'; readonly order: number; readonly kind: string; readonly note: string }
);

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
    case 'dismiss':
      return `says of the order of step ${call.order} and its ${call.kind} "${call.note}" ${under}`;
    default: {
      const to = call.to === undefined ? '' : ` to key ${call.to}`;
      return `${call.act}s ${call.amountMicroDa} micro-DA at key ${call.key}${to}, reference ${call.reference}, ${under}`;
    }
  }
}

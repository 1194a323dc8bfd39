/** Acts of people at the dashboard, beside those about keys and credit. */

export type DeskCall = { readonly op: 'desk'; readonly session: number } & (
  | {
      readonly act: 'make_mkey';
      /** Names the management key: the form carries the id that it will have. */
      readonly mkey: number;
      readonly name: string;
      /** Absent for that of the person. */
      readonly account?: number;
    }
  | { readonly act: 'revoke_mkey'; readonly mkey: number; readonly account?: number }
  | { readonly act: 'list_mkeys' | 'read_audit'; readonly account?: number }
  /** Ends the session of another step, from the list of the person's own. */
  | { readonly act: 'end_session'; readonly ends: number }
);

/** A request with the secret of a management key that a page made: for the keys in its reach. */
export interface UseMadeKeyCall {
  readonly op: 'use_mkey';
  readonly mkey: number;
}

/** The latest entries of the audit trail of an account, or those behind an entry. */
export interface ReadAuditCall {
  readonly op: 'read_audit';
  readonly account: number;
  readonly limit: number;
}

/** The id of a management key that a page is asked to make. */
export function mkeyId(mkey: number): string {
  return `mkey_${String(mkey).padStart(26, '0')}`;
}

export function describeDesk(call: DeskCall): string {
  const where = 'account' in call && call.account !== undefined ? ` of account ${call.account}` : '';
  const under = `under the session of step ${call.session}`;
  switch (call.act) {
    case 'make_mkey':
      return `makes the management key ${call.mkey} "${call.name}"${where} ${under}`;
    case 'revoke_mkey':
      return `revokes the management key ${call.mkey}${where} ${under}`;
    case 'list_mkeys':
      return `lists the management keys${where} ${under}`;
    case 'read_audit':
      return `reads the audit trail${where} ${under}`;
    case 'end_session':
      return `ends the session of step ${call.ends} ${under}`;
  }
}

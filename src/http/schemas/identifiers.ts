/**
 * The shapes of identifiers.
 *
 * Whatever comes from a client as an id is held against its shape before the store is asked: a store's keys
 * are printable ASCII of bounded length, and the store takes anything else for a defect of its caller.
 */
const ULID = '[0-9a-hjkmnp-tv-z]{26}';

export const JOB_ID = new RegExp(`^video_${ULID}$`);
/** Of a generation, too. */
export const REQUEST_ID = /^req_[0-9a-f]{28}$/;
export const ORDER_ID = new RegExp(`^order_${ULID}$`);
export const API_KEY_ID = new RegExp(`^key_${ULID}$`);
/** The account that the first start creates has a fixed id. */
export const ACCOUNT_ID = new RegExp(`^acct_(?:default|${ULID})$`);
export const MANAGEMENT_KEY_ID = new RegExp(`^mkey_${ULID}$`);
export const USER_ID = new RegExp(`^user_${ULID}$`);
export const INVITATION_ID = /^invitation_([0-9a-f]{64})$/;
export const LEDGER_ENTRY_ID = new RegExp(`^le_${ULID}_[1-9][0-9]{0,11}$`);

export function invitationId(actor: string): string {
  return `invitation_${actor}`;
}

/** The id of the invitation's actor; undefined if the text is no invitation's id. */
export function invitationActor(id: string): string | undefined {
  return INVITATION_ID.exec(id)?.[1];
}

export const AUDIT_ENTRY_ID = /^audit_(\w+)_(\d{16})_(\d{4,})$/;

/** The id of the entry at a place of an account's audit trail. */
export function auditEntryId(accountId: string, place: string): string {
  return `audit_${accountId.slice('acct_'.length)}_${place.replace('/', '_')}`;
}

/** The place of an entry in this account's audit trail; undefined if the id is none of its. */
export function auditEntryPlace(accountId: string, entryId: string): string | undefined {
  const [, account, at, number] = AUDIT_ENTRY_ID.exec(entryId) ?? [];
  return `acct_${account}` === accountId ? `${at}/${number}` : undefined;
}

/** The id of entry `number` in the ledger of a key. */
export function ledgerEntryId(keyId: string, number: number): string {
  return `le_${keyId.slice('key_'.length)}_${number}`;
}

/** The number of an entry of this key's ledger; undefined if the id is none of its. */
export function ledgerEntryNumber(keyId: string, entryId: string): number | undefined {
  const prefix = ledgerEntryId(keyId, 0).slice(0, -1);
  return LEDGER_ENTRY_ID.test(entryId) && entryId.startsWith(prefix)
    ? Number(entryId.slice(prefix.length))
    : undefined;
}

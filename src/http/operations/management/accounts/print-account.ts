import type { AccountState } from '../../../../actors/accounts/account.js';

/** An account as clients see it. */
export function printAccount(account: AccountState): string {
  return `{${printFields(account)}}`;
}

/** @param secret the plain text of the account's first management key, shown this once */
export function printCreatedAccount(account: AccountState, managementKeyId: string, secret: string): string {
  const key = `{"id":"${managementKeyId}","object":"management_key","key":"${secret}","role":"account"}`;
  return `{${printFields(account)},"management_key":${key}}`;
}

function printFields({ id, name, isVerified, createdAt }: AccountState): string {
  return `"id":"${id}","object":"account","name":${JSON.stringify(name)},"verified":${isVerified},"created_at":${createdAt}`;
}

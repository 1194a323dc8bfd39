import type { ApiKeyState } from '../../../../actors/keys/api-key-messages.js';
import { balanceOf } from '../../../../actors/money/ledger.js';
import { printDa } from '../../../../money/micro-da.js';

/** A key as clients see it: no secret, and nothing that a secret could be parsed by. */
export function printApiKey(key: ApiKeyState): string {
  return `{${printFields(key)}}`;
}

/** `secret` is null if the answer repeats one that has shown it. */
export function printCreatedApiKey(key: ApiKeyState, secret: string | null): string {
  return `{${printFields(key)},"key":${JSON.stringify(secret)}}`;
}

function printFields(key: ApiKeyState): string {
  const status = key.isRevoked ? 'revoked' : 'active';
  return `"id":"${key.id}","object":"api_key","account":"${key.account}","name":${JSON.stringify(key.name)},"rate_limit_rpm":${key.rateLimitRpm},"balance":${printDa(balanceOf(key.balances))},"created_at":${key.createdAt},"status":"${status}"`;
}

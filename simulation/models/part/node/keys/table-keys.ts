/** Keys as they are first committed, each other than the next. */
import type { ApiKeyState } from '../../../../../src/actors/keys/api-key-messages.js';
import { microDa } from '../../../../../src/money/micro-da.js';

/** A key as committed. */
export interface NaiveKey {
  state: ApiKeyState;
  secret: string;
  readonly earlier: { readonly secret: string; until: number }[];
}

export function managementKey(key: number, ofOperator: number) {
  const role = key === ofOperator ? ('operator' as const) : ('account' as const);
  return { id: `mkey_${key}`, account: `acct_${key}`, role, credentialHash: 'ab', isRevoked: false };
}

export function accountAt(place: number): string {
  return `acct_${place}`;
}

export function firstState(n: number, account: string): ApiKeyState {
  const none = microDa(0);
  return {
    id: `key_${n}`,
    account,
    name: null,
    rateLimitRpm: 3,
    isRevoked: false,
    createdAt: 0,
    balances: {
      credited: microDa(1_000),
      charged: none,
      reserved: microDa(n),
      withdrawn: none,
      marked: none,
    },
    open: { video_job: 0, generation: 0 },
    entries: 0,
    credentialHash: 'ab',
    rotations: 0,
    earlier: [],
  };
}

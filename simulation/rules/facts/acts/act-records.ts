/** The entries of the audit trail on disk. */

export interface By {
  readonly kind: 'user' | 'management_key' | 'node';
  readonly id: string;
  readonly address?: string;
}

export interface ActRecord {
  readonly act: string;
  readonly about: string;
  readonly by: By;
  /** Unix seconds. */
  readonly at: number;
  readonly detail: {
    readonly name?: string | null;
    readonly reference?: string;
    readonly role?: string;
    readonly keys?: readonly string[];
    readonly rate_limit_rpm?: number;
  };
}

/**
 * The acts of the node itself: it enters what it begins with, gives the operator another key, and credits
 * orders that were paid.
 */
const FIRST: readonly string[] = ['account_created', 'account_verified'];
const OF_OPERATOR_KEYS: readonly string[] = ['management_key_created', 'management_key_revoked'];
const PAID = /^(chargily|simulated):/;

export function isByTheNode({ by, act, detail }: ActRecord): boolean {
  if (by.kind !== 'node' || by.id !== 'node' || by.address !== undefined) return false;
  return (
    FIRST.includes(act) ||
    OF_OPERATOR_KEYS.includes(act) ||
    (act === 'credit_added' && PAID.test(detail.reference ?? ''))
  );
}

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

/** The acts of the node itself: it enters what it begins with, and credits orders that were paid. */
const FIRST: readonly string[] = ['account_created', 'account_verified', 'management_key_created'];
const PAID = /^(chargily|simulated):/;

export function isByTheNode({ by, act, detail }: ActRecord): boolean {
  if (by.kind !== 'node' || by.id !== 'node' || by.address !== undefined) return false;
  return FIRST.includes(act) || (act === 'credit_added' && PAID.test(detail.reference ?? ''));
}

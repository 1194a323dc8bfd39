import { type SteadyMs, sortable } from '../../time/clock.js';

/** The kinds of records that the retention sweep removes. */
export type ExpiringKind = 'job' | 'generation' | 'idempotency';

/** Key in table `expiry`: sorts by the steady ms at which the thing expires. */
export function expiryKey(due: SteadyMs, kind: ExpiringKind, id: string): string {
  return `${sortable(due)}/${kind}/${id}`;
}

export function parseExpiryKey(key: string): {
  readonly due: number;
  readonly kind: ExpiringKind;
  readonly id: string;
} {
  const [due = '', kind = '', ...id] = key.split('/');
  return { due: Number(due), kind: kind as ExpiringKind, id: id.join('/') };
}

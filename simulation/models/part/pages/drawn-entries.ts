/** Entries of audit trails, as they are drawn. */
import { ACTS } from '../../../../src/actors/audit/audit-trail.js';
import type { Random } from '../../../world/random.js';
import { idOf } from './orders/drawn-orders.js';
import { HOMES, ROLES, type Role } from './viewers.js';

export interface DrawnEntry {
  readonly account: string;
  readonly act: (typeof ACTS)[number];
  readonly by: {
    readonly kind: 'user' | 'management_key' | 'node';
    readonly id: string;
    readonly address?: string;
  };
  readonly about: string;
  readonly detail: {
    readonly name?: string;
    readonly role?: Role;
    readonly rate_limit_rpm?: number;
    readonly amount?: number;
    readonly to?: string;
    readonly grace_seconds?: number;
    readonly reference?: string;
    readonly reason?: string;
    readonly keys?: readonly string[];
  };
  readonly at: number;
}

const BYS: readonly DrawnEntry['by'][] = [
  { kind: 'node', id: 'node' },
  { kind: 'management_key', id: idOf('mkey', 1), address: '192.0.2.7' },
  { kind: 'user', id: idOf('user', 77), address: '2001:db8::1' },
  { kind: 'user', id: idOf('user', 2), address: '192.0.2.8' },
  { kind: 'user', id: idOf('user', 4) },
];

export function drawEntry(random: Random): DrawnEntry {
  const keys = [0, 1, 2, 5, 77].map((number) => idOf('key', number));
  const some = <T>(name: string, values: readonly T[]) =>
    random.chance(0.25) ? { [name]: random.pick(values) } : {};
  return {
    account: random.pick([HOMES[0], HOMES[0], ...HOMES]),
    act: random.pick(ACTS),
    by: random.pick(BYS),
    about: random.pick([
      ...keys,
      idOf('user', 1),
      idOf('user', 77),
      idOf('order', 1),
      idOf('mkey', 1),
      idOf('video', 1),
      'f'.repeat(64),
    ]),
    detail: {
      ...some('name', ['Told', 'ada@people.test']),
      ...some('role', ROLES),
      ...some('rate_limit_rpm', [1, 46_000]),
      ...some('amount', [0, 1, 1_500_000, 1_234_567_890_000]),
      ...some('to', keys),
      ...some('grace_seconds', [0, 1, 86_400]),
      ...some('reference', ['invoice 7']),
      ...some('reason', ['Too late.']),
      ...some('keys', [[], [keys[0] ?? ''], keys.slice(1)]),
    },
    at: 1_800_000_000 + random.below(1_000_000),
  };
}

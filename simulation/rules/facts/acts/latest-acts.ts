/** The limits, roles and grants that an audit trail tells of, held against those that stand on disk. */
import type { ActRecord } from './act-records.js';

interface Standing {
  readonly rpm?: number | undefined;
  readonly role?: string | undefined;
  readonly grants?: readonly string[] | undefined;
}

/** @param entries in the order of their acts. @returns what stands otherwise than the latest entries say */
export function notAsTold(
  entries: Iterable<ActRecord>,
  ...tables: readonly ReadonlyMap<string, Standing>[]
): readonly string[] {
  const told = new Map<string, Standing>();
  for (const { act, about, detail } of entries) {
    const { rate_limit_rpm: rpm, role, keys: grants } = detail;
    const before = told.get(about);
    if (act === 'key_created' || act === 'key_limit_changed') told.set(about, { ...before, rpm });
    else if (act === 'user_joined') told.set(about, { role, grants: [] });
    else if (act === 'role_changed') told.set(about, { ...before, role });
    else if (act === 'grants_changed') told.set(about, { ...before, grants });
  }
  return tables.flatMap((table) =>
    [...table].flatMap(([id, standing]) => {
      const { rpm, role, grants = [] } = standing;
      const due = told.get(id);
      const isAsTold = due?.rpm === rpm && due?.role === role && `${due?.grants ?? []}` === `${grants}`;
      return isAsTold
        ? []
        : [`${id} stands as ${JSON.stringify({ rpm, role, grants })}, not ${JSON.stringify(due)}`];
    }),
  );
}

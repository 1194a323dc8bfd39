/** `meta`: what the node keeps of itself. */

import { GENERATION_STATUSES } from '../../actors/generations/generation-messages.js';
import { generationsTally } from '../../actors/generations/tallies.js';
import { JOB_STATUSES, jobsTally } from '../../actors/jobs/tallies.js';
import { MARKED_BALANCE, MARKED_RESERVED, movedTally } from '../../actors/money/tallies.js';
import { ORDER_STATUSES } from '../../actors/orders/order-messages.js';
import { MARKED_ORDERS, ordersTally, SET_ASIDE_ORDERS } from '../../actors/orders/tallies.js';
import { BALLAST_PREFIX } from '../../actors/runtime/disk-recovery.js';
import { readTallies, type Tallies } from '../../actors/runtime/tallies.js';
import { messageOf } from '../../errors/error-text.js';
import { decodeAnchor } from '../../node/clock/steady-anchor.js';
import { FORMAT_VERSION } from '../../node/folder/format-version.js';
import {
  type AuditContext,
  HELD,
  lookUp,
  type MakeTableAudit,
  NODE,
  RECEIVED,
  TRANSFERRED,
} from './table-audit.js';

/** Each is there when its table has a record. */
const WRITTEN_WITH = { format: 'accounts', clock: 'windows' } as const;
const KEYS: ReadonlySet<string> = new Set([
  'format',
  'clock',
  'tallies',
  'operator_key',
  'demo_key',
  'demo_link',
]);

export const auditMeta: MakeTableAudit = (context) => {
  const hasKey = lookUp(context.records, 'keys');
  const hasManagementKey = lookUp(context.records, 'management_keys');
  const report = (key: string, what: string) => context.report('meta', 'meta', key, what);
  const seen = new Set<string>();
  return {
    record(key, value) {
      seen.add(key);
      if (!KEYS.has(key) && !key.startsWith(BALLAST_PREFIX))
        context.report('unreadable_record', 'meta', key, `meta/${key}: its key is none of the table`);
      const objection = key === 'format' ? validateFormat(value) : undefined;
      if (objection !== undefined) report(key, objection);
      if (key === 'clock') {
        try {
          decodeAnchor(value);
        } catch {
          report(key, 'the anchor of the node time cannot be read');
        }
      }
      if (key === 'tallies') postTallies(context);
      if (key === 'operator_key' && !hasManagementKey(value))
        report(key, `the operator's key is ${value}, which there is not`);
      if (key === 'demo_key' && !hasKey(value)) report(key, `the demo key is ${value}, which there is not`);
    },
    end() {
      for (const [key, table] of Object.entries(WRITTEN_WITH)) {
        const [first] = context.records.range(table, { limit: 1 });
        if (first !== undefined && !seen.has(key)) report(key, `meta/${key} is missing`);
      }
    },
  };
};

/** The fault of the format; undefined if it has none. */
function validateFormat(format: string): string | undefined {
  if (!/^[1-9]\d*$/.test(format)) return `the format of the folder is ${format}`;
  if (Number(format) <= FORMAT_VERSION) return undefined;
  return `the folder was written by a newer Tollgate (format ${format}; this one reads up to ${FORMAT_VERSION}): verify it with that one`;
}

/** Those that can be told from what is on disk; what has been, such as the jobs accepted, cannot. */
function postTallies(context: AuditContext): void {
  let tallies: Tallies;
  try {
    tallies = readTallies(context.records);
  } catch (error) {
    context.report('unreadable_record', 'meta', 'tallies', `the sums of the node: ${messageOf(error)}`);
    return;
  }
  const sum = (name: string) => BigInt(tallies.get(name) ?? 0);
  const marked = [MARKED_BALANCE, MARKED_RESERVED, MARKED_ORDERS];
  const names = [
    'accounts',
    'keys/active',
    'keys/revoked',
    movedTally('charge'),
    SET_ASIDE_ORDERS,
    ...marked,
  ];
  const statuses = [
    ...JOB_STATUSES.map(jobsTally),
    ...GENERATION_STATUSES.map(generationsTally),
    ...ORDER_STATUSES.map(ordersTally),
  ];
  for (const name of [...names, ...statuses]) context.post('tallies', 'left', NODE, name, sum(name));
  const received = sum(movedTally('credit')) - sum(movedTally('debit'));
  context.post('tallies', 'left', NODE, RECEIVED, received);
  // Each transfer that went out came in.
  const transferred = sum(movedTally('transfer_in')) - sum(movedTally('transfer_out'));
  context.post('tallies', 'left', NODE, TRANSFERRED, transferred);
  const held = sum(movedTally('reserve')) - sum(movedTally('charge')) - sum(movedTally('release'));
  context.post('tallies', 'left', NODE, HELD, held);
}

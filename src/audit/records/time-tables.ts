/** `idempotency`, `expiry`, `windows`. */
import { parseExpiryKey } from '../../actors/storage/expiry.js';
import { ID_PREFIXES } from '../../actors/storage/ids.js';
import { WindowRecordReader } from '../../actors/windows/window-record.js';
import { messageOf } from '../../errors/error-text.js';
import { readAnchor } from '../../node/clock/steady-anchor.js';
import type { StoreReader } from '../../store/store.js';
import { IDEMPOTENCY, readRecord } from './shapes/record-shapes.js';
import { lookUp, type MakeTableAudit } from './table-audit.js';

const EXPIRY_KEY = /^\d{16}\/(job|generation|idempotency)\/.+$/;
const INVITATION = /^[0-9a-f]{64}$/;
const WINDOW_KEY = /^(\d{16})\/\d+$/;

export const auditIdempotency: MakeTableAudit = (context) => {
  const { records } = context;
  const hasKey = lookUp(records, 'keys');
  const hasManagementKey = lookUp(records, 'management_keys');
  const hasJob = lookUp(records, 'jobs');
  const hasOrder = lookUp(records, 'orders');
  const hasGeneration = lookUp(records, 'generations');
  return {
    record(key, value) {
      const read = readRecord(IDEMPOTENCY, value);
      if (!read.ok) {
        return context.report('unreadable_record', 'idempotency', key, `idempotency ${key}: ${read.why}`);
      }
      const { result, expires } = read.record;
      const scope = key.slice(0, key.indexOf('/'));
      const isOfManagement = scope.startsWith('mkey_');
      // A user makes keys on a page, and may be removed before the record is.
      const isOfUser = scope.startsWith('user_');
      if (!isOfUser && !(isOfManagement ? hasManagementKey : hasKey)(scope)) {
        const what = `idempotency ${key}: there is no key ${scope}`;
        context.report('missing_key', 'idempotency', key, what);
      }
      const ofCaller = isOfManagement || isOfUser ? hasKey : hasJob;
      const has = result.startsWith(ID_PREFIXES.order)
        ? hasOrder
        : result.startsWith(ID_PREFIXES.request)
          ? hasGeneration
          : ofCaller;
      // An invitation is gone once it was used.
      if (!INVITATION.test(result) && !has(result)) {
        const what = `idempotency ${key}: its result ${result} is not there`;
        context.report('idempotency_result', 'idempotency', key, what);
      }
      context.post('idempotencyExpiry', 'left', key, `at ${expires}`, 1);
    },
  };
};

/**
 * An older Tollgate leaves the row of an idempotency record that is made anew to the sweep, which has not
 * come by yet: it was due by then.
 */
export const auditExpiry: MakeTableAudit = (context) => {
  const { records } = context;
  const sweptAt = lastKnownTime(records);
  return {
    record(key) {
      if (!EXPIRY_KEY.test(key)) {
        const what = `expiry ${key}: its key is none of the table`;
        return context.report('unreadable_record', 'expiry', key, what);
      }
      const { kind, id, due } = parseExpiryKey(key);
      if (kind === 'job') return context.post('jobExpiry', 'right', id, '', 1);
      if (kind === 'generation') return context.post('generationExpiry', 'right', id, '', 1);
      if (due <= sweptAt && expiresAt(records, id) !== due) return;
      context.post('idempotencyExpiry', 'right', id, `at ${due}`, 1);
    },
  };
};

/** The node's time of the last commit that says it, steady ms. */
function lastKnownTime(records: StoreReader): number {
  try {
    return readAnchor(records)?.steadyMs ?? 0;
  } catch {
    return 0;
  }
}

function expiresAt(records: StoreReader, id: string): number | undefined {
  const text = records.get('idempotency', id);
  const read = text === undefined ? undefined : readRecord(IDEMPOTENCY, text);
  return read?.ok === true ? read.record.expires : undefined;
}

export const auditWindows: MakeTableAudit = (context) => ({
  record(key, value) {
    const [, at] = WINDOW_KEY.exec(key) ?? [];
    const objection = at === undefined ? 'its key is none of the table' : validateWindows(value, Number(at));
    if (objection !== undefined)
      context.report('unreadable_record', 'windows', key, `windows ${key}: ${objection}`);
  },
});

function validateWindows(value: string, at: number): string | undefined {
  try {
    const record = new WindowRecordReader(value, at);
    while (record.nextWindow()) {
      if (record.subject === '') return 'a line names no window';
      while (record.nextRun()) {
        if (record.count < 1 || record.atMs > at) return `the line of ${record.subject} is damaged`;
      }
    }
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

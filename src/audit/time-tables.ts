/** `idempotency`, `expiry`, `windows`. */
import { expiryKey, parseExpiryKey } from '../actors/expiry.js';
import { WindowRecordReader } from '../actors/window-record.js';
import { messageOf } from '../thrown/thrown.js';
import type { SteadyMs } from '../time/clock.js';
import { IDEMPOTENCY, readRecord } from './record-shapes.js';
import { lookUp, type MakeTableAudit } from './table-audit.js';

const EXPIRY_KEY = /^\d{16}\/(job|idempotency)\/.+$/;
const WINDOW_KEY = /^(\d{16})\/\d+$/;

/** Such a record may be gone before its row in `expiry`, never after: rows without records are left to the sweep. */
export const auditIdempotency: MakeTableAudit = (context) => {
  const { records } = context;
  const hasKey = lookUp(records, 'keys');
  const hasManagementKey = lookUp(records, 'management_keys');
  const hasJob = lookUp(records, 'jobs');
  return {
    record(key, value) {
      const read = readRecord(IDEMPOTENCY, value);
      if (!read.ok) {
        return context.report('unreadable_record', 'idempotency', key, `idempotency ${key}: ${read.why}`);
      }
      const { result, expires } = read.record;
      const scope = key.slice(0, key.indexOf('/'));
      const isOfManagement = scope.startsWith('mkey_');
      if (!(isOfManagement ? hasManagementKey : hasKey)(scope)) {
        const what = `idempotency ${key}: there is no key ${scope}`;
        context.report('missing_key', 'idempotency', key, what);
      }
      if (!(isOfManagement ? hasKey : hasJob)(result)) {
        const what = `idempotency ${key}: its result ${result} is not there`;
        context.report('idempotency_result', 'idempotency', key, what);
      }
      if (records.get('expiry', expiryKey(expires as SteadyMs, 'idempotency', key)) === undefined) {
        const what = `idempotency ${key} would be kept for ever: no row in expiry at ${expires}`;
        context.report('idempotency_expiry', 'idempotency', key, what);
      }
    },
  };
};

export const auditExpiry: MakeTableAudit = (context) => ({
  record(key) {
    if (!EXPIRY_KEY.test(key)) {
      return context.report(
        'unreadable_record',
        'expiry',
        key,
        `expiry ${key}: its key is none of the table`,
      );
    }
    const { kind, id } = parseExpiryKey(key);
    if (kind === 'job') context.post('jobExpiry', 'right', id, '', 1);
  },
});

export const auditWindows: MakeTableAudit = (context) => ({
  record(key, value) {
    const [, at] = WINDOW_KEY.exec(key) ?? [];
    const objection = at === undefined ? 'its key is none of the table' : judgeWindows(value, Number(at));
    if (objection !== undefined)
      context.report('unreadable_record', 'windows', key, `windows ${key}: ${objection}`);
  },
});

function judgeWindows(value: string, at: number): string | undefined {
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

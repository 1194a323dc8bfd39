/** `accounts`, `account_order`, `account_keys`, `management_keys` and their list, `credentials`. */
import { accountOrderKey } from '../../actors/accounts/account.js';
import { movedTally } from '../../actors/money/tallies.js';
import type { SteadyMs } from '../../time/clock.js';
import { ACCOUNT, CREDENTIAL, MANAGEMENT_KEY, readRecord } from './shapes/record-shapes.js';
import {
  type AuditContext,
  HELD,
  knowsAccountSums,
  lookUp,
  type MakeTableAudit,
  RECEIVED,
  tallier,
} from './table-audit.js';

export const auditAccounts: MakeTableAudit = (context) => {
  const tally = tallier(context);
  return { record: (key, value) => auditAccount(key, value, context, tally) };
};

function auditAccount(
  key: string,
  value: string,
  context: AuditContext,
  tally: ReturnType<typeof tallier>,
): void {
  const read = readRecord(ACCOUNT, value);
  if (!read.ok) {
    context.report('unreadable_record', 'accounts', key, `account ${key}: ${read.why}`);
    return;
  }
  const { made_at, ...account } = read.record;
  context.post('accountOrder', 'left', key, accountOrderKey(made_at as SteadyMs, key), 1);
  for (const total of ['credited', 'charged', 'reserved'] as const)
    context.post('accountTotals', 'left', key, total, BigInt(account[total]));
  context.post('accountTotals', 'left', key, 'marked', BigInt(account.marked ?? 0));
  if (knowsAccountSums(context)) context.post('accountTotals', 'left', key, 'keys', account.keys ?? 0);
  tally('accounts', 1);
  tally(RECEIVED, BigInt(account.credited));
  tally(movedTally('charge'), BigInt(account.charged));
  tally(HELD, BigInt(account.reserved));
}

export const auditAccountOrder: MakeTableAudit = (context) => ({
  record: (key, value) => context.post('accountOrder', 'right', value, key, 1),
});

export const auditAccountKeys: MakeTableAudit = (context) => {
  const hasAccount = lookUp(context.records, 'accounts');
  return {
    record(key) {
      const [account = '', apiKey = ''] = key.split('/');
      context.post('accountKeys', 'right', apiKey, account, 1);
      if (!hasAccount(account)) {
        const what = `key ${apiKey} is of account ${account}, which there is not`;
        context.report('missing_account', 'account_keys', key, what);
      }
    },
  };
};

export const auditManagementKeys: MakeTableAudit = (context) => {
  const hasAccount = lookUp(context.records, 'accounts');
  return {
    record(key, value) {
      const read = readRecord(MANAGEMENT_KEY, value);
      if (!read.ok) {
        const what = `management key ${key}: ${read.why}`;
        return context.report('unreadable_record', 'management_keys', key, what);
      }
      const { account, hash, revoked } = read.record;
      if (!revoked) {
        context.post('keyCredentials', 'left', hash, `management key ${key}`, 1);
        if (knowsAccountSums(context)) context.post('managementKeys', 'left', key, account, 1);
      }
      if (!hasAccount(account)) {
        const what = `management key ${key} is of account ${account}, which there is not`;
        context.report('missing_account', 'management_keys', key, what);
      }
    },
  };
};

export const auditAccountManagementKeys: MakeTableAudit = (context) => ({
  record(key) {
    const [account = '', id = ''] = key.split('/');
    if (knowsAccountSums(context)) context.post('managementKeys', 'right', id, account, 1);
  },
});

export const auditCredentials: MakeTableAudit = (context) => ({
  record(key, value) {
    const read = readRecord(CREDENTIAL, value);
    if (!read.ok) {
      return context.report('unreadable_record', 'credentials', key, `credential ${key}: ${read.why}`);
    }
    const { kind, id, until } = read.record;
    const end = until === undefined ? '' : ` until ${until}`;
    const label = kind === 'api' ? `key ${id}${end}` : `management key ${id}`;
    context.post('keyCredentials', 'right', key, label, 1);
  },
});

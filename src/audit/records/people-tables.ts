/**
 * `users`, `user_names`, `account_users`, `account_people`, `invitations`, `account_invitations`, `sessions`,
 * `user_sessions`.
 */
import { isOwner } from '../../actors/people/rights.js';
import { userNameKey } from '../../actors/people/user-names.js';
import type { Table } from '../../store/store.js';
import { INVITATION, PEOPLE_COUNTS, SESSION, USER } from './shapes/people-shapes.js';
import { readRecord } from './shapes/record-shapes.js';
import { type AuditContext, lookUp, type MakeTableAudit } from './table-audit.js';

export const auditUsers: MakeTableAudit = (context) => {
  const validateAccount = accountValidation(context, 'users');
  return {
    record(key, value) {
      const read = readRecord(USER, value);
      if (!read.ok) return context.report('unreadable_record', 'users', key, `user ${key}: ${read.why}`);
      const { account, name, role } = read.record;
      validateAccount(key, `user ${key}`, account);
      context.post('userNames', 'left', userNameKey(name), `user ${key}`, 1);
      context.post('accountUsers', 'left', key, account, 1);
      context.post('accountPeople', 'right', account, 'users', 1);
      if (isOwner(role)) context.post('accountPeople', 'right', account, 'owners', 1);
    },
  };
};

export const auditUserNames: MakeTableAudit = (context) => ({
  record: (key, value) => context.post('userNames', 'right', key, `user ${value}`, 1),
});

export const auditAccountUsers: MakeTableAudit = (context) => ({
  record(key) {
    const [account = '', user = ''] = key.split('/');
    context.post('accountUsers', 'right', user, account, 1);
  },
});

export const auditAccountPeople: MakeTableAudit = (context) => ({
  record(key, value) {
    const read = readRecord(PEOPLE_COUNTS, value);
    if (!read.ok) {
      const what = `the people of account ${key}: ${read.why}`;
      return context.report('unreadable_record', 'account_people', key, what);
    }
    const { users, owners, invitations } = read.record;
    for (const [label, count] of Object.entries({ users, owners, invitations }))
      context.post('accountPeople', 'left', key, label, count);
  },
});

export const auditInvitations: MakeTableAudit = (context) => {
  const validateAccount = accountValidation(context, 'invitations');
  return {
    record(key, value) {
      const read = readRecord(INVITATION, value);
      if (!read.ok) {
        return context.report('unreadable_record', 'invitations', key, `invitation ${key}: ${read.why}`);
      }
      const { account } = read.record;
      validateAccount(key, `invitation ${key}`, account);
      context.post('accountInvitations', 'left', key, account, 1);
      context.post('accountPeople', 'right', account, 'invitations', 1);
      context.post('peopleReminders', 'left', key, '', 1);
    },
  };
};

export const auditAccountInvitations: MakeTableAudit = (context) => ({
  record(key) {
    const [account = '', invitation = ''] = key.split('/');
    context.post('accountInvitations', 'right', invitation, account, 1);
  },
});

export const auditSessions: MakeTableAudit = (context) => {
  const hasUser = lookUp(context.records, 'users');
  return {
    record(key, value) {
      const read = readRecord(SESSION, value);
      if (!read.ok)
        return context.report('unreadable_record', 'sessions', key, `session ${key}: ${read.why}`);
      const { user } = read.record;
      context.post('userSessions', 'left', key, user, 1);
      if (hasUser(user)) return;
      context.report(
        'missing_user',
        'sessions',
        key,
        `session ${key} is of user ${user}, which there is not`,
      );
    },
  };
};

export const auditUserSessions: MakeTableAudit = (context) => {
  let lastUser: string | undefined;
  return {
    record(key) {
      const [user = '', session = ''] = key.split('/');
      context.post('userSessions', 'right', session, user, 1);
      // One reminder for all sessions of a user.
      if (user !== lastUser) context.post('peopleReminders', 'left', user, '', 1);
      lastUser = user;
    },
  };
};

function accountValidation({ records, report }: AuditContext, table: Table) {
  const hasAccount = lookUp(records, 'accounts');
  return (key: string, label: string, account: string) => {
    if (hasAccount(account)) return;
    report('missing_account', table, key, `${label} is of account ${account}, which there is not`);
  };
}

/** Statements of different tables about the same things, and how a difference is told. */
import { pairs, type RelationText, sums } from './relation-text.js';

const TEXTS = {
  keyLedger: {
    kind: 'key_and_ledger',
    tables: ['keys', ['ledger']],
    tell: sums('key', 'in its record', 'by its ledger entries'),
  },
  keyReserves: {
    kind: 'key_and_unfinished',
    tables: ['keys', ['unfinished', 'open_generations']],
    tell: sums('key', 'in its record', 'by its unfinished jobs and open generations'),
  },
  keyActivity: {
    kind: 'key_and_activity',
    tables: ['keys', ['activity']],
    tell: sums('key', 'in its record', 'by its activity rows'),
  },
  accountActivity: {
    kind: 'account_activity_and_activity',
    tables: ['account_activity', ['activity']],
    tell: sums('activity', 'in account_activity', 'by the activity of its keys'),
  },
  accountTotals: {
    kind: 'account_and_keys',
    tables: ['accounts', ['keys']],
    tell: sums('account', 'in its record', 'by its keys'),
  },
  accountKeys: {
    kind: 'account_keys_index',
    tables: ['keys', ['account_keys']],
    tell: pairs('key', 'is missing in account_keys', 'stands in account_keys and should not'),
  },
  accountOrder: {
    kind: 'account_order_index',
    tables: ['accounts', ['account_order']],
    tell: pairs('account', 'is missing in account_order', 'stands in account_order and should not'),
  },
  managementKeys: {
    kind: 'account_management_keys_index',
    tables: ['management_keys', ['account_management_keys']],
    tell: pairs(
      'management key',
      'is missing in account_management_keys',
      'stands in account_management_keys and should not',
    ),
  },
  keyCredentials: {
    kind: 'credentials_index',
    tables: ['keys', ['credentials', 'management_keys']],
    tell: pairs('hash', 'is missing in credentials', 'stands in credentials and should not'),
  },
  graces: {
    kind: 'key_reminders',
    tables: ['keys', ['reminders']],
    tell: pairs('key', 'has a secret that ends without a reminder', 'has a reminder that it should not have'),
  },
  references: {
    kind: 'references_index',
    tables: ['ledger', ['references']],
    tell: pairs('reference hash', 'is missing in references', 'stands in references and should not'),
  },
  transfers: {
    kind: 'transfer',
    tables: ['ledger', ['ledger']],
    tell: pairs('transfer with reference hash', 'did not come in', 'came in and did not go out'),
  },
  jobLists: {
    kind: 'key_jobs_index',
    tables: ['jobs', ['key_jobs']],
    tell: pairs('job', 'is missing in key_jobs', 'stands in key_jobs and should not'),
  },
  unfinished: {
    kind: 'unfinished_index',
    tables: ['jobs', ['unfinished']],
    tell: pairs(
      'job',
      'unfinished has no record that says so',
      'has a record in unfinished that it should not have',
    ),
  },
  jobInputs: {
    kind: 'job_inputs',
    tables: ['jobs', ['job_inputs']],
    tell: pairs('job', 'has no record in job_inputs', 'has a record in job_inputs and none in jobs'),
  },
  jobReminders: {
    kind: 'job_reminders',
    tables: ['jobs', ['reminders']],
    tell: pairs('job', 'waits without a reminder', 'has a reminder that it should not have'),
  },
  jobExpiry: {
    kind: 'job_expiry',
    tables: ['jobs', ['expiry']],
    tell: pairs(
      'job',
      'is settled and would be kept for ever',
      'has a row in expiry that it should not have',
    ),
  },
  openGenerations: {
    kind: 'open_generations_index',
    tables: ['generations', ['open_generations']],
    tell: pairs(
      'generation',
      'open_generations has no record that says so',
      'has a record in open_generations that it should not have',
    ),
  },
  generationExpiry: {
    kind: 'generation_expiry',
    tables: ['generations', ['expiry']],
    tell: pairs(
      'generation',
      'is settled and would be kept for ever',
      'has a row in expiry that it should not have',
    ),
  },
  accountOrders: {
    kind: 'account_orders_index',
    tables: ['orders', ['account_orders']],
    tell: pairs('order', 'is missing in account_orders', 'stands in account_orders and should not'),
  },
  openOrders: {
    kind: 'open_orders_index',
    tables: ['orders', ['open_orders']],
    tell: pairs(
      'order',
      'open_orders has no record that says so',
      'has a record in open_orders that it should not have',
    ),
  },
  setAsideOrders: {
    kind: 'set_aside_orders_index',
    tables: ['orders', ['set_aside_orders']],
    tell: pairs('order', 'is missing in set_aside_orders', 'stands in set_aside_orders and should not'),
  },
  orderRooms: {
    kind: 'key_and_open_orders',
    tables: ['order_rooms', ['open_orders']],
    tell: sums('room of key', 'in its record', 'by its open orders'),
  },
  orderReminders: {
    kind: 'order_reminders',
    tables: ['orders', ['reminders']],
    tell: pairs('order', 'waits without a reminder', 'has a reminder that it should not have'),
  },
  idempotencyExpiry: {
    kind: 'idempotency_expiry',
    tables: ['idempotency', ['expiry']],
    tell: pairs(
      'idempotency record',
      'would be kept for ever: expiry has no row for it',
      'is missing: expiry has a row for it',
    ),
  },
  userNames: {
    kind: 'user_names_index',
    tables: ['users', ['user_names']],
    tell: pairs('name hash', 'is missing in user_names', 'stands in user_names and should not'),
  },
  accountUsers: {
    kind: 'account_users_index',
    tables: ['users', ['account_users']],
    tell: pairs('user', 'is missing in account_users', 'stands in account_users and should not'),
  },
  accountInvitations: {
    kind: 'account_invitations_index',
    tables: ['invitations', ['account_invitations']],
    tell: pairs(
      'invitation',
      'is missing in account_invitations',
      'stands in account_invitations and should not',
    ),
  },
  accountPeople: {
    kind: 'account_and_people',
    tables: ['account_people', ['users', 'invitations']],
    tell: sums('account', 'in account_people', 'by the records of its people'),
  },
  userSessions: {
    kind: 'user_sessions_index',
    tables: ['sessions', ['user_sessions']],
    tell: pairs('session', 'is missing in user_sessions', 'stands in user_sessions and should not'),
  },
  peopleReminders: {
    kind: 'people_reminders',
    tables: ['invitations', ['user_sessions', 'reminders']],
    tell: pairs(
      'user or invitation',
      'would never end: it has no reminder',
      'has a reminder that it should not have',
    ),
  },
  tallies: {
    kind: 'sums_of_the_node',
    tables: [
      'meta',
      [
        'accounts',
        'keys',
        'jobs',
        'unfinished',
        'generations',
        'open_generations',
        'orders',
        'open_orders',
        'set_aside_orders',
      ],
    ],
    tell: sums('meta/tallies of the', 'in that record', 'by all records'),
  },
  jobMoney: {
    kind: 'job_and_ledger',
    tables: ['jobs', ['ledger']],
    tell: sums('job', 'by its record', 'by the ledger of its key'),
  },
  generationMoney: {
    kind: 'generation_and_ledger',
    tables: ['generations', ['ledger']],
    tell: sums('generation', 'by its record', 'by the ledger of its key'),
  },
} satisfies Record<string, RelationText>;

export type RelationName = keyof typeof TEXTS;

export interface Relation extends RelationText {
  readonly name: RelationName;
}

export const RELATIONS: readonly Relation[] = (Object.keys(TEXTS) as RelationName[]).map((name) => ({
  name,
  ...TEXTS[name],
}));

export const RELATION_NUMBERS = Object.fromEntries(
  RELATIONS.map(({ name }, number) => [name, number]),
) as Readonly<Record<RelationName, number>>;

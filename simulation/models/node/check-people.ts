/** The requests of people in a history that was read from a file. */
import * as z from 'zod';
import { JOB_STATUSES } from '../../history/client-call.js';
import { FORGERIES } from '../../history/forms/forged-call.js';
import { CARDS, MOVES } from '../../history/forms/form-call.js';
import { VISITED } from '../../history/forms/visit-call.js';
import { SECRET_MAILS } from '../../history/mails/mails.js';
import { PAGES, ROLES, TOLD_PAGES } from '../../history/people-call.js';

const STEP = z.int().min(0);
const NUMBER = z.int().min(0);
const NAMED = z.object({ name: z.string() });
const TYPED = NAMED.extend({ typed: z.string().optional() });
const BY_WHOM = NAMED.extend({ session: STEP.optional() });
const MAIL = z.object({ to: z.string(), kind: z.enum(SECRET_MAILS), nth: NUMBER });
/** One of the two. */
const WHICH_LINK = z.object({ link: STEP.optional(), mail: MAIL.optional() });
const AGAIN = { again: z.string().optional() };
const UNDER_SESSION = z.object({ session: STEP });

export const PEOPLE_CALLS = [
  BY_WHOM.extend({
    op: z.literal('invite'),
    account: NUMBER,
    role: z.enum(ROLES),
    once: z.string().optional(),
  }),
  BY_WHOM.extend({ op: z.literal('change_role'), role: z.enum(ROLES) }),
  BY_WHOM.extend({ op: z.literal('grant'), keys: z.array(NUMBER) }),
  BY_WHOM.extend({ op: z.literal('remove_user') }),
  z.object({ op: z.literal('list_users'), account: NUMBER }),
  z.object({ op: z.literal('list_invitations'), account: NUMBER }),
  z.object({ op: z.literal('withdraw'), link: STEP, session: STEP.optional() }),
  WHICH_LINK.extend({ op: z.literal('look_at_link') }),
  WHICH_LINK.extend({ op: z.literal('accept'), password: z.string(), ...AGAIN }),
  TYPED.extend({ op: z.literal('forgot') }),
  TYPED.extend({
    op: z.literal('sign_in'),
    password: z.string(),
    device: STEP.optional(),
    next: z.string().optional(),
  }),
  UNDER_SESSION.extend({ op: z.literal('read_page'), page: z.enum(PAGES), key: NUMBER.optional() }),
  UNDER_SESSION.extend({
    op: z.literal('read_list'),
    status: z.enum(JOB_STATUSES).optional(),
    model: z.string().optional(),
    of: z.enum(['key', 'account']).optional(),
    key: NUMBER,
    isFurther: z.literal(true).optional(),
  }),
  UNDER_SESSION.extend({
    op: z.literal('look'),
    page: z.enum(TOLD_PAGES),
    key: NUMBER,
    link: z.string().optional(),
    nth: NUMBER.optional(),
    status: z.enum(JOB_STATUSES).optional(),
    model: z.string().optional(),
    of: z.enum(['account', 'all']).optional(),
    period: z.literal(7).optional(),
    job: STEP.optional(),
    order: STEP.optional(),
  }),
  UNDER_SESSION.extend({ op: z.literal('see_private'), job: STEP, what: z.enum(['clip', 'page']) }),
  UNDER_SESSION.extend({
    op: z.literal('visit'),
    page: z.enum(VISITED),
    account: NUMBER.optional(),
    key: NUMBER.optional(),
    name: z.string().optional(),
  }),
  UNDER_SESSION.extend({
    op: z.literal('watch_page'),
    isOfNode: z.literal(true).optional(),
    leavesAfterMs: NUMBER.optional(),
  }),
  UNDER_SESSION.extend({
    op: z.literal('form'),
    act: z.enum([
      'make_key',
      'change_key',
      'revoke_key',
      'rotate_key',
      ...MOVES,
      'order',
      'dismiss',
      'rename_account',
    ]),
    account: NUMBER.optional(),
    newKey: NUMBER.optional(),
    key: NUMBER.optional(),
    to: NUMBER.optional(),
    rpm: NUMBER.optional(),
    graceSeconds: NUMBER.optional(),
    name: z.string().optional(),
    amountMicroDa: NUMBER.optional(),
    reference: z.string().optional(),
    amountDa: NUMBER.optional(),
    once: z.string().optional(),
    order: STEP.optional(),
    kind: z.string().optional(),
    note: z.string().optional(),
    isAtAccount: z.literal(true).optional(),
  }),
  z.object({ op: z.literal('use_card'), order: STEP, card: z.enum(CARDS) }),
  UNDER_SESSION.extend({
    op: z.literal('desk'),
    act: z.enum(['make_mkey', 'revoke_mkey', 'list_mkeys', 'read_audit', 'end_session']),
    account: NUMBER.optional(),
    mkey: NUMBER.optional(),
    name: z.string().optional(),
    ends: STEP.optional(),
  }),
  z.object({ op: z.literal('use_mkey'), mkey: NUMBER }),
  z.object({ op: z.literal('read_audit'), account: NUMBER, limit: NUMBER }),
  WHICH_LINK.extend({
    op: z.literal('forged'),
    how: z.enum([...FORGERIES, 'foreign_host']),
    session: STEP.optional(),
    part: NUMBER.optional(),
  }),
  UNDER_SESSION.extend({ op: z.literal('sign_out'), isEverywhere: z.literal(true).optional() }),
  UNDER_SESSION.extend({
    op: z.literal('change_password'),
    password: z.string(),
    next: z.string(),
    ...AGAIN,
  }),
  UNDER_SESSION.extend({ op: z.enum(['chat_message', 'job_form']), key: NUMBER.optional() }),
  NAMED.extend({ op: z.literal('sign_up'), password: z.string().optional(), ...AGAIN }),
] as const;

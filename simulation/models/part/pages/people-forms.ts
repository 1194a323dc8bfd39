/** The forms of people: to whom they are open, what each asks for, and what its answer leads to. */
import { createHash } from 'node:crypto';
import { idOf } from './orders/drawn-orders.js';
import { type Answer, nameOfUser } from './page-desk.js';
import type { PeopleFacts } from './people-facts.js';
import { sees } from './shown-people.js';
import type { ToldPage } from './told-page.js';
import {
  authorOf,
  HOMES,
  handlesRole,
  KEYS,
  manages,
  pathOn,
  ROLES,
  reaches,
  type Viewer,
  type ViewerName,
} from './viewers.js';

export interface FormAct {
  readonly do: 'form';
  readonly viewer: ViewerName;
  readonly form: 'role' | 'grants' | 'remove' | 'invite_again' | 'other' | 'invite' | 'withdraw';
  readonly who: number;
  /** '' if the form is about one's own. */
  readonly account: string;
  readonly role: string;
  readonly keys: readonly number[];
  readonly name: string;
  readonly once: string;
  /** The actor's; null if nothing can be written now. */
  readonly reply: Answer | null;
  /** False of a form that is only looked at. */
  readonly isSent: boolean;
}

export interface Due {
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly query?: string;
  readonly result: string;
  /** The kind and the id of the actor, and the message. */
  readonly asked?: readonly unknown[];
  /** True if the id is new each time. */
  readonly isNew?: boolean;
  /** All that makes the form another one; '' if nothing does. */
  readonly unique?: string;
  readonly shown?: (page: ToldPage) => unknown;
  readonly shows?: unknown;
  readonly linksTo?: (page: ToldPage) => string;
}

/** The first two are names. */
export const NAMES = ['ada@people.test', '  bob@people.test ', 'ada', 'ada@people', 'a b@people.test', ''];

export function personFormDue(viewer: Viewer, act: FormAct, { people, isMailed }: PeopleFacts): Due {
  const { form, who, role, keys, once, reply } = act;
  const [id, one] = [idOf('user', who), people.find(({ number }) => number === who)];
  const fields = [
    ...(form === 'other' ? [] : [['act', form === 'invite_again' ? 'invite' : form] as const]),
    ['role', role] as const,
    ['once', once] as const,
    ...keys.map((key) => ['key', idOf('key', key)] as const),
  ];
  if (one === undefined || !sees(viewer, one)) return { fields, result: '404' };
  if (!manages(viewer, one.account)) return { fields, result: '403' };
  const { by, rights } = authorOf(viewer);
  const ask = (message: object): Due => ({
    fields,
    result: answeredWith(reply, viewer, one.account, id),
    asked: ['user', id, { ...message, by, rights }],
  });
  switch (form) {
    case 'role':
      return ROLES.some((known) => known === role)
        ? ask({ type: 'change_role', role })
        : { fields, result: '200' };
    case 'grants':
      return keys.some((key) => KEYS[key]?.account !== one.account)
        ? { fields, result: '404' }
        : ask({ type: 'grant', keys: keys.map((key) => idOf('key', key)) });
    case 'remove':
      return ask({ type: 'remove' });
    case 'invite_again':
      return invited(
        viewer,
        fields,
        { ...act, name: nameOfUser(who), role: one.role },
        one.account,
        isMailed,
      );
    default:
      return { fields, result: '404' };
  }
}

function answeredWith(reply: Answer | null, viewer: Viewer, account: string, id: string): string {
  switch (reply?.outcome) {
    case undefined:
      return '503';
    case 'user':
      return `303 /people/${id}?saved`;
    case 'removed':
      return `303 ${pathOn(viewer, account, '/people', { removed: '' })}`;
    case 'last_owner':
    case 'not_allowed':
      return '400';
    default:
      return '404';
  }
}

export function inviteDue(viewer: Viewer, act: FormAct, { isMailed }: PeopleFacts): Due {
  const { account: sent, role, once, isSent } = act;
  const [account, name] = [sent === '' ? viewer.account : sent, act.name.trim()];
  const query = new URLSearchParams({
    ...(sent !== '' && { account }),
    ...(!isSent && { name: act.name, role }),
  }).toString();
  const fields = [['name', act.name] as const, ['role', role] as const, ['once', once] as const];
  const base = { fields, query };
  if (!HOMES.some((home) => home === account) || !reaches(viewer, account)) return { ...base, result: '404' };
  if (!manages(viewer, account)) return { ...base, result: '403' };
  const again = formOf(viewer, account, isSent ? name : act.name, role);
  if (!isSent) return { ...base, ...again, result: '200' };
  const isRole = ROLES.some((known) => known === role);
  if (!NAMES.slice(0, 2).includes(act.name) || !isRole) return { ...base, ...again, result: '400' };
  return { ...invited(viewer, fields, { ...act, name }, account, isMailed), query };
}

/** The form as it is shown, with all that was typed. */
function formOf(viewer: Viewer, account: string, name: string, role: string) {
  return {
    shown: (page: ToldPage) => [
      page.forms,
      page.links[0],
      page.field('name').values,
      page.field('role').values,
      page.field('role').chosen,
    ],
    shows: [
      [pathOn(viewer, account, '/people/invite')],
      pathOn(viewer, account, '/people'),
      [name],
      ROLES.filter((one) => handlesRole(viewer, account, one)),
      ROLES.filter((one) => handlesRole(viewer, account, one) && one === role),
    ],
  };
}

/** The link stands on the page of one that is made now, and on no other. */
function invited(
  viewer: Viewer,
  fields: Due['fields'],
  { name, role, once, reply }: FormAct,
  account: string,
  isMailed: boolean,
): Due {
  const { by, rights } = authorOf(viewer);
  const outcome = reply?.outcome;
  const isMade = outcome === 'invited';
  const isRefused = outcome === 'not_allowed' || outcome === 'too_many_invitations';
  const result = isMade || outcome === 'invited_before' ? '200' : isRefused ? '400' : '503';
  return {
    fields,
    result,
    asked: ['invitation', '', { type: 'make', account, name, role, by, rights }],
    isNew: true,
    unique: once === '' ? '' : `${once} ${name} ${role}`,
    shown: (page) => [linkIn(page) !== undefined, page.notices.good],
    shows: [isMade, isMade && isMailed ? 1 : 0],
    linksTo: (page) =>
      createHash('sha256')
        .update(linkIn(page) ?? '')
        .digest('hex'),
  };
}

function linkIn(page: ToldPage): string | undefined {
  return /https:\/\/gateway\.test\/invitation\/([\w-]{43})</.exec(page.main)?.[1];
}

export function withdrawalDue(viewer: Viewer, act: FormAct, { invitations }: PeopleFacts): Due {
  const one = invitations[act.who % Math.max(1, invitations.length)];
  const fields = [['invitation', one === undefined ? 'x' : `invitation_${one.id}`] as const];
  if (one === undefined || !reaches(viewer, one.account)) return { fields, result: '404' };
  if (!manages(viewer, one.account)) return { fields, result: '403' };
  const { outcome } = act.reply ?? {};
  const done = `303 ${pathOn(viewer, one.account, '/people', { withdrawn: '' })}`;
  return {
    fields,
    result: outcome === undefined ? '503' : outcome === 'withdrawn' ? done : '404',
    asked: ['invitation', one.id, { type: 'withdraw', ...authorOf(viewer) }],
  };
}

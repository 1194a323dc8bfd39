/** The form that makes an API key: whom it is for, what it asks of the key's actor, and what it shows. */
import { createHash } from 'node:crypto';
import { idOf } from '../orders/drawn-orders.js';
import { NEW_NUMBER } from '../page-desk.js';
import type { ToldPage } from '../told-page.js';
import { authorOf, HOMES, manages, pathOn, reaches, type Viewer } from '../viewers.js';
import type { Due } from './due.js';
import type { KeyForm } from './key-acts.js';
import { isLimitLocked, maySetLimit, wrongIn } from './shown-keys.js';

export function creationDue(viewer: Viewer | undefined, act: KeyForm): Omit<Due, 'asked'> & Partial<Due> {
  const { account, once, reply } = act;
  const query = account === undefined ? '' : `account=${account}`;
  const fields = { name: act.name, limit: act.limit, ...(once !== null && { once }) };
  const base = { to: { path: '/keys/new', query } as const, fields };
  if (viewer === undefined) return { ...base, result: '303 /sign-in' };
  const own = account ?? viewer.account;
  const refused = newKeyRefusal(viewer, own);
  if (refused !== undefined) return { ...base, result: refused };
  const { name, limit, rpm, wrong } = readForm(act, maySetLimit(viewer, own));
  const again = (result: string, bad: number) => ({
    result,
    shown: newKeyIn,
    shows: newKeyDue(viewer, own, { name, limit, wrong, bad }),
  });
  if (wrong !== undefined || once === null || once === '') return { ...base, ...again('400', 0) };
  const key = { id: idOf('key', NEW_NUMBER), account: own, name, rateLimitRpm: rpm ?? 60, credits: 0 };
  const keyHash = createHash('sha256').update(once).digest('hex');
  const message = { type: 'create', key, by: authorOf(viewer).by, idempotency: { keyHash } };
  const asked = ['api_key', idOf('key', NEW_NUMBER), message];
  const sameness = JSON.stringify([name, limit, rpm, own]);
  const sent = { ...base, asked, sameness };
  if (reply?.outcome === 'created' || reply?.outcome === 'replayed')
    return { ...sent, result: '200', hasSecret: reply.outcome === 'created' };
  return { ...sent, ...(reply?.outcome === 'too_many_keys' ? again('409', 1) : { result: '503' }) };
}

export function newKeyRefusal(viewer: Viewer, own: string): string | undefined {
  if (!HOMES.some((home) => home === own) || !reaches(viewer, own)) return '404';
  return manages(viewer, own) ? undefined : '403';
}

export function newKeyIn(page: ToldPage) {
  return {
    forms: page.forms,
    typed: [...page.field('name').values, ...page.field('limit').values],
    hasOnce: (page.field('once').values[0]?.length ?? 0) >= 20,
    links: page.links.filter((link) => link !== '/docs'),
    isLimitLocked: isLimitLocked(page),
    wrong: wrongIn(page),
    bad: page.notices.bad,
  };
}

export function newKeyDue(
  viewer: Viewer,
  own: string,
  typed: {
    readonly name: string;
    readonly limit: string;
    readonly wrong?: string | undefined;
    readonly bad?: number;
  },
) {
  return {
    forms: [pathOn(viewer, own, '/keys/new')],
    typed: [typed.name, typed.limit],
    hasOnce: true,
    links: [...(own === viewer.account ? [] : [`/accounts/${own}`]), pathOn(viewer, own, '/keys')],
    isLimitLocked: !maySetLimit(viewer, own),
    wrong: typed.wrong === undefined ? [] : [typed.wrong],
    bad: typed.bad ?? 0,
  };
}

/** The fields of a key, as they count. */
export function readForm(act: KeyForm, mayLimit: boolean) {
  const [name, limit] = [act.name.trim(), act.limit.trim()];
  const rpm = mayLimit && limit !== '' ? Number(limit) : undefined;
  const isLimit = rpm === undefined || (Number.isInteger(rpm) && rpm >= 1 && rpm <= 1_000_000);
  const isName = name.length >= 1 && name.length <= 100;
  return { name, limit, rpm, wrong: !isName ? 'name' : !isLimit ? 'limit' : undefined };
}

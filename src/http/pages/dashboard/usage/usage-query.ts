/** The choice of a reader of the usage page, held against their rights. */
import type { ApiKeyState } from '../../../../actors/keys/api-key-messages.js';
import { utcDay, type WallMs } from '../../../../time/clock.js';
import type { GatewayDeps } from '../../../operation.js';
import { findAccount, findKey } from '../../../operations/find-in-reach.js';
import { API_KEY_ID } from '../../../schemas/identifiers.js';
import type { SignedInRequest } from '../requests/dashboard-request.js';
import { GROUPINGS, PERIODS } from '../texts/usage-texts.js';

export type Grouping = keyof typeof GROUPINGS;
export type Period = keyof typeof PERIODS;

export interface UsageQuery {
  readonly account: string;
  /** The one key that is shown; undefined for all of the account. */
  readonly key: ApiKeyState | undefined;
  readonly period: Period;
  /** UTC days, both included. */
  readonly from: string;
  readonly to: string;
  readonly by: Grouping;
  /** Id of the last key of the page before. */
  readonly after: string | undefined;
}

const DAY_MS = 86_400_000;

/** Undefined if it names an account or a key that is out of reach. */
export function usageQueryOf(
  { query, signedIn }: SignedInRequest,
  deps: GatewayDeps,
): UsageQuery | undefined {
  const keyId = query.get('key');
  const key = keyId === null ? undefined : findKey(signedIn, keyId, deps);
  if (keyId !== null && key === undefined) return undefined;
  const account = key?.account ?? query.get('account') ?? signedIn.account;
  const isKnown = key !== undefined || account === signedIn.account;
  if (!isKnown && findAccount(signedIn, account, deps) === undefined) return undefined;
  const period = choiceOf(PERIODS, query.get('period')) ?? '30';
  const by = choiceOf(GROUPINGS, query.get('by')) ?? 'day';
  const after = query.get('after');
  return {
    account,
    key,
    ...periodOf(Number(period) as Period, deps.world.wallMs()),
    by,
    after: after !== null && API_KEY_ID.test(after) ? after : undefined,
  };
}

/** The last so many UTC days, today included. */
export function periodOf(period: Period, now: WallMs): Pick<UsageQuery, 'period' | 'from' | 'to'> {
  return { period, from: utcDay((now - (period - 1) * DAY_MS) as WallMs), to: utcDay(now) };
}

function choiceOf<Choice extends string>(
  choices: Readonly<Record<Choice, unknown>>,
  text: string | null,
): Choice | undefined {
  return text !== null && Object.hasOwn(choices, text) ? (text as Choice) : undefined;
}

/** The path of the page that shows this, with some of it changed. */
export function usagePath(
  { account, key, period, by }: UsageQuery,
  own: string,
  changed: Readonly<Record<string, string | undefined>> = {},
  page = '/usage',
): string {
  const all = {
    ...(key !== undefined ? { key: key.id } : account === own ? {} : { account }),
    period: String(period),
    by,
    ...changed,
  };
  const given = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return `${page}?${new URLSearchParams(given)}`;
}

/** Accounts, keys and those who look at pages: the same in all histories. */
import { idOf, OPERATORS } from './orders/drawn-orders.js';

export type Role = 'member' | 'owner' | 'operator';

export interface Viewer {
  /** Of the user. */
  readonly number: number;
  readonly account: string;
  readonly role: Role;
  /** Numbers of keys. */
  readonly grants: readonly number[];
}

export const [STUDIO, OTHER] = [idOf('acct', 1), idOf('acct', 2)];
export const HOMES = [STUDIO, OTHER, OPERATORS] as const;
export const ROLES: readonly Role[] = ['member', 'owner', 'operator'];
/** Of no account that there is. */
export const NO_ACCOUNT = idOf('acct', 9);

/** By number: the oldest first. */
export const KEYS: readonly { readonly account: string; readonly name: string | null; isRevoked: boolean }[] =
  [
    { account: STUDIO, name: 'Film & <sound>', isRevoked: false },
    { account: STUDIO, name: null, isRevoked: false },
    { account: OTHER, name: 'Ads', isRevoked: false },
    { account: STUDIO, name: 'Old', isRevoked: true },
    { account: OPERATORS, name: 'Trial', isRevoked: false },
    { account: STUDIO, name: 'Late', isRevoked: false },
  ];

/** Nobody is signed in as `nobody`. */
export const VIEWERS = {
  member: { number: 1, account: STUDIO, role: 'member', grants: [1, 0, 3] },
  owner: { number: 2, account: STUDIO, role: 'owner', grants: [] },
  stranger: { number: 3, account: OTHER, role: 'owner', grants: [] },
  operator: { number: 4, account: OPERATORS, role: 'operator', grants: [] },
  clerk: { number: 5, account: OPERATORS, role: 'owner', grants: [] },
  helper: { number: 6, account: OPERATORS, role: 'member', grants: [4] },
  nobody: undefined,
} as const satisfies Readonly<Record<string, Viewer | undefined>>;

export type ViewerName = keyof typeof VIEWERS;
export const VIEWER_NAMES = Object.keys(VIEWERS) as readonly ViewerName[];

export function viewerOf(name: ViewerName): Viewer | undefined {
  return VIEWERS[name];
}

export function reaches({ role, account }: Viewer, other: string): boolean {
  return role === 'operator' || account === other;
}

/** Operators have all of the node, and owners all of their account. */
export function manages(viewer: Viewer, account: string): boolean {
  return viewer.role !== 'member' && reaches(viewer, account);
}

/** Operators alone handle operators, who are of one account. */
export function handlesRole(viewer: Viewer, account: string, role: Role): boolean {
  if (role === 'operator') return viewer.role === 'operator' && account === OPERATORS;
  return manages(viewer, account);
}

/** The author of an act, as entries and actors have it. */
export function authorOf({ number, role, account }: Viewer) {
  const by = { kind: 'user', id: idOf('user', number), address: '192.0.2.1' };
  return { by, rights: { role, account } };
}

/** The path of a page about an account, which operators alone have to name. */
export function pathOn(
  viewer: Viewer,
  account: string,
  path: string,
  more: Readonly<Record<string, string>> = {},
): string {
  const query = { ...(account !== viewer.account && { account }), ...more };
  return Object.keys(query).length === 0 ? path : `${path}?${new URLSearchParams(query)}`;
}

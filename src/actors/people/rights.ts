/** The rights of people, and of management keys: each that depends on a role is decided here. */
import { OPERATORS_ACCOUNT } from '../accounts/operators-account.js';

/** A member reads; an owner has all of the account; an operator has all of the node. */
export const ROLES = ['member', 'owner', 'operator'] as const;

export type Role = (typeof ROLES)[number];

/** The role in which somebody acts, and the account that it counts in. */
export interface Rights {
  readonly role: Role;
  readonly account: string;
}

/** Whether somebody may see what is of the account. */
export function mayRead({ role, account: own }: Rights, account: string): boolean {
  return role === 'operator' || own === account;
}

/** Whether somebody may see prompts and videos of the account: an operator sees those of no other one. */
export function mayReadContent({ account: own }: Rights, account: string): boolean {
  return own === account;
}

/** Whether `rights` are those of an owner of the account, or more. */
export function mayManage({ role, account: own }: Rights, account: string): boolean {
  return role === 'operator' || (role === 'owner' && own === account);
}

/**
 * Whether somebody may spend the credit of a key on a page: of their own account, as a member only that of a
 * key that was granted. An operator spends nobody else's.
 */
export function mayUse(
  { role, account, grants }: Rights & { readonly grants: readonly string[] },
  key: { readonly id: string; readonly account: string },
): boolean {
  return key.account === account && (role !== 'member' || grants.includes(key.id));
}

/** Whether somebody may set the rate of the account's keys: an owner may once the account is verified. */
export function maySetRate(
  rights: Rights,
  { id, isVerified }: { readonly id: string; readonly isVerified: boolean },
): boolean {
  return rights.role === 'operator' || (isVerified && mayManage(rights, id));
}

/** Whether somebody may give this role to a user of the account, take it away, or reset a password of it. */
export function mayHandle(rights: Rights, account: string, role: Role): boolean {
  if (!mayManage(rights, account)) return false;
  return role !== 'operator' || (rights.role === 'operator' && account === OPERATORS_ACCOUNT);
}

/** Whether a user of that role has the rights of an owner: an account keeps one who does. */
export function isOwner(role: Role): boolean {
  return role !== 'member';
}

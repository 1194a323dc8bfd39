/**
 * Look-ups by an id that a client sent, within the reach of its rights: its own account, or, for an operator,
 * every account.
 *
 * Invariant: what lies out of reach is answered exactly as what does not exist.
 */
import type { AccountState } from '../../actors/accounts/account.js';
import type { GenerationState } from '../../actors/generations/generation-messages.js';
import type { ApiKeyState } from '../../actors/keys/api-key-messages.js';
import type { OrderState } from '../../actors/orders/order-messages.js';
import type { InvitationState } from '../../actors/people/invitation.js';
import { mayRead, type Rights } from '../../actors/people/rights.js';
import type { Person } from '../../actors/people/user-record.js';
import type { GatewayDeps } from '../operation.js';
import {
  ACCOUNT_ID,
  API_KEY_ID,
  invitationActor,
  ORDER_ID,
  REQUEST_ID,
  USER_ID,
} from '../schemas/identifiers.js';

export function findKey(
  rights: Rights,
  id: string,
  { system, apiKey }: GatewayDeps,
): ApiKeyState | undefined {
  return within(rights, API_KEY_ID.test(id) ? system.view(apiKey, id) : undefined);
}

export function findAccount(
  rights: Rights,
  id: string,
  { system, account }: GatewayDeps,
): AccountState | undefined {
  return ACCOUNT_ID.test(id) && mayRead(rights, id) ? system.view(account, id) : undefined;
}

export function findUser(rights: Rights, id: string, { people }: GatewayDeps): Person | undefined {
  return within(rights, USER_ID.test(id) ? people.user(id) : undefined);
}

export function findInvitation(
  rights: Rights,
  id: string,
  { people }: GatewayDeps,
): InvitationState | undefined {
  const actor = invitationActor(id);
  return within(rights, actor === undefined ? undefined : people.invitation(actor));
}

export function findOrder(
  rights: Rights,
  id: string,
  { system, order }: GatewayDeps,
): OrderState | undefined {
  return within(rights, ORDER_ID.test(id) ? system.view(order, id) : undefined);
}

export function findGeneration(
  rights: Rights,
  id: string,
  { system, generation }: GatewayDeps,
): GenerationState | undefined {
  return within(rights, REQUEST_ID.test(id) ? system.view(generation, id) : undefined);
}

function within<Item extends { readonly account: string }>(
  rights: Rights,
  item: Item | undefined,
): Item | undefined {
  return item !== undefined && mayRead(rights, item.account) ? item : undefined;
}

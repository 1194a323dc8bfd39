/** Users and invitations as clients see them. */

import { totalBalance } from '../../../../actors/money/totals.js';
import type { InvitationState } from '../../../../actors/people/invitation.js';
import type { Person } from '../../../../actors/people/user-record.js';
import { unixSecondsOf } from '../../../../time/clock.js';
import type { World } from '../../../../time/world.js';
import type { GatewayDeps } from '../../../operation.js';
import { invitationId } from '../../../schemas/identifiers.js';

export function printUser({ id, account, name, role, grants, createdAt }: Person): string {
  return `{"id":"${id}","object":"user","account":"${account}","name":${JSON.stringify(name)},"role":"${role}","keys":${JSON.stringify(grants)},"created_at":${createdAt}}`;
}

export function printInvitation(invitation: InvitationState, world: World): string {
  return `{${printFields(invitation, world)}}`;
}

/** @param url the link, with the token, shown this once */
export function printCreatedInvitation(
  invitation: InvitationState,
  url: string,
  isMailed: boolean,
  world: World,
): string {
  return `{${printFields(invitation, world)},"url":${JSON.stringify(url)},"mailed":${isMailed}}`;
}

function printFields(
  { id, account, name, role, expiresAt, createdAt }: InvitationState,
  world: World,
): string {
  return `"id":"${invitationId(id)}","object":"invitation","account":"${account}","name":${JSON.stringify(name)},"role":"${role}","expires_at":${unixSecondsOf(expiresAt, world)},"created_at":${createdAt}`;
}

/** The balance of all keys of an account that there is, in micro-DA. */
export function accountsBalance(id: string, { system, account }: GatewayDeps): bigint {
  const state = system.view(account, id);
  if (state === undefined) throw new Error(`account ${id} has people and no record`);
  return totalBalance(state.totals);
}

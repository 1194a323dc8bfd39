/** A session that is about to begin, and what its browser gets once it has. */
import type { NewSession } from '../actors/people/sessions.js';
import { makeDeviceMark } from './device-marks.js';
import type { PeopleParts } from './people-parts.js';
import type { Client, NewlySignedIn } from './people-results.js';
import { newToken } from './tokens.js';

const AGENT_CHARACTERS_MAX = 200;

export function newSession(
  { world }: PeopleParts,
  client: Client,
): { readonly token: string; readonly session: NewSession } {
  const { token, id } = newToken(world);
  const address = client.address ?? null;
  // A cut may leave half of a character, which no record can hold.
  const agent = client.agent.slice(0, AGENT_CHARACTERS_MAX).replace(/\p{Surrogate}/gu, '');
  return { token, session: { id, address, agent } };
}

export function newlySignedIn({ seal, world }: PeopleParts, user: string, token: string): NewlySignedIn {
  const device = makeDeviceMark(seal, user, (count) => world.randomBytes(count));
  return { outcome: 'signed_in', user, token, device };
}

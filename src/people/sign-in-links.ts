/**
 * Links that sign in by themselves: invitations that ask for no password. The node alone makes them, for the
 * person at its terminal.
 */
import { asked } from '../actors/partition.js';
import { readInvitation } from '../actors/people/invitation.js';
import type { Role } from '../actors/people/rights.js';
import type { Author } from '../actors/people/user-messages.js';
import { newlySignedIn, newSession } from './new-session.js';
import type { PeopleParts } from './people-parts.js';
import { type Client, type NewlySignedIn, type Unable, unable } from './people-results.js';
import { idOfToken, type Token } from './tokens.js';

export class SignInLinks {
  readonly #parts: PeopleParts;

  constructor(parts: PeopleParts) {
    this.#parts = parts;
  }

  /** @param wanted `name` is that of the user who is signed in, who is made if there is none */
  async make(
    author: Author,
    wanted: { readonly account: string; readonly name: string; readonly role: Role },
    { id }: Token,
  ): Promise<void> {
    const message = { type: 'make', ...wanted, ...author, signsIn: true } as const;
    const told = await asked(this.#parts, this.#parts.invitation, id, message);
    const outcome = told.ok ? told.reply.outcome : told.refusal;
    if (outcome !== 'invited') throw new Error(`a sign-in link could not be made: ${outcome}`);
  }

  async withdraw(author: Author, id: string): Promise<void> {
    const told = await asked(this.#parts, this.#parts.invitation, id, { type: 'withdraw', ...author });
    if (!told.ok) throw new Error(`a sign-in link could not be withdrawn: ${told.refusal}`);
  }

  isOpen(token: string): boolean {
    return this.#idOfOpen(token) !== undefined;
  }

  /** Uses the link up. */
  async use(token: string, client: Client): Promise<NewlySignedIn | { readonly outcome: 'over' } | Unable> {
    const id = this.#idOfOpen(token);
    if (id === undefined) return { outcome: 'over' };
    const { token: sessionToken, session } = newSession(this.#parts, client);
    const user = this.#parts.ids.next('user');
    const message = { type: 'accept', user, passwordHash: null, session } as const;
    const told = await asked(this.#parts, this.#parts.invitation, id, message);
    if (!told.ok) return unable(told.refusal);
    const { reply } = told;
    return reply.outcome === 'accepted'
      ? newlySignedIn(this.#parts, reply.user, sessionToken)
      : { outcome: 'over' };
  }

  #idOfOpen(token: string): string | undefined {
    const id = idOfToken(token);
    if (id === undefined) return undefined;
    const invitation = readInvitation(id, this.#parts.partitionOf(id).system.records);
    if (invitation === undefined || !invitation.signsIn) return undefined;
    return invitation.expiresAt > this.#parts.world.steadyMs() ? id : undefined;
  }
}

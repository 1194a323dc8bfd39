/**
 * New passwords for those who forgot theirs, by a link that is mailed: an invitation by the node itself.
 *
 * Invariant: a request is answered before its name is looked up, and the same for known and unknown names.
 */
import { OPERATORS_ACCOUNT } from '../actors/accounts/operators-account.js';
import { BY_THE_NODE } from '../actors/audit/audit-trail.js';
import { asked } from '../actors/partition.js';
import type { Rights } from '../actors/people/rights.js';
import { userNameKey } from '../actors/people/user-names.js';
import type { MailLanguage } from '../mail/mail-texts.js';
import { GuessLimits } from './guess-limits.js';
import type { PeopleMail } from './people-mail.js';
import type { PeopleParts } from './people-parts.js';
import type { Client } from './people-results.js';
import { personOfName } from './person-of-name.js';
import { newToken } from './tokens.js';

/** Those of the node: it resets any password. */
const RIGHTS: Rights = { role: 'operator', account: OPERATORS_ACCOUNT };

export class ForgottenPassword {
  readonly #parts: PeopleParts;
  readonly #mail: PeopleMail;
  readonly #limits: GuessLimits;

  constructor(parts: PeopleParts, mail: PeopleMail) {
    this.#parts = parts;
    this.#mail = mail;
    this.#limits = new GuessLimits(parts, 'forgotten');
  }

  /** False if an owner or operator has to make a new invitation. */
  get isByMail(): boolean {
    return this.#mail.isOn;
  }

  /** Has a link mailed if the name is a user's. @returns false if too many were asked for */
  ask(name: string, language: MailLanguage, { network }: Client): boolean {
    const guess = { nameKey: userNameKey(name), network, device: undefined };
    if (this.#limits.waitMs(guess) > 0) return false;
    const { world, partitionOf } = this.#parts;
    const mailLink = () =>
      this.#mailLink(name, language).catch((error: unknown) =>
        partitionOf(name).system.reportDefect('user', error),
      );
    world.soon(() => void mailLink());
    return true;
  }

  async #mailLink(name: string, language: MailLanguage): Promise<void> {
    const person = personOfName(this.#parts, name);
    if (person === undefined || !this.#mail.mayAsk(name)) return;
    const { world, invitation } = this.#parts;
    const { token, id } = newToken(world);
    const told = await asked(this.#parts, invitation, id, {
      type: 'make',
      account: person.account,
      name: person.name,
      role: person.role,
      resets: { user: person.id, passwordVersion: person.passwordVersion },
      by: BY_THE_NODE,
      rights: RIGHTS,
    });
    if (!told.ok || told.reply.outcome !== 'invited') return;
    this.#mail.send('password', person.name, `invitation/${token}`, language);
  }
}

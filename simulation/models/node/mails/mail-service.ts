/**
 * A mail server: it takes a mail, soon or after a while, or by chance refuses it, once or again and again,
 * breaks off, takes it unheard, or is silent.
 */
import type { Mail, MailTransport } from '../../../../src/mail/mail.js';
import type { World } from '../../../../src/time/world.js';
import type { MailFate, MailKind, MailSent } from '../../../history/mails/mails.js';
import type { FaultLevel } from '../../../model.js';
import type { Random } from '../../../world/random.js';

export const MAIL_FAULT_CHANCES: Readonly<Record<FaultLevel, number>> = { none: 0, light: 0.1, heavy: 0.3 };

interface MailServiceParts {
  readonly world: World;
  readonly random: Random;
  readonly faultChance: number;
  readonly see: (seen: MailSent) => void;
  readonly arrived: (mail: MailSent) => void;
}

const SUBJECTS: readonly (readonly [MailKind, RegExp])[] = [
  ['invitation', /^You are invited/],
  ['password', /^Set a new password/],
  ['sign_up', /^Your account/],
  ['known', /^You have an account/],
];
const TRIES = 4;
const UNWANTED_SHARE = 0.6;

export class MailService {
  readonly #parts: MailServiceParts;
  #faultChance: number;
  /** By address and text. */
  readonly #numbers = new Map<string, number>();
  /** The tries of mails that the process that runs has not heard to be taken. */
  readonly #waiting = new Map<number, number>();
  /** How often a mail will still be refused, whatever becomes of others. */
  readonly #unwanted = new Map<number, number>();
  #hung: (() => void)[] = [];

  constructor(parts: MailServiceParts) {
    this.#parts = parts;
    this.#faultChance = parts.faultChance;
  }

  /** Whether a mail is still to be tried again. */
  get isWaitedFor(): boolean {
    return [...this.#waiting.values()].some((tries) => tries < TRIES);
  }

  endFaults(): void {
    this.#faultChance = 0;
    for (const letGo of this.#hung) letGo();
    this.#hung = [];
  }

  /** As a new process reaches it, which knows nothing of the mails of the one before. */
  reachedFrom(isAlive: () => boolean): MailTransport {
    this.#waiting.clear();
    return { send: (mail) => (isAlive() ? this.#try(mail) : new Promise(() => {})) };
  }

  async #try({ to, subject, text }: Mail): Promise<void> {
    const { random, world, see, arrived } = this.#parts;
    const known = this.#numbers.get(`${to} ${text}`);
    const number = known ?? this.#numbers.size + 1;
    this.#numbers.set(`${to} ${text}`, number);
    if (known === undefined && random.fork(`unwanted ${number}`).chance(this.#faultChance * UNWANTED_SHARE))
      this.#unwanted.set(number, random.fork(`tries ${number}`).pick([2, 3, 3, 4]));
    const fate = this.#fateOf(number);
    const delayMs = random.pick([0, 20, 400]);
    const kind = SUBJECTS.find(([, pattern]) => pattern.test(subject))?.[0];
    if (kind === undefined) throw new Error(`a mail of no kind: ${subject}`);
    const link = (text.match(/https?:\S+/g) ?? []).join(' ');
    const mail: MailSent = { what: 'mail_sent', mail: number, to, kind, link, fate };
    see(mail);
    if (fate === 'taken') this.#waiting.delete(number);
    else this.#waiting.set(number, (this.#waiting.get(number) ?? 0) + 1);
    if (fate === 'taken' || fate === 'unheard') arrived(mail);
    await new Promise<void>((done) => {
      if (fate === 'silence') this.#hung.push(done);
      else world.after(delayMs, done);
    });
    if (fate !== 'taken') throw errorOf(fate);
  }

  #fateOf(number: number): MailFate {
    const { random } = this.#parts;
    const refusals = this.#unwanted.get(number) ?? 0;
    if (refusals > 0) {
      this.#unwanted.set(number, refusals - 1);
      return 'refused';
    }
    return random.chance(this.#faultChance)
      ? random.pick(['refused', 'reset', 'unheard', 'silence'] as const)
      : 'taken';
  }
}

function errorOf(fate: Exclude<MailFate, 'taken'>): Error {
  const told = fate === 'refused' ? { responseCode: 451 } : { code: 'ECONNRESET' };
  return Object.assign(new Error(`the mail server: ${fate}`), told);
}

/** Links that invite somebody, sign in by themselves, or are for a forgotten password. */
import type { AcceptResult } from '../../../../src/people/people-results.js';
import { PASSWORDS } from './known-people.js';
import { byManagementKey, handles, type NaiveLink } from './naive-people.js';
import type { ActOf } from './people-acts.js';
import {
  type CourseParts,
  clientOf,
  isSound,
  nameOf,
  type SessionsCourse,
  sha256,
} from './sessions-course.js';
import type { StrangersCourse } from './strangers-course.js';

const DAY_MS = 86_400_000;

export class LinksCourse {
  readonly #parts: CourseParts;
  readonly #sessions: SessionsCourse;
  readonly #strangers: StrangersCourse;
  /** Of invitations that were made with an Idempotency-Key. */
  readonly #keys: { readonly by: string; readonly key: number; readonly at: number }[] = [];
  #made = 0;

  constructor(parts: CourseParts, sessions: SessionsCourse, strangers: StrangersCourse) {
    this.#parts = parts;
    this.#sessions = sessions;
    this.#strangers = strangers;
  }

  async invite(act: ActOf<'invite'>): Promise<void> {
    const { trial, node, naive } = this.#parts;
    const by = byManagementKey(act.by);
    const { account, role, key, language, signsIn } = act;
    const name = nameOf(act);
    const author = { by, rights: act.by };
    const expected = this.#invited(act, by.id);
    const { now, second } = naive;
    let token = '';
    let outcome: string;
    if (signsIn) {
      this.#made += 1;
      token = `link-${String(this.#made).padStart(38, '0')}`;
      const made = node.people.links.make(author, { account, name, role }, { token, id: sha256(token) });
      const why = await node.done(made.then(() => 'invited').catch((error: Error) => error.message));
      outcome = why.replace('a sign-in link could not be made: ', '');
    } else {
      const idempotency =
        key === undefined ? undefined : { keyHash: sha256(`${key}`), fingerprint: sha256('') };
      const told = await node.done(
        node.people.invite(author, { account, name, role, language, ...(idempotency && { idempotency }) }),
      );
      outcome = told.outcome;
      if (told.outcome === 'invited') {
        token = told.token;
        trial.same('mailed', told.isMailed, true);
        this.#strangers.invited(act, token);
      }
    }
    trial.same('invited', outcome, expected);
    if (expected !== 'invited' || outcome !== expected) return;
    if (key !== undefined && !signsIn) this.#keys.push({ by: by.id, key, at: now });
    const kind = signsIn ? 'signs_in' : 'invitation';
    const id = sha256(token);
    const about = { account, who: act.who, name, role, rights: act.by };
    naive.links.push({ kind, id, token, ...about, madeAt: now, createdAt: second, isOver: false });
    naive.did(account, 'user_invited', id, by, { name, role });
  }

  async accept({ nth, password, from }: ActOf<'accept'>): Promise<void> {
    const { node, naive } = this.#parts;
    const link = this.#nth(nth);
    if (link === undefined) return;
    const accepted = node.people.acceptInvitation(link.token, PASSWORDS[password] as string, clientOf(from));
    const told = await node.done(accepted);
    const isThere = naive.works(link) && link.kind !== 'signs_in';
    const expected = !isThere
      ? 'no_such_invitation'
      : isSound(password)
        ? this.#accepted(link)
        : 'bad_password';
    this.#settle(link, told, expected, password, from);
  }

  async use({ nth, from }: ActOf<'use_link'>): Promise<void> {
    const { node, naive } = this.#parts;
    const link = naive.links.filter(({ kind }) => kind === 'signs_in').at(-1 - nth) ?? this.#nth(nth);
    if (link === undefined) return;
    const told = await node.done(node.people.links.use(link.token, clientOf(from)));
    const isThere = naive.works(link) && link.kind === 'signs_in';
    const isAccepted = isThere && this.#accepted(link) === 'signed_in';
    this.#settle(link, told, isAccepted ? 'signed_in' : 'over', null, from);
  }

  async withdraw({ nth, by: rights }: ActOf<'withdraw'>): Promise<void> {
    const { trial, node, naive } = this.#parts;
    const link = this.#nth(nth);
    if (link === undefined) return;
    const by = byManagementKey(rights);
    const told = await node.done(node.people.withdrawInvitation({ by, rights }, link.id));
    const expected = !naive.works(link)
      ? 'no_such_invitation'
      : handles(rights, link.account, 'member')
        ? 'withdrawn'
        : 'not_allowed';
    trial.same('withdrawn', told.ok ? told.reply.outcome : told.refusal, expected);
    if (expected !== 'withdrawn') return;
    link.isOver = true;
    naive.did(link.account, 'invitation_withdrawn', link.id, by, { name: link.name });
  }

  #settle(
    link: NaiveLink,
    told: AcceptResult | { readonly outcome: 'over' },
    expected: string,
    password: number | null,
    from: ActOf<'accept'>['from'],
  ): void {
    const { trial, naive } = this.#parts;
    trial.same('accepted', told.outcome, expected);
    if (expected !== 'signed_in' || told.outcome !== 'signed_in') return;
    link.isOver = true;
    const { account, who, name, role } = link;
    const known = naive.userOf(who);
    const address = from.address ?? null;
    if (known !== undefined && password !== null) naive.setPassword(known, password, address);
    const user = known ?? naive.join({ account, who, name, role }, told.user, password, address);
    this.#sessions.begun(told, user, from);
  }

  #invited({ by, account, role, who, key, signsIn }: ActOf<'invite'>, id: string): string {
    const { naive, peopleMax } = this.#parts;
    const isRepeated = this.#keys.some(
      (one) => one.by === id && one.key === key && naive.now < one.at + DAY_MS && !signsIn,
    );
    if (isRepeated) return 'invited_before';
    const known = naive.userOf(who);
    const reaches = known?.account !== account || handles(by, account, known.role);
    if (!handles(by, account, role) || !reaches) return 'not_allowed';
    return naive.linksOf(account).length >= peopleMax ? 'too_many_invitations' : 'invited';
  }

  #accepted({ account, who, rights, of }: NaiveLink): string {
    const { naive, peopleMax } = this.#parts;
    const known = naive.userOf(who);
    if (of !== undefined && (known !== of.user || known.passwords.length !== of.passwords))
      return 'no_such_invitation';
    if (known === undefined)
      return naive.usersOf(account).length >= peopleMax ? 'too_many_users' : 'signed_in';
    if (known.account !== account) return 'name_taken';
    return handles(rights, account, known.role) ? 'signed_in' : 'not_allowed';
  }

  #nth(nth: number): NaiveLink | undefined {
    return this.#parts.naive.links.at(-1 - nth);
  }
}

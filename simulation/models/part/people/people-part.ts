/** The people of a node: their links, passwords, sessions, roles and mails, and the trail of their acts. */
import type { Random } from '../../../world/random.js';
import type { Course, Part } from '../part.js';
import type { Trial } from '../trial.js';
import { NAMES } from './known-people.js';
import { LinksCourse } from './links-course.js';
import { byManagementKey, NaivePeople } from './naive-people.js';
import { overtakenLink } from './overtaken-link.js';
import { PAUSES_MS, type PeopleAct, peopleAct } from './people-acts.js';
import { compareAll, compareRights } from './people-compared.js';
import { type PeopleLimits, PeopleNode } from './people-node.js';
import { SessionsCourse } from './sessions-course.js';
import { StrangersCourse } from './strangers-course.js';

export function peoplePart(): Part<PeopleLimits, PeopleAct> {
  return {
    name: 'people',
    limits: (random: Random) => ({
      peopleMax: random.pick([4, 5, 1_000]),
      residentMax: random.pick([1, 3, 1_000]),
    }),
    act: (random) =>
      random.chance(0.07) ? { do: 'in_turn', acts: overtakenLink(random) } : peopleAct(random),
    pauseMs: (random) => random.weighted(PAUSES_MS),
    begin: (trial, limits) => new PeopleCourse(trial, limits),
  };
}

class PeopleCourse implements Course<PeopleAct> {
  readonly #trial: Trial;
  readonly #naive: NaivePeople;
  readonly #node: PeopleNode;
  readonly #links: LinksCourse;
  readonly #sessions: SessionsCourse;
  readonly #strangers: StrangersCourse;

  constructor(trial: Trial, limits: PeopleLimits) {
    this.#trial = trial;
    this.#naive = new NaivePeople(trial.world);
    this.#node = new PeopleNode(trial, limits);
    const parts = { trial, node: this.#node, naive: this.#naive, peopleMax: limits.peopleMax };
    this.#sessions = new SessionsCourse(parts);
    this.#strangers = new StrangersCourse(parts, this.#sessions);
    this.#links = new LinksCourse(parts, this.#sessions, this.#strangers);
    compareRights(trial);
  }

  async take(act: PeopleAct): Promise<void> {
    switch (act.do) {
      case 'invite':
        return await this.#links.invite(act);
      case 'accept':
        return await this.#links.accept(act);
      case 'use_link':
        return await this.#links.use(act);
      case 'withdraw':
        return await this.#links.withdraw(act);
      case 'sign_in':
        return await this.#sessions.signIn(act);
      case 'use':
        return await this.#sessions.use(act);
      case 'sign_out':
      case 'sign_out_everywhere':
        return await this.#sessions.signOut(act);
      case 'change_password':
        return await this.#sessions.changePassword(act);
      case 'change_role':
      case 'grant':
      case 'remove':
        return await this.#change(act);
      case 'forgot':
        return await this.#strangers.forgot(act);
      case 'sign_up':
      case 'sign_up_at_once':
        return await this.#strangers.signUp(act);
      case 'open_account':
        return await this.#strangers.openAccount(act);
      case 'settings':
        this.#node.settings = act;
        return;
      case 'restart':
        this.#node.restart();
        this.#strangers.restarted();
        return;
      case 'in_turn':
        for (const one of act.acts) await this.take(one);
    }
  }

  compare(): void {
    compareAll(this.#trial, this.#node, this.#naive);
    this.#strangers.compare();
  }

  async #change(act: Extract<PeopleAct, { readonly do: 'change_role' | 'grant' | 'remove' }>): Promise<void> {
    const user = this.#naive.userOf(act.who % NAMES.length);
    if (user === undefined) return;
    const rights = act.by;
    const by = byManagementKey(rights);
    const { people } = this.#node;
    const author = { by, rights };
    const told = await this.#node.done(
      act.do === 'change_role'
        ? people.changeRole(author, user.id, act.role)
        : act.do === 'grant'
          ? people.grant(author, user.id, act.keys)
          : people.removeUser(author, user.id),
    );
    const expected =
      act.do === 'change_role'
        ? this.#naive.changeRole(user, rights, act.role, by)
        : act.do === 'grant'
          ? this.#naive.grant(user, rights, act.keys, by)
          : this.#naive.remove(user, rights, by);
    this.#trial.same('change', told.ok ? told.reply.outcome : told.refusal, expected);
  }
}

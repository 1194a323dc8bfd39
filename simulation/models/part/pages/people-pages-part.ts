/** The pages of people: their list, one of them, invitations, and what becomes of the forms. */
import type { RoutePath } from '../../../../src/http/pages/dashboard/routes.js';
import type { Random } from '../../../world/random.js';
import type { Course, Part } from '../part.js';
import type { Trial } from '../trial.js';
import {
  type DrawnInvitation,
  type DrawnPerson,
  drawInvitation,
  drawPerson,
  type PlacedInvitation,
  type PlacedPerson,
  putInvitation,
  putPerson,
} from './drawn-people.js';
import { idOf } from './orders/drawn-orders.js';
import { type Answer, inOrder, PageDesk } from './page-desk.js';
import type { ListAct, PeopleFacts } from './people-facts.js';
import { type Due, type FormAct, inviteDue, NAMES, personFormDue, withdrawalDue } from './people-forms.js';
import { listDue, listIn, personDue, personIn } from './shown-people.js';
import { HOMES, NO_ACCOUNT, ROLES, VIEWER_NAMES, VIEWERS, type ViewerName, viewerOf } from './viewers.js';

type PeoplePageAct =
  | {
      readonly do: 'put';
      readonly people: readonly DrawnPerson[];
      readonly invitations: readonly DrawnInvitation[];
    }
  | ListAct
  | {
      readonly do: 'look';
      readonly viewer: ViewerName;
      readonly who: number;
      readonly isSaved: boolean;
      readonly alsoIn?: 'fr' | 'ar';
    }
  | FormAct;

const REPLIES: readonly (Answer | null)[] = [
  { outcome: 'user' },
  { outcome: 'user' },
  { outcome: 'removed' },
  { outcome: 'last_owner' },
  { outcome: 'not_allowed' },
  { outcome: 'no_such_user' },
  { outcome: 'withdrawn' },
  { outcome: 'no_such_invitation' },
  { outcome: 'invited' },
  { outcome: 'invited_before' },
  { outcome: 'too_many_invitations' },
  null,
];

export function peoplePagesPart(): Part<{ readonly isMailed: boolean }, PeoplePageAct> {
  return {
    name: 'people-pages',
    limits: (random) => ({ isMailed: random.chance(0.5) }),
    act: drawAct,
    pauseMs: (random) => random.pick([0, 0, 0, 1, 1_000, 3_600_000]),
    begin: (trial, limits) => new PeoplePagesCourse(trial, limits.isMailed),
  };
}

function drawAct(random: Random): PeoplePageAct {
  const viewer = random.chance(0.3) ? 'operator' : random.pick(VIEWER_NAMES);
  const [account] = [random.pick([undefined, undefined, ...HOMES, NO_ACCOUNT, 'x'])];
  const alsoIn = random.chance(0.2) ? { alsoIn: random.pick(['fr', 'ar'] as const) } : {};
  return random.weighted<() => PeoplePageAct>([
    [
      2,
      () => ({
        do: 'put',
        people: Array.from({ length: random.pick([1, 5, 26]) }, () => drawPerson(random)),
        invitations: Array.from({ length: random.pick([0, 1, 4]) }, () => drawInvitation(random)),
      }),
    ],
    [
      5,
      () => ({
        do: 'list',
        viewer,
        ...(account !== undefined && { account }),
        ...(random.chance(0.5) && { after: random.chance(0.9) ? random.below(90) : ('somebody' as const) }),
        ...(random.chance(0.2) && { done: random.pick(['removed', 'withdrawn'] as const) }),
        ...alsoIn,
      }),
    ],
    [4, () => ({ do: 'look', viewer, who: whoOf(random), isSaved: random.chance(0.2), ...alsoIn })],
    [7, () => drawForm(random, viewer, account)],
  ])();
}

/** The first few are those who look. */
function whoOf(random: Random): number {
  return random.chance(0.5) ? random.below(7) : random.below(90);
}

function drawForm(random: Random, viewer: ViewerName, account: string | undefined): FormAct {
  const isRight = random.chance(0.75);
  return {
    do: 'form',
    viewer: random.chance(0.6) ? random.pick(['owner', 'operator', 'clerk'] as const) : viewer,
    form: random.pick(['role', 'grants', 'remove', 'invite_again', 'other', 'invite', 'withdraw'] as const),
    who: whoOf(random),
    account: account ?? '',
    role: isRight ? random.pick(ROLES) : 'king',
    keys: Array.from({ length: random.pick([0, 1, 2, 2]) }, () => random.pick([0, 1, 2, 3, 4, 5, 77])),
    name: isRight ? random.pick(NAMES.slice(0, 2)) : random.pick(NAMES),
    once: random.pick(['', 'once', 'twice']),
    reply: random.pick(REPLIES),
    isSent: random.chance(0.8),
  };
}

class PeoplePagesCourse implements Course<PeoplePageAct> {
  readonly #trial: Trial;
  readonly #desk: PageDesk;
  readonly #isMailed: boolean;
  readonly #people: PlacedPerson[] = [];
  readonly #invitations: PlacedInvitation[] = [];
  /** Forms are the same if this is: all that is in them. */
  readonly #once = new Map<string, string>();

  constructor(trial: Trial, isMailed: boolean) {
    this.#trial = trial;
    this.#isMailed = isMailed;
    this.#desk = new PageDesk(trial, isMailed);
    for (const one of Object.values(VIEWERS).flatMap((viewer) => viewer ?? []))
      this.#people.push(putPerson(this.#desk, one.number, { ...one, sessions: [] }, this.#now));
  }

  async take(act: PeoplePageAct): Promise<void> {
    switch (act.do) {
      case 'put': {
        // The first seven numbers are of those who look.
        for (const drawn of act.people)
          this.#people.push(putPerson(this.#desk, this.#people.length + 1, drawn, this.#now));
        for (const drawn of act.invitations)
          this.#invitations.push(putInvitation(this.#desk, this.#invitations.length, drawn, this.#now));
        return;
      }
      case 'list':
        return await this.#list(act);
      case 'look':
        return await this.#look(act);
      case 'form':
        return await this.#form(act);
    }
  }

  compare(): void {
    this.#trial.same('asked', this.#desk.told(), []);
  }

  get #now() {
    const { world } = this.#trial;
    return { steady: this.#trial.now, second: Math.floor(world.wallMs() / 1_000) };
  }

  get #facts(): PeopleFacts {
    const { now, world } = this.#trial;
    const [people, invitations] = [this.#people, this.#invitations];
    return { people, invitations, isMailed: this.#isMailed, now, nowMs: world.wallMs() };
  }

  async #list(act: ListAct): Promise<void> {
    const { account, after, done, alsoIn } = act;
    const query = new URLSearchParams({
      ...(account !== undefined && { account }),
      ...(after !== undefined && { after: after === 'somebody' ? after : idOf('user', after) }),
      ...(done && { [done]: '' }),
    });
    const viewer = viewerOf(act.viewer);
    const page = await this.#desk.ask(viewer, { path: '/people', query: query.toString(), alsoIn });
    this.#trial.same('list', listIn(page), listDue(viewer, act, this.#facts, query));
  }

  async #look(act: PeoplePageAct & { do: 'look' }): Promise<void> {
    const { who, isSaved, alsoIn } = act;
    const viewer = viewerOf(act.viewer);
    const [rest, query] = [idOf('user', who), isSaved ? 'saved' : ''];
    const page = await this.#desk.ask(viewer, { path: '/people/', rest, query, alsoIn });
    this.#trial.same('person', personIn(page), personDue(viewer, who, isSaved, this.#facts));
  }

  async #form(act: FormAct): Promise<void> {
    const viewer = viewerOf(act.viewer);
    if (viewer === undefined) return;
    if (act.form === 'invite')
      return await this.#answered(act, '/people/invite', '', inviteDue(viewer, act, this.#facts));
    if (act.form === 'withdraw')
      return await this.#answered(act, '/people', '', withdrawalDue(viewer, act, this.#facts));
    await this.#answered(act, '/people/', idOf('user', act.who), personFormDue(viewer, act, this.#facts));
  }

  async #answered(act: FormAct, path: RoutePath, rest: string, due: Due): Promise<void> {
    this.#desk.reply = act.reply ?? undefined;
    const form = new URLSearchParams(due.fields.map(([name, value]) => [name, value]));
    const isForm = act.form !== 'invite' || act.isSent;
    const page = await this.#desk.ask(viewerOf(act.viewer), {
      path,
      rest,
      query: due.query ?? '',
      ...(isForm && { form }),
    });
    const told = this.#desk.heard.splice(0);
    const [[kind, id, { idempotency, ...message } = {}] = []] = told;
    if (due.unique !== undefined && kind === 'invitation')
      this.#trial.same('once', this.#isUnique(due.unique, idempotency), true);
    const sent = kind === undefined ? [] : [kind, kind === 'invitation' && due.isNew ? '' : id, message];
    this.#trial.same('asked', inOrder(sent), inOrder(due.asked ?? []));
    this.#trial.same('done', page.result, due.result);
    this.#trial.same('form', due.shown?.(page), due.shows);
    if (due.isNew && kind !== undefined && page.main.includes('/invitation/'))
      this.#trial.same('link', due.linksTo?.(page), id);
  }

  /** The same form has the same text, and no other has; one without its own has none. */
  #isUnique(content: string, idempotency: unknown): boolean {
    const text = (idempotency as { keyHash: string } | undefined)?.keyHash ?? '';
    if (content === '') return text === '';
    const before = this.#once.get(content);
    const others = [...this.#once].filter(([one]) => one !== content).map(([, hash]) => hash);
    this.#once.set(content, text);
    return text !== '' && !others.includes(text) && (before ?? text) === text;
  }
}

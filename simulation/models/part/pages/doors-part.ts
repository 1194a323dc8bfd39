/** The pages by which people come in and go out: sign-in, links, passwords, sign-up and sessions. */
import { printSetCookie } from '../../../../src/http/response/set-cookie.js';
import type { Course, Part } from '../part.js';
import type { Trial } from '../trial.js';
import { type DoorAct, drawKnock, ENDS } from './door-acts.js';
import { doorDue } from './door-due.js';
import { inOrder, PageDesk } from './page-desk.js';
import { VIEWERS } from './viewers.js';

export function doorsPart(): Part<null, DoorAct> {
  return {
    name: 'doors',
    limits: () => null,
    act: drawKnock,
    pauseMs: () => 0,
    begin: (trial) => new DoorsCourse(trial),
  };
}

class DoorsCourse implements Course<DoorAct> {
  readonly #trial: Trial;

  constructor(trial: Trial) {
    this.#trial = trial;
  }

  async take(act: DoorAct): Promise<void> {
    const heard: unknown[] = [];
    const desk = new PageDesk(this.#trial, act.isMailed, {}, { people: peopleOf(act, heard) });
    const { path, opened, address, device, isSent } = act;
    const { name, password, again, next } = act;
    const query = {
      '/sign-in': new URLSearchParams({ next, ...(act.isLost && { lost: '' }) }).toString(),
      '/sessions': isSent ? '' : 'changed',
    };
    const typed = { name, password, again, next, act: act.act, session: 'other', current: 'old' };
    const fields = path === '/password' ? { ...typed, next: password } : typed;
    const page = await desk.ask(act.isSignedIn ? VIEWERS.owner : undefined, {
      path,
      rest: ENDS[path],
      query: query[path as keyof typeof query] ?? '',
      opened,
      address,
      device,
      ...(isSent && { form: new URLSearchParams(fields) }),
    });
    const due = doorDue(act);
    const { answer } = page;
    this.#trial.same('result', page.result, due.result);
    this.#trial.same('asked', inOrder(heard), inOrder(due.asked));
    this.#trial.same('cookies', (answer?.cookies ?? []).map(printSetCookie), due.cookies);
    const wait = answer?.headers?.find(([field]) => field === 'Retry-After')?.[1];
    this.#trial.same('wait', wait, due.wait);
    if (due.shows === undefined) return;
    const ways = ['/forgotten-password', '/sign-up'];
    const links = path === '/sign-in' ? page.links.filter((link) => ways.includes(link)) : [];
    const { forms, notices } = page;
    const shown = { forms, notices, links, next: page.field('next').values };
    this.#trial.same('shown', inOrder(shown), inOrder(due.shows));
  }

  compare(): void {}
}

/** They answer as they are told to. */
function peopleOf({ outcome, isMailed, mayStrangers, link, waitMs, isSignedIn }: DoorAct, heard: unknown[]) {
  const signedIn = { user: 'user', name: 'somebody', account: 'acct_1', role: 'owner', grants: [] };
  const told = (what: string, ...said: readonly unknown[]) => {
    heard.push([what, ...said]);
    return { outcome, token: 'TOKEN', device: 'DEVICE', retryAfterMs: waitMs, ok: outcome !== 'unable' };
  };
  const from = ({ network, address }: { readonly network: string; readonly address: string }) => [
    network,
    address,
  ];
  return {
    sessionOf: () => (isSignedIn ? { ...signedIn, session: 'own', hasPassword: true } : undefined),
    sessionsOf: () => [],
    signIn: async (tried: object, client: never) => told('sign_in', tried, from(client)),
    signOut: async (_: object, other = 'own') => told('sign_out', other),
    signOutEverywhere: async () => told('sign_out_everywhere'),
    changePassword: async (_: object, tried: object, client: never) => told('change', tried, from(client)),
    invitationOf: () =>
      link === 'over' ? undefined : { name: 'somebody', resets: link === 'resets' ? {} : undefined },
    acceptInvitation: async (token: string, password: string, client: never) =>
      told('accept', token, password, from(client)),
    links: {
      isOpen: () => link !== 'over',
      use: async (token: string, client: never) => told('use', token, from(client)),
    },
    forgotten: {
      isByMail: isMailed,
      ask: (name: string, language: string, client: never) =>
        told('forgot', name, language, from(client)).outcome === 'asked',
    },
    signUp: {
      isOpen: mayStrangers,
      isByMail: isMailed,
      nameOf: () => (link === 'over' ? undefined : 'somebody'),
      ask: (name: string, language: string, client: never) => told('sign_up', name, language, from(client)),
      askWithPassword: async (name: string, password: string, client: never) =>
        told('sign_up_at_once', name, password, from(client)),
      accept: async (token: string, password: string, client: never) =>
        told('open_account', token, password, from(client)),
    },
  };
}

/** The page of management keys: who has it, what it lists, and how many an account makes, also at once. */
import { createHash } from 'node:crypto';
import type { Random } from '../../../../world/random.js';
import type { Course, Part } from '../../part.js';
import type { Trial } from '../../trial.js';
import { idOf, OPERATORS } from '../orders/drawn-orders.js';
import { inOrder, NEW_NUMBER, PageDesk } from '../page-desk.js';
import type { ToldPage } from '../told-page.js';
import {
  authorOf,
  HOMES,
  manages,
  NO_ACCOUNT,
  pathOn,
  reaches,
  VIEWER_NAMES,
  type Viewer,
  type ViewerName,
  viewerOf,
} from '../viewers.js';
import { MadeKeys } from './made-keys.js';

interface KeyForm {
  /** Of the key; undefined if it is none. */
  readonly key: number | undefined;
  readonly name: string;
  readonly isRevoked: boolean;
  /** False if the disk takes nothing now. */
  readonly isTaken: boolean;
}

type ManagementKeysAct = { readonly viewer: ViewerName; readonly account?: string } & (
  | { readonly do: 'look'; readonly isBack: boolean; readonly alsoIn?: 'fr' | 'ar' }
  /** All are sent before the first is answered. */
  | { readonly do: 'forms'; readonly forms: readonly KeyForm[]; readonly answered: 'first' | 'last' }
);

type SentForms = Extract<ManagementKeysAct, { do: 'forms' }>;

interface Due {
  readonly result: string;
  readonly asked?: readonly unknown[];
  /** The list, if it is shown again. */
  readonly shows?: object;
}

/** How many there are of each account at first. */
type Limits = readonly number[];

const MOST = 20;
const UNNAMED = { account: 'Made with the account', operator: 'Set by the configuration' } as const;
const NAMES = ['Script & <so>', '  Backup  ', 'n'.repeat(100), 'n'.repeat(101), ' ', ''];

export function managementKeyPagesPart(): Part<Limits, ManagementKeysAct> {
  return {
    name: 'management-key-pages',
    limits: (random) => HOMES.map(() => random.pick([0, 2, 18, 19, 20])),
    act: drawAct,
    pauseMs: () => 0,
    begin: (trial, limits) => new ManagementKeyPagesCourse(trial, limits),
  };
}

function drawAct(random: Random): ManagementKeysAct {
  const viewer = random.chance(0.7) ? random.pick(['owner', 'operator'] as const) : random.pick(VIEWER_NAMES);
  const account = random.weighted<string | undefined>([
    [5, undefined],
    [2, random.pick(HOMES)],
    [0.5, NO_ACCOUNT],
    [0.3, 'x'],
  ]);
  const base = { viewer, ...(account !== undefined && { account }) };
  if (random.chance(0.35)) {
    const alsoIn = random.chance(0.1) ? { alsoIn: random.pick(['fr', 'ar'] as const) } : {};
    return { do: 'look', ...base, isBack: random.chance(0.3), ...alsoIn };
  }
  const forms = Array.from({ length: random.pick([1, 1, 1, 2, 3]) }, () => drawForm(random));
  return { do: 'forms', ...base, forms, answered: random.pick(['first', 'last']) };
}

function drawForm(random: Random): KeyForm {
  return {
    key: random.weighted<number | undefined>([
      [6, 1_000 + random.below(1_000)],
      [1, 1_000 + random.below(3)],
      [4, 100 * (1 + random.below(3)) + random.below(20)],
      [0.3, undefined],
    ]),
    name: random.chance(0.8) ? 'Script & <so>' : random.pick(NAMES),
    isRevoked: random.chance(0.3),
    isTaken: random.chance(0.85),
  };
}

class ManagementKeyPagesCourse implements Course<ManagementKeysAct> {
  readonly #trial: Trial;
  readonly #desk: PageDesk;
  readonly #keys: MadeKeys;
  #isLoaded = false;

  constructor(trial: Trial, limits: Limits) {
    this.#trial = trial;
    this.#desk = new PageDesk(trial, false);
    this.#keys = new MadeKeys(this.#desk.records);
    for (const [home, count] of limits.entries()) {
      for (let nth = 0; nth < count; nth++) {
        const account = HOMES[home] ?? NO_ACCOUNT;
        const role = account === OPERATORS && nth === 1 ? 'operator' : 'account';
        const name = nth < 2 ? undefined : 'Script & <so>';
        const number = 100 * (1 + home) + nth;
        this.#keys.put({ number, account, role, name, hash: `hash ${number}`, isRevoked: false });
      }
    }
  }

  async take(act: ManagementKeysAct): Promise<void> {
    const viewer = viewerOf(act.viewer);
    if (act.do === 'forms') return this.#send(act, viewer);
    const { account, isBack, alsoIn } = act;
    const query = new URLSearchParams({ ...(account && { account }), ...(isBack && { revoked: '' }) });
    const page = await this.#desk.ask(viewer, { path: '/keys/management', query: String(query), alsoIn });
    const good = isBack ? 1 : 0;
    const own = account ?? viewer?.account ?? '';
    const refused = refusalOf(viewer, own);
    this.#trial.same('list', resultOf(page), refused ?? '200');
    if (refused === undefined) this.#trial.same('list', listIn(page), this.#listDue(viewer, own, { good }));
  }

  compare(): void {
    this.#trial.same('asked', this.#desk.told(), []);
  }

  async #send(act: SentForms, viewer: Viewer | undefined): Promise<void> {
    const { account, forms } = act;
    const own = account ?? viewer?.account ?? '';
    // Pages are loaded with the first request for one.
    if (!this.#isLoaded) await this.#desk.ask(viewer, { path: '/keys/management' });
    this.#isLoaded = true;
    const making = new Set<number>();
    const dues = forms.map((form) => this.#formDue(viewer, own, form, making));
    const passed = forms.filter((_, nth) => dues[nth]?.asked !== undefined).map(({ isTaken }) => isTaken);
    const held: (() => void)[] = [];
    this.#desk.actor = (id, message) => {
      const isTaken = passed.shift() === true;
      const outcome = () => (isTaken ? { ok: true, reply: this.#keys.obey(id, message) } : { ok: false });
      return new Promise((resolve) => held.push(() => resolve(outcome())));
    };
    const query = account === undefined ? '' : `account=${account}`;
    const pages = Promise.all(
      forms.map(({ key, name, isRevoked }) => {
        const id = key === undefined ? 'mkey_x' : idOf('mkey', key);
        const form = new URLSearchParams({ id, name, ...(isRevoked && { act: 'revoke' }) });
        return this.#desk.ask(viewer, { path: '/keys/management', query, form });
      }),
    );
    do {
      await new Promise((resolve) => setImmediate(resolve));
      (act.answered === 'first' ? held.shift() : held.pop())?.();
    } while (held.length > 0);
    const told = await pages;
    this.#desk.actor = undefined;
    const heard = this.#desk.heard.splice(0);
    const messages = heard.map(([kind, id, { credentialHash, ...message }]) => inOrder([kind, id, message]));
    const asked = dues.flatMap((due) => (due.asked === undefined ? [] : [inOrder(due.asked)]));
    this.#trial.same('asked', messages, asked);
    this.#trial.same(
      'done',
      told.map(resultOf),
      dues.map(({ result }) => result),
    );
    for (const [nth, page] of told.entries()) {
      const due = dues[nth];
      if (due?.shows !== undefined) this.#trial.same('list', listIn(page), due.shows);
      const hash = due?.asked === undefined ? undefined : heard.shift()?.[2].credentialHash;
      const isMade = this.#keys.all.some((key) => key.hash === hash);
      if (due?.result === '200') this.#trial.same('secret', secretIn(page), isMade ? hash : undefined);
    }
  }

  /** @param making the numbers of keys whose forms came before, and are not answered */
  #formDue(viewer: Viewer | undefined, own: string, form: KeyForm, making: Set<number>): Due {
    const { key: number, isRevoked, isTaken } = form;
    const refused = refusalOf(viewer, own);
    if (viewer === undefined || (refused !== undefined && refused !== '403'))
      return { result: refused ?? '' };
    if (number === undefined) return { result: '404' };
    if (refused !== undefined) return { result: refused };
    const [id, name, by] = [idOf('mkey', number), form.name.trim(), authorOf(viewer).by];
    const there = this.#keys.all.find((key) => key.number === number);
    const listed = this.#keys.listed(own);
    if (isRevoked) {
      if (there === undefined || !listed.includes(there) || there.role === 'operator')
        return { result: '404' };
      const back = pathOn(viewer, own, '/keys/management', { revoked: '' });
      const asked = ['management_key', id, { type: 'revoke', by }];
      return { result: isTaken ? `303 ${back}` : '503', asked };
    }
    if (name.length < 1 || name.length > 100)
      return { result: '400', shows: this.#listDue(viewer, own, { wrong: 1 }) };
    const counted = new Set([...listed.map((key) => key.number), ...making]).size;
    if (there === undefined && !making.has(number) && counted >= MOST)
      return { result: '409', shows: this.#listDue(viewer, own, { bad: 1 }) };
    making.add(number);
    const asked = ['management_key', id, { type: 'create', by, account: own, role: 'account', name }];
    return { result: isTaken ? '200' : '503', asked };
  }

  #listDue(viewer: Viewer | undefined, own: string, notices: Partial<ToldPage['notices']>) {
    const keys = this.#keys.listed(own);
    const path = (to: string) => (viewer === undefined ? to : pathOn(viewer, own, to));
    const revocable = keys.filter(({ role }) => role === 'account');
    const here = path('/keys/management');
    return {
      keys: keys.map(({ number, name, role }) => `${name ?? UNNAMED[role]} ${idOf('mkey', number)}`),
      ids: [...revocable.map(({ number }) => number), NEW_NUMBER].map((number) => idOf('mkey', number)),
      forms: [...revocable.map(() => `${here} revoke`), here],
      back: path('/keys'),
      notices: { good: 0, wait: 0, bad: 0, wrong: 0, ...notices },
    };
  }
}

function refusalOf(viewer: Viewer | undefined, own: string): string | undefined {
  if (viewer === undefined) return '303 /sign-in';
  if (!HOMES.some((home) => home === own) || !reaches(viewer, own)) return '404';
  return manages(viewer, own) ? undefined : '403';
}

/** Whatever a sign-in leads back to. */
function resultOf({ result }: ToldPage): string {
  return result.startsWith('303 /sign-in?') ? '303 /sign-in' : result;
}

function listIn(page: ToldPage) {
  return {
    keys: page.rows('Management keys').map(([key]) => key?.words),
    ids: page.field('id').values,
    forms: page.forms,
    back: page.links[0],
    notices: page.notices,
  };
}

function secretIn({ main }: ToldPage): string | undefined {
  const [, secret] = /<code id="secret"[^>]*>([^<]*)/.exec(main) ?? [];
  return secret && createHash('sha256').update(secret).digest('hex');
}

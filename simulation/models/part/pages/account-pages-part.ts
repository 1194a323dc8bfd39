/** The pages of accounts, which are for operators: their list, one of them, and what becomes of the forms. */
import { createHash } from 'node:crypto';
import type { Random } from '../../../world/random.js';
import type { Course, Part } from '../part.js';
import type { Trial } from '../trial.js';
import { type AccountForm, formDue, NAMES } from './account-forms.js';
import { type DrawnAccount, drawAccount, numberOfKey, putAccount } from './drawn-accounts.js';
import { idOf } from './orders/drawn-orders.js';
import { type Answer, inOrder, NEW_NUMBER, PageDesk } from './page-desk.js';
import { accountDue, accountIn, listDue, listIn } from './shown-accounts.js';
import { VIEWER_NAMES, type ViewerName, viewerOf } from './viewers.js';

type AccountsAct =
  | { readonly do: 'put'; readonly accounts: readonly DrawnAccount[] }
  | {
      readonly do: 'list';
      readonly viewer: ViewerName;
      readonly after?: number | 'x';
      readonly alsoIn?: 'fr' | 'ar';
    }
  | {
      readonly do: 'look';
      readonly viewer: ViewerName;
      readonly account: number;
      /** An act that led to it. */
      readonly done: '' | 'saved' | 'credit' | 'debit';
      readonly key: number;
      readonly alsoIn?: 'fr' | 'ar';
    }
  | AccountForm;

/** The number of the first account. */
const FIRST = 20;
const REPLIES: readonly (Answer | null)[] = [
  { outcome: 'credited', id: idOf('acct', NEW_NUMBER), name: 'New one' },
  { outcome: 'credited', id: idOf('acct', NEW_NUMBER), name: 'New one' },
  { outcome: 'debit_replayed', id: idOf('acct', NEW_NUMBER), name: 'New one' },
  { outcome: 'reference_reused' },
  { outcome: 'over_lifetime_credit' },
  { outcome: 'insufficient_credits' },
  null,
];

export function accountPagesPart(): Part<null, AccountsAct> {
  return {
    name: 'account-pages',
    limits: () => null,
    act: drawAct,
    pauseMs: () => 0,
    begin: (trial) => new AccountPagesCourse(trial),
  };
}

function drawAct(random: Random): AccountsAct {
  const viewer = random.chance(0.85) ? 'operator' : random.pick(VIEWER_NAMES.slice(0, -1));
  const alsoIn = random.chance(0.1) ? { alsoIn: random.pick(['fr', 'ar'] as const) } : {};
  const account = FIRST + random.below(random.pick([3, 40]));
  const key = numberOfKey(random.chance(0.85) ? account : FIRST, random.below(3));
  return random.weighted<() => AccountsAct>([
    [
      3,
      () => ({ do: 'put', accounts: Array.from({ length: random.pick([1, 9]) }, () => drawAccount(random)) }),
    ],
    [
      3,
      () => ({
        do: 'list',
        viewer,
        ...(random.chance(0.5) && { after: random.chance(0.9) ? random.below(60) : ('x' as const) }),
        ...alsoIn,
      }),
    ],
    [
      3,
      () => ({
        do: 'look',
        viewer,
        account,
        done: random.pick(['', '', 'saved', 'credit', 'debit']),
        key,
        ...alsoIn,
      }),
    ],
    [
      6,
      () => ({
        do: 'form',
        viewer,
        account,
        key,
        form: random.pick([
          'verify',
          'unverify',
          'rename',
          'other',
          'credit',
          'debit',
          'create',
          'create',
        ] as const),
        name: random.pick(NAMES),
        id: random.pick(['new', 'new', 'new', 'there', 'x']),
        isVerified: random.chance(0.5),
        amount: random.pick(['5', ' 1.000001 ', '0', '-1', 'x', '']),
        reference: random.pick([
          'invoice 1',
          ' invoice 2 ',
          '',
          'chargily:1',
          'r'.repeat(200),
          'r'.repeat(201),
        ]),
        reply: random.pick(REPLIES),
      }),
    ],
  ])();
}

class AccountPagesCourse implements Course<AccountsAct> {
  readonly #trial: Trial;
  readonly #desk: PageDesk;
  /** By number, from the first. */
  readonly #accounts: DrawnAccount[] = [];

  constructor(trial: Trial) {
    this.#trial = trial;
    this.#desk = new PageDesk(trial, false);
  }

  async take(act: AccountsAct): Promise<void> {
    const viewer = viewerOf(act.do === 'put' ? 'operator' : act.viewer);
    if (act.do === 'put') {
      for (const drawn of act.accounts) putAccount(this.#desk, FIRST + this.#accounts.push(drawn) - 1, drawn);
    } else if (act.do === 'list') {
      const { after, alsoIn } = act;
      const isThere = typeof after === 'number' && after < this.#accounts.length;
      const last = isThere ? FIRST + after : undefined;
      const query = last === undefined ? 'after=x' : `after=${idOf('acct', last)}`;
      const page = await this.#desk.ask(viewer, { path: '/accounts', query, alsoIn });
      this.#trial.same('list', listIn(page), listDue(viewer, this.#numbered, last));
    } else if (act.do === 'look') {
      const { account, done, key, alsoIn } = act;
      const query = done === '' || done === 'saved' ? done : `${done}=${idOf('key', key)}`;
      const rest = idOf('acct', account);
      const page = await this.#desk.ask(viewer, { path: '/accounts/', rest, query, alsoIn });
      const due = accountDue(viewer, this.#numbered, account, done === '' ? undefined : { done, key });
      this.#trial.same('account', accountIn(page), due);
    } else await this.#form(act);
  }

  compare(): void {
    this.#trial.same('asked', this.#desk.told(), []);
  }

  get #numbered() {
    return this.#accounts.map((drawn, nth) => ({ ...drawn, number: FIRST + nth }));
  }

  async #form(act: AccountForm): Promise<void> {
    const due = formDue(viewerOf(act.viewer), act, this.#numbered);
    this.#desk.reply = act.reply ?? undefined;
    const page = await this.#desk.ask(viewerOf(act.viewer), {
      ...due.to,
      form: new URLSearchParams(due.fields.map(([name, value]) => [name, value])),
    });
    const [[kind, id, { managementKey, createdAt, ...message } = {}] = []] = this.#desk.heard.splice(0);
    this.#trial.same('asked', inOrder(kind === undefined ? [] : [kind, id, message]), inOrder(due.asked));
    this.#trial.same('done', page.result, due.result);
    this.#trial.same('form', due.shown?.(page), due.shows);
    if (act.form !== 'create' || kind === undefined) return;
    const secret = /<code id="secret"[^>]*>([^<]*)/.exec(page.main)?.[1];
    const made = managementKey as { readonly credentialHash: string; readonly role: string };
    this.#trial.same(
      'role',
      [made.role, createdAt],
      ['account', Math.floor(this.#trial.world.wallMs() / 1_000)],
    );
    if (page.result === '200')
      this.#trial.same(
        'secret',
        createHash('sha256')
          .update(secret ?? '')
          .digest('hex'),
        made.credentialHash,
      );
  }
}

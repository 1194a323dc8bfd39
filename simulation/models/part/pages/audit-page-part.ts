/** The page of an account's audit trail: who may read it, what each entry shows, and where pages lead. */
import type { Random } from '../../../world/random.js';
import type { Course, Part } from '../part.js';
import type { Trial } from '../trial.js';
import { type DrawnEntry, drawEntry } from './drawn-entries.js';
import { putPerson } from './drawn-people.js';
import { nameOfUser, PageDesk } from './page-desk.js';
import { isoOf, ROLE_WORDS } from './shown-people.js';
import { inDaWithCommas } from './told-amounts.js';
import type { ToldPage } from './told-page.js';
import {
  HOMES,
  KEYS,
  manages,
  NO_ACCOUNT,
  pathOn,
  reaches,
  VIEWER_NAMES,
  VIEWERS,
  type Viewer,
  type ViewerName,
  viewerOf,
} from './viewers.js';

type AuditAct =
  | { readonly do: 'put'; readonly entries: readonly DrawnEntry[] }
  | {
      readonly do: 'read';
      readonly viewer: ViewerName;
      readonly account?: string;
      /** The number of the last entry of the page before, of whichever account; or anything. */
      readonly after?: number | 'x';
      readonly alsoIn?: 'fr' | 'ar';
    };

const ON_A_PAGE = 25;

export function auditPagePart(): Part<null, AuditAct> {
  return {
    name: 'audit-page',
    limits: () => null,
    act: drawAct,
    pauseMs: () => 0,
    begin: (trial) => new AuditPageCourse(trial),
  };
}

function drawAct(random: Random): AuditAct {
  if (random.chance(0.55)) {
    const entries = Array.from({ length: random.pick([1, 3, 9]) }, () => drawEntry(random));
    return { do: 'put', entries };
  }
  const account = random.pick([undefined, undefined, ...HOMES, NO_ACCOUNT, 'x']);
  return {
    do: 'read',
    viewer: random.chance(0.6) ? random.pick(['owner', 'operator'] as const) : random.pick(VIEWER_NAMES),
    ...(account !== undefined && { account }),
    ...(random.chance(0.5) && { after: random.chance(0.9) ? random.below(120) : ('x' as const) }),
    ...(random.chance(0.1) && { alsoIn: random.pick(['fr', 'ar'] as const) }),
  };
}

class AuditPageCourse implements Course<AuditAct> {
  readonly #trial: Trial;
  readonly #desk: PageDesk;
  /** The oldest first. */
  readonly #entries: DrawnEntry[] = [];

  constructor(trial: Trial) {
    this.#trial = trial;
    this.#desk = new PageDesk(trial, false);
    const now = { steady: trial.now, second: 0 };
    for (const one of Object.values(VIEWERS).flatMap((viewer) => viewer ?? []))
      putPerson(this.#desk, one.number, { ...one, sessions: [] }, now);
  }

  async take(act: AuditAct): Promise<void> {
    if (act.do === 'put') {
      for (const { account, ...entry } of act.entries) {
        const number = this.#entries.push({ account, ...entry }) - 1;
        this.#desk.records.put('audit', `${account}/${placeOf(number)}`, JSON.stringify({ v: 1, ...entry }));
      }
      return;
    }
    const { account, after, alsoIn } = act;
    const of = typeof after === 'number' ? this.#entries[after]?.account : undefined;
    const query = new URLSearchParams({
      ...(account !== undefined && { account }),
      ...(after !== undefined && { after: after === 'x' ? after : idOfEntry(of ?? HOMES[0], after) }),
    });
    const viewer = viewerOf(act.viewer);
    if (viewer === undefined) return;
    const page = await this.#desk.ask(viewer, { path: '/people/audit', query: query.toString(), alsoIn });
    const isBehind = after !== 'x' && (of ?? HOMES[0]) === (account ?? viewer.account);
    const before = isBehind ? after : undefined;
    this.#trial.same('entries', toldIn(page), this.#due(viewer, account ?? viewer.account, before));
  }

  compare(): void {
    this.#trial.same('asked', this.#desk.told(), []);
  }

  #due(viewer: Viewer, account: string, before: number | undefined) {
    if (!HOMES.some((home) => home === account) || !reaches(viewer, account)) return '404';
    if (!manages(viewer, account)) return '403';
    const own = this.#entries.map((entry, number) => ({ ...entry, number })).toReversed();
    const left = own.filter(
      (entry) => entry.account === account && entry.number < (before ?? Number.POSITIVE_INFINITY),
    );
    const shown = left.slice(0, ON_A_PAGE);
    const last = left.length > ON_A_PAGE ? shown.at(-1)?.number : undefined;
    const path = '/people/audit';
    return {
      above: account === viewer.account ? '/people' : `/accounts/${account}`,
      rows: shown.map(rowOf),
      leads: [
        ...(before === undefined ? [] : [pathOn(viewer, account, path)]),
        ...(last === undefined ? [] : [pathOn(viewer, account, path, { after: idOfEntry(account, last) })]),
      ],
    };
  }
}

/** Two entries each have the same time. */
function placeOf(number: number): string {
  return `${String(1_000 + Math.floor(number / 2)).padStart(16, '0')}/${String(number % 2).padStart(4, '0')}`;
}

function idOfEntry(account: string, number: number): string {
  return `audit_${account.slice('acct_'.length)}_${placeOf(number).replace('/', '_')}`;
}

function toldIn(page: ToldPage) {
  if (page.result !== '200') return page.result;
  return {
    above: page.links[0],
    rows: page.rows('Audit trail').map(([what, who, when, address]) => {
      const told = [...(what?.html ?? '').matchAll(/<small>(.*?)<\/small>/gs)].map(([, text = '']) =>
        text
          .replaceAll(/<[^>]*>/g, '')
          .replaceAll('&lt;', '<')
          .replaceAll('&gt;', '>')
          .replaceAll('&amp;', '&'),
      );
      return [what?.links[0] ?? '', ...told, who?.words, when?.times[0], address?.words].join(' | ');
    }),
    leads: page.leads,
  };
}

function rowOf({ by, about, detail, at }: DrawnEntry): string {
  const { role, rate_limit_rpm: rpm, amount = 0, to, grace_seconds: grace = 0, reference, reason } = detail;
  const other = to === undefined ? '' : ` to ${nameOfKey(to)}`;
  const particulars = [
    ...(role === undefined ? [] : [ROLE_WORDS[role]]),
    ...(rpm === undefined ? [] : [`${rpm.toLocaleString('en')} requests a minute`]),
    ...(amount > 0 ? [`${inDaWithCommas(amount)} DA${other}`] : []),
    ...(grace > 0
      ? [`the secret of before works for so many seconds more: ${grace.toLocaleString('en')}`]
      : []),
    ...[reference, reason].flatMap((text) => text ?? []),
    ...(detail.keys ?? []).map(nameOfKey),
  ];
  const [text, link] = aboutOf(about, detail.name);
  return [link, text, ...particulars, whoOf(by), isoOf(at), by.address ?? ''].join(' | ');
}

function aboutOf(about: string, name: string | undefined): readonly [text: string, link: string] {
  if (about.startsWith('key_')) return [nameOfKey(about), `/keys/${about}`];
  if (!about.startsWith('user_'))
    return [name ?? about, about.startsWith('order_') ? `/top-up/${about}` : ''];
  const number = Number(about.slice('user_'.length));
  return number < 7 ? [nameOfUser(number), `/people/${about}`] : [name ?? about, ''];
}

function nameOfKey(id: string): string {
  return KEYS[Number(id.slice('key_'.length))]?.name ?? id;
}

function whoOf({ kind, id }: DrawnEntry['by']): string {
  if (kind === 'node') return 'The gateway';
  if (kind === 'management_key') return `Management key ${id}`;
  const number = Number(id.slice('user_'.length));
  return number < 7 ? nameOfUser(number) : `Former user ${id}`;
}

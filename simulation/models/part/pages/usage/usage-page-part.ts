/**
 * The page of usage and its file: what keys of an account used in a period, in groups, page after page as
 * the links lead. Each act is an account of its own.
 */
import { MemoryStore } from '../../../../../src/store/memory/memory-store.js';
import type { Write } from '../../../../../src/store/store.js';
import type { Random } from '../../../../world/random.js';
import type { Part } from '../../part.js';
import type { Trial } from '../../trial.js';
import { linksIn, usagePageOf } from './usage-pages.js';
import { rowDue, sumsDue, toldUsage } from './usage-told.js';

interface Used {
  readonly key: number;
  readonly daysAgo: number;
  readonly model: string;
  readonly provider: string;
  readonly completed: number;
  readonly failed: number;
  readonly outputMs: number;
  readonly prompt: number;
  readonly completion: number;
  readonly cost: string;
}

interface UsageAct {
  readonly do: 'look';
  readonly by: 'day' | 'model' | 'provider' | 'key';
  readonly period: '7' | '30' | '90' | '365';
  readonly keys: number;
  /** The key that is asked for alone. */
  readonly key: number | undefined;
  readonly isOwn: boolean;
  readonly shown: number;
  readonly lookedAt: number;
  readonly used: readonly Used[];
}

const DAY_MS = 86_400_000;
const ACCOUNT = 'acct_000000000000000000000000a1';
const OTHER = 'acct_000000000000000000000000a2';
const PERIODS = ['7', '30', '90', '365'] as const;
const PAGES_MAX = 40;

export function usagePagePart(): Part<undefined, UsageAct> {
  return {
    name: 'usage-page',
    limits: () => undefined,
    act: (random) => drawnLook(random),
    pauseMs: (random) => random.pick([0, 1, 30_000_000, 86_399_999, 86_400_000]),
    begin: (trial) => ({ take: (act) => look(trial, act), compare() {} }),
  };
}

function drawnLook(random: Random): UsageAct {
  const keys = random.between(1, 5);
  const days = Number(random.pick(PERIODS));
  const daysAgo = () => random.pick([0, 1, 6, 7, days - 1, days, days - 1, random.below(400)]);
  return {
    do: 'look',
    by: random.pick(['day', 'model', 'provider', 'key', 'key'] as const),
    period: random.chance(0.8) ? (String(days) as UsageAct['period']) : random.pick(PERIODS),
    keys,
    key: random.chance(0.25) ? random.below(keys) : undefined,
    isOwn: random.chance(0.5),
    shown: random.between(1, 4),
    lookedAt: random.pick([1, 2, 3, 1_000]),
    used: Array.from({ length: random.below(9) }, () => ({
      key: random.below(keys),
      daysAgo: daysAgo(),
      model: random.pick(['a', 'b/c', 'B é', 'a,"b"']),
      provider: random.pick(['x', 'y']),
      completed: random.below(3),
      failed: random.pick([0, 0, 1]),
      outputMs: random.pick([0, 1, 500, 8_000, 1_234]),
      prompt: random.pick([0, 0, 7]),
      completion: random.pick([0, 0, 11]),
      cost: random.pick(['0', '1', '1000000', '2500000', '123456', '9007199254740993']),
    })).filter(({ completed, failed }) => completed + failed > 0),
  };
}

async function look(trial: Trial, act: UsageAct): Promise<void> {
  const records = new MemoryStore();
  const nowMs = trial.world.wallMs();
  await records.commit(writesOf(act, nowMs));
  const first = dayOf(nowMs, Number(act.period) - 1);
  const within = act.used.filter(
    (one) => (act.key ?? one.key) === one.key && dayOf(nowMs, one.daysAgo) >= first,
  );
  const all = dueGroups(within, act, nowMs);
  const groups: string[] = [];
  const filed: string[] = [];
  const rows: string[] = [];
  let after: string | undefined;
  for (let page = 0; page < PAGES_MAX; page++) {
    const asked = {
      account: ACCOUNT,
      own: act.isOwn ? ACCOUNT : OTHER,
      key: act.key === undefined ? undefined : idOf(act.key),
      by: act.by,
      period: act.period,
      after,
      shown: act.shown,
      lookedAt: act.lookedAt,
    };
    const { html, file, fileName, found } = await usagePageOf(records, asked, nowMs);
    groups.push(...found);
    filed.push(...file);
    const told = toldUsage(html, act.by);
    rows.push(...told.groups);
    trial.same('sums', told.sums, within.length === 0 ? [] : sumsDue(all, costOf(within)));
    if (act.by !== 'day')
      trial.same(
        'order',
        told.costs,
        told.costs.toSorted((a, b) => b - a),
      );
    trial.same('file', fileName, `usage-by-${act.by}-${first}-${dayOf(nowMs, 0)}.csv`);
    if (act.by === 'day' && within.length > 0) trial.same('chart', barsIn(html), barsOf(within, act, nowMs));
    const scope = act.key !== undefined ? { key: idOf(act.key) } : act.isOwn ? {} : { account: ACCOUNT };
    const query = { ...scope, period: act.period, by: act.by };
    const { csv, newest, older } = linksIn(html);
    if (within.length > 0)
      trial.same('link', csv, printed('/usage.csv', { ...query, ...(after && { after }) }));
    trial.same('link', newest, after && within.length > 0 ? printed('/usage', query) : undefined);
    const next =
      older === undefined ? undefined : (new URLSearchParams(older.split('?')[1]).get('after') ?? '');
    trial.same('link', older, next === undefined ? undefined : printed('/usage', { ...query, after: next }));
    after = next;
    if (after === undefined) break;
  }
  const inOrder = (some: readonly string[]) => (act.by === 'day' ? some : some.toSorted());
  trial.same('groups', inOrder(groups), inOrder(all));
  trial.same('rows', inOrder(rows), inOrder(all.map((group) => rowDue(group, act))));
  trial.same('file', filed.toSorted(), all.toSorted());
}

/** Each group as text: its name and its sums. */
function dueGroups(used: readonly Used[], { by }: UsageAct, nowMs: number): readonly string[] {
  const nameOf = (one: Used) =>
    by === 'day' ? dayOf(nowMs, one.daysAgo) : by === 'key' ? idOf(one.key) : one[by];
  const names = [...new Set(used.map(nameOf))].toSorted().toReversed();
  return names.map((name) => {
    const own = used.filter((one) => nameOf(one) === name);
    const sum = (of: (one: Used) => number) => own.reduce((all, one) => all + of(one), 0);
    return [
      name,
      sum(({ completed }) => completed),
      sum(({ failed }) => failed),
      sum(({ outputMs }) => outputMs) / 1_000,
      costOf(own),
      sum(({ prompt }) => prompt),
      sum(({ completion }) => completion),
    ].join(' | ');
  });
}

function barsOf(used: readonly Used[], { period }: UsageAct, nowMs: number): string {
  const bars = Array.from({ length: Number(period) }, (_, n) => dayOf(nowMs, Number(period) - 1 - n)).map(
    (day) => {
      const own = used.filter((one) => dayOf(nowMs, one.daysAgo) === day);
      return [Date.parse(day) / 1_000, Number(costOf(own))];
    },
  );
  return JSON.stringify([bars.map(([day]) => day), bars.map(([, cost]) => cost)]);
}

function barsIn(html: string): string {
  return (/data-bars="([^"]*)"/.exec(html)?.[1] ?? '').replaceAll('&quot;', '"');
}

function writesOf({ keys, used }: UsageAct, nowMs: number): readonly Write[] {
  const writes: Write[] = Array.from({ length: keys }, (_, n) => [
    { table: 'account_keys' as const, key: `${ACCOUNT}/${idOf(n)}`, value: '' },
    { table: 'keys' as const, key: idOf(n), value: keyRecord(n) },
  ]).flat();
  const rows = new Map<string, Used[]>();
  for (const one of used) {
    const row = `/${dayOf(nowMs, one.daysAgo)}/${encodeURIComponent(one.model)}/${encodeURIComponent(one.provider)}`;
    for (const name of [`activity ${idOf(one.key)}${row}`, `account_activity ${ACCOUNT}${row}`])
      rows.set(name, [...(rows.get(name) ?? []), one]);
  }
  for (const [name, all] of rows) {
    const [table, key = ''] = name.split(' ') as ['activity' | 'account_activity', string];
    const sum = (of: (one: Used) => number) => all.reduce((total, one) => total + of(one), 0);
    const record = {
      v: 1,
      completed: sum(({ completed }) => completed),
      failed: sum(({ failed }) => failed),
      output_ms: sum(({ outputMs }) => outputMs),
      prompt_tokens: sum(({ prompt }) => prompt),
      completion_tokens: sum(({ completion }) => completion),
      cost: String(all.reduce((total, one) => total + BigInt(one.cost), 0n)),
    };
    writes.push({ table, key, value: JSON.stringify(record) });
  }
  return writes;
}

function keyRecord(number: number): string {
  const money = { credited: 0, charged: 0, reserved: 0, open_jobs: 0, entries: 0 };
  const name = number === 0 ? null : `Key, ${number}`;
  return JSON.stringify({
    v: 1,
    account: ACCOUNT,
    name,
    rpm: 60,
    revoked: number === 1,
    created_at: 0,
    ...money,
    hash: '',
  });
}

function idOf(number: number): string {
  return `key_0000000000000000000000000${number}`;
}

function dayOf(nowMs: number, daysAgo: number): string {
  return new Date(nowMs - daysAgo * DAY_MS).toISOString().slice(0, 10);
}

function costOf(used: readonly Used[]): string {
  return inDa(used.reduce((all, one) => all + BigInt(one.cost), 0n));
}

function inDa(microDa: bigint): string {
  const digits = String(microDa).padStart(7, '0');
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`.replace(/\.?0+$/, '');
}

function printed(path: string, query: Readonly<Record<string, string>>): string {
  return `${path}?${new URLSearchParams(query)}`;
}

/**
 * The records of a folder: brought up to date from an older format, walked over for marked credit, read as
 * they were written, and looked through for the newest identifier.
 */
import { isDeepStrictEqual } from 'node:util';
import { findMarked } from '../../../../../src/actors/across-accounts/marked-credit.js';
import { encodeApiKey, readApiKey } from '../../../../../src/actors/keys/api-key-record.js';
import { IdMaker, timeOfId } from '../../../../../src/actors/storage/ids.js';
import { USUAL_LIMITS } from '../../../../../src/limits/limits.js';
import { StartRefused } from '../../../../../src/node/config/start-refused.js';
import { bringUpToDate } from '../../../../../src/node/folder/format-version.js';
import { newestId } from '../../../../../src/node/folder/recovered.js';
import { MemoryStore } from '../../../../../src/store/memory/memory-store.js';
import { type Store, TABLES, type Table, type Write } from '../../../../../src/store/store.js';
import { Random } from '../../../../world/random.js';
import type { Part } from '../../part.js';
import type { Trial } from '../../trial.js';
import { AskedChecksums, checksumsDue } from './asked-checksums.js';
import { drawnId, timeIn } from './drawn-id.js';
import { drawnKey } from './drawn-key.js';
import { OlderFolder, recordsOf } from './older-folder.js';

type FoldersAct =
  /** `failsAt`: the commit of the upgrade that fails, after which it begins again. */
  | { readonly do: 'upgrade'; readonly folder: number; readonly format: string; readonly failsAt: number }
  | { readonly do: 'refuse'; readonly folder: number; readonly format: string }
  | { readonly do: 'walk'; readonly folder: number; readonly atOnce: number }
  | { readonly do: 'key'; readonly folder: number }
  | { readonly do: 'ids'; readonly folder: number; readonly drawnAtOnce: number };

/** Format 1 to 3 have no checksums; an upgrade that was broken off says so. */
const OLDER = ['1', '2', '3', '4', '5', '6', '2 to 4', '3 to 4 at keys/key_1', '1 to 4 at meta/clock'];
const STRANGE = ['0', '8', '12', 'x', '7 to 8', '7 to 8 at jobs/video_1'];
const ID_TABLES = [
  ['jobs', 'video_'],
  ['orders', 'order_'],
  ['keys', 'key_'],
  ['management_keys', 'mkey_'],
  ['accounts', 'acct_'],
  ['users', 'user_'],
] as const;

export function foldersPart(): Part<undefined, FoldersAct> {
  return {
    name: 'folders',
    limits: () => undefined,
    act(random) {
      const folder = random.below(2 ** 30);
      return random.weighted<() => FoldersAct>([
        [4, () => ({ do: 'upgrade', folder, format: random.pick(OLDER), failsAt: random.below(5) })],
        [1, () => ({ do: 'refuse', folder, format: random.pick(STRANGE) })],
        [3, () => ({ do: 'walk', folder, atOnce: random.pick([2, 3, 4, 100]) })],
        [2, () => ({ do: 'key', folder })],
        [2, () => ({ do: 'ids', folder, drawnAtOnce: random.pick([1, 2, 100]) })],
      ])();
    },
    pauseMs: (random) => random.pick([0, 0, 1, 1_000]),
    begin: (trial) => ({
      take: (act) => take(trial, act),
      compare() {},
    }),
  };
}

async function take(trial: Trial, act: FoldersAct): Promise<void> {
  const random = new Random(act.folder);
  if (act.do === 'upgrade') await upgrade(trial, random, act.format, act.failsAt);
  else if (act.do === 'refuse') await refuse(trial, random, act.format);
  else if (act.do === 'walk') await walk(trial, random, act.atOnce);
  else if (act.do === 'ids') await ids(trial, random, act.drawnAtOnce);
  else {
    const key = drawnKey(random);
    const store = await stored([{ table: 'keys', key: key.id, value: encodeApiKey(key) }]);
    if (!isDeepStrictEqual(readApiKey(key.id, store), key)) trial.same('key', readApiKey(key.id, store), key);
  }
}

async function upgrade(trial: Trial, random: Random, format: string, failsAt: number): Promise<void> {
  const folder = new OlderFolder(random, Number.parseInt(format, 10), format);
  const undecided = random.pick(['lost', 'kept'] as const);
  let store = new MemoryStore({
    faults: { next: (commit) => (commit === 1 + failsAt && failsAt > 0 ? 'reject_yet_visible' : 'none') },
  });
  await store.commit(folder.writes);
  const checksums = new AskedChecksums();
  try {
    trial.same('format', await bringUpToDate(checksums.beside(store)), Number.parseInt(format, 10));
    trial.same('checksums', checksums.asked, checksumsDue(format));
  } catch {
    store = store.crash(undecided);
    await bringUpToDate(store);
  }
  const [told, expected] = [recordsIn(store), folder.upToDate];
  for (const name of new Set([...told.keys(), ...expected.keys()])) {
    if (isDeepStrictEqual(told.get(name), expected.get(name))) continue;
    trial.same('upgrade', { [name]: told.get(name) }, { [name]: expected.get(name) });
  }
  trial.same('format', await bringUpToDate(store), undefined);
}

async function refuse(trial: Trial, random: Random, format: string): Promise<void> {
  const { writes } = new OlderFolder(random, 7, format);
  const store = await stored(writes);
  const refusal = await bringUpToDate(store).catch((error: unknown) => error);
  if (!(refusal instanceof StartRefused)) trial.broke('format', `a folder of format ${format} is taken`);
  if (!isDeepStrictEqual(recordsIn(store), recordsOf(writes)))
    trial.broke('format', `a folder of format ${format} is changed`);
}

/** Takes back nothing: each step tells some of those that there are, and goes on. */
async function walk(trial: Trial, random: Random, atOnce: number): Promise<void> {
  const keys = Array.from({ length: random.below(9) }, () => drawnKey(random));
  const orders = Array.from({ length: random.below(6) }, () => ({
    id: drawnId(random, 'order_'),
    is_live: random.chance(0.4),
  }));
  const store = await stored([
    ...keys.map((key): Write => ({ table: 'keys', key: key.id, value: encodeApiKey(key) })),
    ...orders.map(({ id, is_live }): Write => {
      return { table: 'open_orders', key: id, value: JSON.stringify({ v: 1, key: 'key_1', is_live }) };
    }),
  ]);
  const expected = [
    ...orders.flatMap(({ id, is_live }) => (is_live ? [] : [id])),
    ...keys.flatMap(({ id, balances }) => (balances.marked > 0 ? [id] : [])),
  ];
  const told = new Set<string>();
  let from: string | undefined;
  for (let steps = 0; ; steps++) {
    const found = findMarked(store, from, { ...USUAL_LIMITS, markedAtOnce: atOnce });
    for (const id of [...found.orders, ...found.keys]) told.add(id);
    trial.between('walk-step', found.orders.length + found.keys.length, 0, atOnce);
    from = found.next;
    if (from === undefined) break;
    if (steps > keys.length + orders.length + 2) return trial.broke('walk', 'it never ends');
  }
  trial.same('walk', [...told].sort(), expected.sort());
}

/** All that is made from now on sorts behind what there is, whatever the clock says. */
async function ids(trial: Trial, random: Random, drawnAtOnce: number): Promise<void> {
  const times = [-2_000, -1, 0, 5_000].map((ms) => trial.now + ms);
  const made = ID_TABLES.flatMap(([table, prefix]) => {
    const count = random.below(3);
    return Array.from({ length: count }, () => ({ table, id: drawnId(random, prefix, random.pick(times)) }));
  });
  const others: Write[] = [{ table: 'accounts', key: 'acct_default', value: '{}' }];
  const store = await stored([...others, ...made.map(({ table, id }) => ({ table, key: id, value: '{}' }))]);
  const newest = newestId(store);
  const maker = new IdMaker(trial.world, newest, { ...USUAL_LIMITS, idsDrawnAtOnce: drawnAtOnce });
  let last =
    made
      .map(({ id }) => digitsOf(id))
      .sort()
      .at(-1) ?? '';
  trial.same('newest', newest?.slice(-26, -16), last === '' ? undefined : last.slice(0, 10));
  for (let left = 5; left > 0; left--) {
    const id = maker.next(random.pick(['job', 'apiKey', 'request']));
    const earliest = Math.max(trial.now, ...made.map((one) => timeIn(digitsOf(one.id))));
    if (digitsOf(id) <= last) trial.broke('ids', `${id} sorts before ${last}`);
    trial.same('ids', [timeOfId(id), timeIn(digitsOf(id))], [earliest, earliest]);
    last = digitsOf(id);
    if (left % 2 === 0) await trial.world.advance(random.pick([0, 1, 6_000]));
  }
}

function digitsOf(id: string): string {
  return id.slice(id.indexOf('_') + 1);
}

async function stored(writes: readonly Write[]): Promise<MemoryStore> {
  const store = new MemoryStore();
  await store.commit(writes);
  return store;
}

/** A sum of nothing may stand there or not. */
function recordsIn(store: Store): Map<string, unknown> {
  const entries = (table: Table) => Array.from(store.range(table, {}), (entry) => ({ table, ...entry }));
  const all = recordsOf(TABLES.flatMap(entries));
  const tallies = all.get('meta/tallies') as { readonly sums: object } | undefined;
  if (tallies === undefined) return all;
  const sums = Object.entries(tallies.sums).filter(([, sum]) => sum !== '0');
  return all.set('meta/tallies', { ...tallies, sums: Object.fromEntries(sums) });
}

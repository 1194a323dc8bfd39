/** Records of a file that is verified: damaged ones, disorder, and fewer or more than LMDB has counted. */
import { CheckedRecords } from '../../../../../src/audit/database/checked-records.js';
import type { Discrepancy } from '../../../../../src/audit/records/discrepancy.js';
import { CHECKSUM_BYTES, writeChecksum } from '../../../../../src/store/lmdb/checksums.js';
import type { LmdbSnapshot } from '../../../../../src/store/lmdb/snapshot.js';
import type { Random } from '../../../../world/random.js';
import type { Part } from '../../part.js';
import type { Trial } from '../../trial.js';

interface WrittenRecord {
  readonly key: string;
  /** `elsewhere`: its checksum is that of another key; `number`: its key is damaged. */
  readonly flaw?: 'elsewhere' | 'bit' | 'cut' | 'number' | 'unreachable';
}

interface VerifyAct {
  readonly do: 'verify';
  readonly records: readonly WrittenRecord[];
  /** By so many more, or fewer, than there are. */
  readonly countedOff: number;
  readonly hasChecksums: boolean;
  readonly limit?: number;
}

const TABLE = 'audit';
const VALUE = '{"v":1}';

export function checkedRecordsPart(): Part<undefined, VerifyAct> {
  return {
    name: 'checked-records',
    limits: () => undefined,
    act: drawAct,
    pauseMs: () => 0,
    begin: (trial) => ({
      take: (act) => verify(trial, act),
      compare() {},
    }),
  };
}

function drawAct(random: Random): VerifyAct {
  const records = Array.from({ length: random.below(6) }, (_, n): WrittenRecord => {
    // Some sort before those that stand before them.
    const key = `key-${random.chance(0.03) ? `0${n}` : n + 1}`;
    const flaw = random.pick(['elsewhere', 'bit', 'cut', 'number', 'unreachable'] as const);
    return random.chance(0.08) ? { key, flaw } : { key };
  });
  return {
    do: 'verify',
    records,
    countedOff: random.chance(0.2) ? random.pick([-1, 1, 3]) : 0,
    hasChecksums: random.chance(0.9),
    ...(random.chance(0.2) ? { limit: random.between(1, 3) } : {}),
  };
}

function verify(trial: Trial, act: VerifyAct): void {
  const told: string[] = [];
  const report = ({ kind, key }: Discrepancy) => void told.push(`${kind} ${key}`);
  const checked = new CheckedRecords(snapshotOf(act), {
    withChecksums: act.hasChecksums,
    report,
    step() {},
  });
  const walk = () => {
    const keys: string[] = [];
    try {
      for (const { key } of checked.range(TABLE, act.limit === undefined ? {} : { limit: act.limit }))
        keys.push(key);
      return keys;
    } catch {
      return [...keys, 'damage'];
    }
  };
  const due = dueOf(act);
  trial.same('walked', walk(), due.walked);
  trial.same('told', told, act.limit === undefined ? due.told : []);
  // The second walk has nothing new to tell.
  trial.same('walked', walk(), due.walked);
  trial.same('told', told.length, act.limit === undefined ? due.told.length : 0);
  for (const record of act.records)
    trial.same('got', checked.get(TABLE, record.key) !== undefined, !isDamaged(record, act));
}

function dueOf(act: VerifyAct): { readonly walked: readonly string[]; readonly told: readonly string[] } {
  const { records, countedOff, limit } = act;
  const walked: string[] = [];
  const told: string[] = [];
  let last = '';
  for (const record of limit === undefined ? records : records.slice(0, limit)) {
    const { key, flaw } = record;
    if (flaw === 'number' || isDamaged(record, act)) {
      told.push(`damaged_record ${flaw === 'number' ? 7 : key}`);
      continue;
    }
    if (key <= last) return { walked: [...walked, 'damage'], told };
    last = key;
    if (flaw === 'unreachable') told.push(`unreachable_record ${key}`);
    walked.push(key);
  }
  if (countedOff !== 0) told.push(`record_count ${TABLE}`);
  return { walked, told };
}

function isDamaged({ flaw }: WrittenRecord, { hasChecksums }: VerifyAct): boolean {
  return hasChecksums && (flaw === 'elsewhere' || flaw === 'bit' || flaw === 'cut');
}

function snapshotOf({ records, countedOff, hasChecksums }: VerifyAct): LmdbSnapshot {
  const stored = (record: WrittenRecord) => (hasChecksums ? summed(record) : VALUE);
  const snapshot: Pick<LmdbSnapshot, 'get' | 'has' | 'entries' | 'count'> = {
    get(_, key) {
      const record = records.find((one) => one.key === key);
      return record && stored(record);
    },
    has: (_, key) => records.find((one) => one.key === key)?.flaw !== 'unreachable',
    entries: () =>
      records.map((record) => ({
        key: record.flaw === 'number' ? (7 as unknown as string) : record.key,
        value: stored(record),
      })),
    count: () => records.length + countedOff,
  };
  return snapshot as LmdbSnapshot;
}

function summed({ key, flaw }: WrittenRecord): string {
  const bytes = Buffer.alloc(VALUE.length + CHECKSUM_BYTES, VALUE);
  writeChecksum(bytes, VALUE.length, TABLE, flaw === 'elsewhere' ? `${key}0` : key, VALUE);
  const text = bytes.toString();
  if (flaw === 'cut') return text.slice(0, -1);
  return flaw === 'bit' ? text.replace('1', '3') : text;
}

/** A folder that adds up, until one of its records is damaged, and all that `verify` tells of it. */
import { audit } from '../../../../../../src/audit/records/audit.js';
import type { Random } from '../../../../../world/random.js';
import type { Course, Part } from '../../../part.js';
import type { Trial } from '../../../trial.js';
import { changed, type Damage, type Damaged } from './damage.js';
import { MONEY_DAMAGES } from './money-damages.js';
import { ROW_DAMAGES } from './row-damages.js';
import { CLIP_BYTES, type FolderAmounts, SoundFolder } from './sound-folder.js';
import { WORK_DAMAGES } from './work-damages.js';

type Clip = number | 'evicted' | null;

interface DamageAct {
  readonly do: 'damage';
  readonly which: number;
  /** The file of the kept result; null if it is gone. */
  readonly clip: Clip;
}

interface FolderLimits extends FolderAmounts {
  /** Sums for each pair of tables. */
  readonly buckets: number;
}

const DAMAGES: readonly Damage[] = [...MONEY_DAMAGES, ...WORK_DAMAGES, ...ROW_DAMAGES];

export function verifiedFolderPart(): Part<FolderLimits, DamageAct> {
  return {
    name: 'verified-folder',
    limits: (random) => ({
      price: random.between(7, 999),
      marked: random.between(1, 20),
      debit: random.between(1, 900),
      buckets: random.pick([1, 2, 16]),
    }),
    act: (random) => ({ do: 'damage', which: random.below(DAMAGES.length), clip: drawnClip(random) }),
    pauseMs: () => 0,
    begin: (trial, limits) => new FolderCourse(trial, limits),
  };
}

function drawnClip(random: Random): Clip {
  return random.chance(0.8)
    ? CLIP_BYTES
    : random.pick<Clip>([null, CLIP_BYTES + 1, CLIP_BYTES - 1, 'evicted']);
}

class FolderCourse implements Course<DamageAct> {
  readonly #trial: Trial;
  readonly #records;
  readonly #buckets: number;

  constructor(trial: Trial, { buckets, ...amounts }: FolderLimits) {
    this.#trial = trial;
    this.#buckets = buckets;
    this.#records = new SoundFolder(amounts).records;
    trial.same('sound', this.#told(CLIP_BYTES), []);
  }

  take({ which, clip }: DamageAct): void {
    const { of, told: kinds } = DAMAGES[which] as Damage;
    const repair = this.#damage(of);
    // A damaged job may say another thing of its clip.
    const found = of[0] === 'jobs' ? CLIP_BYTES : clip;
    const told = this.#told(found);
    repair();
    const isLost = found !== 'evicted' && found !== CLIP_BYTES;
    const due = new Set([...kinds, ...(isLost ? ['kept_result'] : [])]);
    this.#trial.same('told', [of, told], [of, [...due].sort()]);
  }

  compare(): void {}

  end(): void {
    this.#trial.same('sound', this.#told(CLIP_BYTES), []);
  }

  /** @returns what takes it back */
  #damage([table, key, change]: Damaged): () => void {
    const records = this.#records;
    const text = records.get(table, key) ?? '';
    const to = change.do === 'move' || change.do === 'copy' ? change.to : undefined;
    if (change.do === 'remove' || change.do === 'move') records.remove(table, key);
    if (to !== undefined) records.put(table, to, text);
    if (change.do === 'write') records.put(table, key, change.text);
    if (change.do === 'set' || change.do === 'add') records.put(table, key, changed(text, change));
    return () => {
      if (to !== undefined) records.remove(table, to);
      records.put(table, key, text);
    };
  }

  /** The kinds of what is wrong. */
  #told(clip: Clip): readonly string[] {
    const told = new Set<string>();
    const { discrepancies } = audit(this.#records, {
      buckets: this.#buckets,
      findClip: ({ account, jobId }) =>
        account === 'acct_1' && jobId === 'video_3' && clip !== null ? clip : undefined,
      report: ({ kind }) => told.add(kind),
    });
    if (discrepancies > 0 !== told.size > 0) this.#trial.broke('count', `it counts ${discrepancies}`);
    return [...told].sort();
  }
}

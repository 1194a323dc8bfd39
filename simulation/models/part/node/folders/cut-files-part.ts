/**
 * Database files as a disk may leave them: a real one that was cut, of which a page is an older one, or with
 * first pages that are damaged, swapped or of another format; and files of other sizes of pages.
 *
 * A file that is shorter than its newest state needs is never opened, and a state whose root is not the one
 * that was written last does not verify.
 */
import {
  closeSync,
  ftruncateSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { objectionTo } from '../../../../../src/audit/database/verify-file.js';
import { messageOf } from '../../../../../src/errors/error-text.js';
import { preflight } from '../../../../../src/store/lmdb/preflight.js';
import type { Random } from '../../../../world/random.js';
import type { Part } from '../../part.js';
import type { Trial } from '../../trial.js';
import { madeFolder } from './made-folder.js';
import { type DatabaseState, databaseStates } from './real-database.js';

type FileAct =
  /** A real file. */
  | {
      readonly do: 'real';
      readonly state: number;
      /** Its length more than it needs: so many pages and bytes. */
      readonly pagesMore: number;
      readonly bytesMore: number;
      readonly flaw?: RealFlaw;
    }
  /** A file of which only the first pages and the head of the root are written. */
  | {
      readonly do: 'drawn';
      readonly pageBytes: number;
      readonly metas: readonly [DrawnMeta, DrawnMeta];
      /** The transaction in the head of the root, more than that of the newest state. */
      readonly rootOff: number;
      readonly isCompacted: boolean;
      readonly bytesMore: number;
    };

interface DrawnMeta {
  readonly transaction: number;
  readonly root: number | null;
  readonly lastPage: number;
  readonly flaw?: MetaFlaw;
}

type RealFlaw = (typeof REAL_FLAWS)[number];
type MetaFlaw = (typeof META_FLAWS)[number];
type Verdict = keyof typeof WORDS;

const REAL_FLAWS = ['older_meta', 'older_root', 'swapped', 'first_zeros', 'second_zeros'] as const;
const META_FLAWS = ['magic', 'version', 'flag', 'size'] as const;
/** Of each verdict, what its words have. */
const WORDS = {
  whole: /^$/,
  short: /cut short/,
  none: /not a database/,
  format: /another format/,
  damaged: /first pages are damaged/,
  older: /is of transaction/,
} as const;

const PAGE_SIZES = [512, 1_024, 4_096, 16_384, 65_536];
const NO_SIZES = [0, 256, 3_072, 4_097, 131_072];
const NO_PAGE = 2n ** 64n - 1n;
const META_BYTES = 192;
const LOCK_BYTES = 16_384;

export function cutFilesPart(): Part<undefined, FileAct> {
  return {
    name: 'cut-files',
    limits: () => undefined,
    act: (random) => (random.chance(0.5) ? drawReal(random) : drawFile(random)),
    pauseMs: () => 0,
    begin: (trial) => {
      const folder = madeFolder('cut');
      return {
        take: async (act) => {
          const states = await databaseStates();
          const path = join(folder, 'tollgate.mdb');
          judge(
            trial,
            path,
            act.do === 'real' ? writeReal(path, act, states) : writeDrawn(path, act, states),
          );
        },
        compare() {},
        end: () => rmSync(folder, { recursive: true }),
      };
    },
  };
}

function drawReal(random: Random): FileAct {
  const flaw = random.chance(0.4) ? { flaw: random.pick(REAL_FLAWS) } : {};
  return {
    do: 'real',
    state: random.below(4),
    pagesMore: random.pick([-9, -1, -1, 0, 0, 0, 1, 20]),
    bytesMore: random.pick([-1, 0, 0, 0, 1]),
    ...flaw,
  };
}

function drawFile(random: Random): FileAct {
  const newest = random.pick([1, 2, 255, 256, 65_536, 2 ** 40]);
  const meta = (transaction: number): DrawnMeta => ({
    transaction,
    root: random.chance(0.15) ? null : random.between(2, 9),
    lastPage: random.between(9, 14),
    ...(random.chance(0.12) ? { flaw: random.pick(META_FLAWS) } : {}),
  });
  const metas = [meta(newest), meta(newest - 1)] as const;
  return {
    do: 'drawn',
    pageBytes: random.pick(PAGE_SIZES),
    metas: random.chance(0.5) ? metas : [metas[1], metas[0]],
    rootOff: random.pick([0, 0, 0, -1, 1]),
    isCompacted: random.chance(0.15),
    bytesMore: random.pick([-65_536, -512, -1, 0, 0, 0, 1, 65_536]),
  };
}

/** @returns the verdicts that fit: several if several things are wrong */
function writeReal(
  path: string,
  { state, pagesMore, bytesMore, flaw }: Extract<FileAct, { do: 'real' }>,
  states: readonly DatabaseState[],
): readonly Verdict[] {
  const { bytes: whole, neededBytes, pageBytes } = states[state] as DatabaseState;
  const before = states[state - 1];
  const length = neededBytes + pagesMore * pageBytes + bytesMore;
  const bytes = Buffer.alloc(length);
  whole.copy(bytes);
  const page = (of: Buffer, nth: number) => of.subarray(nth * pageBytes, (nth + 1) * pageBytes);
  const [first, second] = [Buffer.from(page(whole, 0)), Buffer.from(page(whole, 1))];
  const due: Verdict[] = length < neededBytes ? ['short'] : [];
  // Their places say nothing.
  if (flaw === 'swapped') [first, second].forEach((one, nth) => void one.copy(page(bytes, 1 - nth)));
  if (flaw === 'first_zeros' || flaw === 'second_zeros') {
    page(bytes, flaw === 'first_zeros' ? 0 : 1).fill(0);
    due.push('none');
  }
  if (before !== undefined && (flaw === 'older_root' || flaw === 'older_meta')) {
    const newest = newestOf(whole, pageBytes);
    const root = Number(page(whole, newest).readBigUInt64LE(136));
    if (flaw === 'older_root') {
      // As the disk has it if the last write to this page was lost.
      page(bytes, root).fill(0);
      page(before.bytes, root).copy(page(bytes, root));
      due.push('older');
    }
    // A database as it was: it needs what it needed.
    if (flaw === 'older_meta') {
      page(before.bytes, newest).copy(page(bytes, newest));
      due.splice(0, 1, ...(length < before.neededBytes ? (['short'] as const) : []));
    }
  }
  writeFileSync(path, bytes);
  return due;
}

function newestOf(bytes: Buffer, pageBytes: number): 0 | 1 {
  return bytes.readBigUInt64LE(152) > bytes.readBigUInt64LE(pageBytes + 152) ? 0 : 1;
}

/** The first pages of a real file with other numbers in them. */
function writeDrawn(
  path: string,
  { pageBytes, metas, rootOff, isCompacted, bytesMore }: Extract<FileAct, { do: 'drawn' }>,
  states: readonly DatabaseState[],
): readonly Verdict[] {
  const template = (states[0] as DatabaseState).bytes.subarray(0, META_BYTES);
  const newest = metas[0].transaction > metas[1].transaction ? metas[0] : metas[1];
  const { root, lastPage, transaction } = newest;
  const neededBytes = (lastPage + 1) * pageBytes;
  const length = Math.max(2 * pageBytes, neededBytes + bytesMore);
  const due: Verdict[] = length < neededBytes ? ['short'] : [];
  const file = openSync(path, 'w', 0o600);
  try {
    ftruncateSync(file, length);
    metas.forEach((meta, nth) => {
      const bytes = Buffer.from(template);
      bytes.writeUInt32LE(pageBytes, 48);
      bytes.writeBigUInt64LE(meta.root === null ? NO_PAGE : BigInt(meta.root), 136);
      bytes.writeBigUInt64LE(BigInt(meta.lastPage), 144);
      bytes.writeBigUInt64LE(BigInt(meta.transaction), 152);
      const verdict = spoil(bytes, meta);
      if (verdict !== undefined) due.push(verdict);
      writeSync(file, bytes, 0, META_BYTES, nth * pageBytes);
    });
    if (root !== null) {
      const head = Buffer.alloc(16);
      const ofRoot = isCompacted ? 1 : Math.max(0, transaction + rootOff);
      head.writeBigUInt64LE(BigInt(ofRoot), 8);
      // A root behind the end of the file would make it longer.
      if (root * pageBytes + 16 <= length) writeSync(file, head, 0, 16, root * pageBytes);
      if (ofRoot !== transaction && ofRoot !== 1) due.push('older');
    }
  } finally {
    closeSync(file);
  }
  return due;
}

function spoil(bytes: Buffer, { flaw, lastPage }: DrawnMeta): Verdict | undefined {
  if (flaw === 'magic') bytes.writeUInt32LE(0xbeefc0df, 24);
  if (flaw === 'version') bytes.writeUInt16LE(lastPage % 2 === 0 ? 1 : 3, 28);
  if (flaw === 'flag') bytes.writeUInt16LE(bytes.readUInt16LE(18) & ~0x08, 18);
  if (flaw === 'size') bytes.writeUInt32LE(NO_SIZES[lastPage % NO_SIZES.length] ?? 0, 48);
  if (flaw === undefined) return undefined;
  return flaw === 'magic' ? 'none' : flaw === 'version' ? 'format' : 'damaged';
}

/** A node opens what LMDB can map, and leaves it as it is; older roots are for those who verify. */
function judge(trial: Trial, path: string, due: readonly Verdict[]): void {
  const length = statSync(path).size;
  const small = length < 2 ** 20 ? readFileSync(path) : undefined;
  let told = '';
  try {
    preflight(path);
  } catch (error) {
    told = messageOf(error);
  }
  const unfit = due.filter((one) => one !== 'older');
  check(trial, 'opened', told, unfit.length === 0 ? ['whole'] : unfit);
  check(trial, 'verified', objectionTo(path) ?? '', due.length === 0 ? ['whole'] : due);
  trial.same('length', statSync(path).size, length);
  if (small !== undefined) trial.same('bytes', readFileSync(path).equals(small), true);
  const lock = `${path}-lock`;
  if (told === '') {
    const { size, mode } = statSync(lock);
    trial.same('lock', [size, (mode & 0o777).toString(8)], [LOCK_BYTES, '600']);
  }
  rmSync(lock, { force: true });
}

function check(trial: Trial, about: string, told: string, due: readonly Verdict[]): void {
  if (!due.some((one) => WORDS[one].test(told)))
    trial.broke(about, `"${told}" is told of a file that is ${due.join(' and ')}`);
}

/** The store of kept clips and its twin, as they go through a history. */
import type { ClipDraft } from '../../../../../src/results/store/clip-draft.js';
import { type ClipFile, clipName, listClips } from '../../../../../src/results/store/clip-files.js';
import { ClipStore } from '../../../../../src/results/store/clip-store.js';
import type { ClipStoreLimits } from '../../../../../src/results/store/clip-store-options.js';
import { NoRoomError } from '../../../../../src/results/store/keeping-state.js';
import { MortalWorld } from '../../../../world/mortal-world.js';
import type { Course } from '../../part.js';
import type { Trial } from '../../trial.js';
import type { ClipsAct, DrawnStore } from './clips-acts.js';
import { type Draft, isOf, NaiveClips, type Outcome, type Owner } from './naive-clips.js';
import { PlainFiles } from './plain-files.js';

const FOLDER = '/results';
const ACCOUNTS = ['acct_a', 'acct_b', 'acct_c'] as const;
/** Nothing reads what is written. */
const ZEROS = Buffer.alloc(41 * 1_048_576);
/** Operations that failed are tried again by then. */
const TRIED_AGAIN_MS = 60_001;

interface BothDrafts {
  readonly real: ClipDraft;
  readonly naive: Draft;
}

export class ClipsCourse implements Course<ClipsAct> {
  readonly #trial: Trial;
  readonly #files = new PlainFiles(FOLDER);
  readonly #limits: { -readonly [Name in keyof ClipStoreLimits]: ClipStoreLimits[Name] };
  #drafts: BothDrafts[] = [];
  /** Jobs that are gone: they do not come back. */
  readonly #removed = new Set<string>();
  /** Jobs whose file was taken away since the start, in their order. */
  #lost: string[] = [];
  #missing: string[] = [];
  #told = { obstacles: 0, clearings: 0 };
  #soundSince = Number.NEGATIVE_INFINITY;
  #world: MortalWorld;
  #store: ClipStore;
  #naive: NaiveClips;

  constructor(trial: Trial, { bytesMax, keptMsMin, freeBytesMin }: DrawnStore) {
    this.#trial = trial;
    this.#limits = { bytesMax, keptMsMin, freeBytesMin };
    this.#world = new MortalWorld(trial.world);
    this.#naive = this.#newTwin();
    this.#store = this.#started();
  }

  async take(act: ClipsAct): Promise<void> {
    const { now } = this.#trial;
    switch (act.do) {
      case 'whole': {
        const bytes = act.parts.reduce((sum, one) => sum + one, 0);
        const draft = await this.#begin(act.job, act.known ? bytes : 0);
        for (const part of act.parts) await this.#write(draft, part);
        return this.#keep(draft);
      }
      case 'draft':
        await this.#begin(act.job, act.bytes);
        return;
      case 'nothing':
        return this.#discard(await this.#begin(act.job, 0));
      case 'write':
        return this.#write(this.#drafts[act.nth], act.bytes);
      case 'keep':
        return this.#keep(this.#drafts[act.nth]);
      case 'discard':
        return this.#discard(this.#drafts[act.nth]);
      case 'takes_more': {
        const takes = this.#store.takesMore();
        this.#trial.same('takes', takes, this.#naive.takesMore(now));
        return;
      }
      case 'limits':
        Object.assign(this.#limits, act.limits);
        return;
      case 'disk':
        if (act.isFailing || this.#files.isFailing) this.#soundSince = now;
        this.#files.isFailing = act.isFailing;
        this.#files.freeBytes = act.freeBytes;
        return;
      case 'restart':
        this.#restart(act.wallMs);
        return;
      default:
        this.#remove(ownerOf(act.job), act.do);
    }
  }

  compare(): void {
    const { now } = this.#trial;
    const [store, naive] = [this.#store, this.#naive];
    const told = (about: string, one: unknown, other: unknown) => this.#trial.same(about, one, other);
    naive.pass(now);
    told('bytes', store.bytes, naive.bytes);
    told('kept', jobsOf(this.#keptOwners()), jobsOf(naive.kept));
    told('evicted', jobsOf([...store.owners()].slice(store.files)), jobsOf(naive.evicted));
    told('evictions', store.metrics.evictions, naive.evictions);
    for (const clip of naive.kept) {
      const isLost = this.#lost.includes(clip.jobId);
      told('open', store.open(clip, '')?.size, isLost ? undefined : clip.bytes);
    }
    told('missing', this.#missing, this.#lost);
    told('obstacles', this.#told, { obstacles: naive.obstacles, clearings: naive.clearings });
    for (const { real, naive: draft } of this.#drafts) told('drafts', real.bytes, draft.bytes);
    if (!this.#files.isFailing && now - this.#soundSince >= TRIED_AGAIN_MS) this.#compareFiles();
  }

  async end(): Promise<void> {
    await this.take({ do: 'disk', isFailing: false, freeBytes: Number.MAX_SAFE_INTEGER });
    await this.#trial.world.advance(TRIED_AGAIN_MS);
    this.compare();
    this.#world.end();
  }

  /** The folder is all the index there is. */
  #compareFiles(): void {
    const clips = this.#naive.kept.filter(({ jobId }) => !this.#lost.includes(jobId));
    const expected = [
      ...clips.map(clipName),
      ...this.#naive.evicted.map((owner) => clipName(owner).replace('.clip', '.evicted')),
      ...this.#drafts.map(({ real }) => real.path.slice(FOLDER.length + 1)),
    ];
    const names = [...this.#files.byName.keys()].filter((name) => name !== 'owner');
    this.#trial.same('files', names.sort(), expected.sort());
  }

  #keptOwners(): readonly Owner[] {
    return [...this.#store.owners()].slice(0, this.#store.files);
  }

  #newTwin(): NaiveClips {
    const isMarked = this.#files.byName.has('owner');
    return new NaiveClips(
      this.#limits,
      this.#files,
      isMarked,
      (owner) => !this.#keptOwners().some(isOf(owner)),
    );
  }

  #started(): ClipStore {
    return new ClipStore({
      folder: FOLDER,
      files: this.#files.openIn(this.#world),
      ownerMark: 'mine',
      world: this.#world,
      limits: this.#limits,
      onFault: () => {},
      onMissing: ({ jobId }) => this.#missing.push(jobId),
      onObstacle: () => {
        this.#told.obstacles += 1;
      },
      onCleared: () => {
        this.#told.clearings += 1;
      },
    });
  }

  #restart(wallMs: number): void {
    this.#world.end();
    this.#trial.world.stepWall(wallMs);
    this.#world = new MortalWorld(this.#trial.world);
    this.#drafts = [];
    [this.#lost, this.#missing, this.#told] = [[], [], { obstacles: 0, clearings: 0 }];
    const found = listClips(FOLDER, this.#files.openIn(this.#world));
    this.#naive = this.#newTwin();
    this.#store = this.#started();
    const { now, world } = this.#trial;
    const clips = found.filter(({ kind }) => kind === 'clip');
    clips.sort((one, other) => one.modifiedAt - other.modifiedAt);
    const kept = ({ account, jobId, bytes, modifiedAt }: ClipFile) => {
      const ageMs = Math.max(0, world.wallMs() - modifiedAt);
      return { account, jobId, bytes, keptAt: now - ageMs };
    };
    const evicted = found.filter(({ kind }) => kind === 'evicted');
    this.#naive.found(clips.map(kept), evicted, now);
  }

  async #begin(job: number, bytes: number): Promise<BothDrafts | undefined> {
    const owner = ownerOf(job);
    if (this.#removed.has(owner.jobId) || this.#lost.includes(owner.jobId)) return undefined;
    let real: ClipDraft | undefined;
    const outcome = await outcomeOf(async () => {
      real = await this.#store.draft(owner, bytes);
    });
    this.#trial.same('begins', outcome, this.#naive.draft(owner, bytes, this.#trial.now));
    const naive = this.#naive.drafts.at(-1);
    if (real === undefined || naive === undefined) return undefined;
    const both = { real, naive };
    this.#drafts.push(both);
    return both;
  }

  async #write(draft: BothDrafts | undefined, bytes: number): Promise<void> {
    if (draft === undefined || !this.#drafts.includes(draft)) return;
    const outcome = await outcomeOf(() => draft.real.write(ZEROS.subarray(0, bytes)));
    this.#trial.same('writes', outcome, this.#naive.write(draft.naive, bytes, this.#trial.now));
    if (outcome !== 'done') await this.#discard(draft);
  }

  async #keep(draft: BothDrafts | undefined): Promise<void> {
    if (draft === undefined || !this.#drafts.includes(draft)) return;
    const outcome = await outcomeOf(() => draft.real.keep());
    this.#trial.same('keeps', outcome, this.#naive.keep(draft.naive, this.#trial.now));
    if (outcome !== 'done') return this.#discard(draft);
    this.#drafts.splice(this.#drafts.indexOf(draft), 1);
  }

  async #discard(draft: BothDrafts | undefined): Promise<void> {
    if (draft === undefined) return;
    this.#drafts.splice(this.#drafts.indexOf(draft), 1);
    this.#naive.drop(draft.naive);
    await draft.real.discard();
  }

  #remove(owner: Owner, how: 'remove' | 'lose'): void {
    // Of a job that is gone nothing is on its way.
    if (this.#drafts.some(({ naive }) => isOf(owner)(naive))) return;
    if (how === 'remove') {
      this.#store.remove(owner);
      this.#naive.remove(owner);
      this.#removed.add(owner.jobId);
      this.#lost = this.#lost.filter((jobId) => jobId !== owner.jobId);
      this.#missing = this.#missing.filter((jobId) => jobId !== owner.jobId);
    } else if (this.#files.byName.delete(clipName(owner)) && this.#naive.kept.some(isOf(owner)))
      this.#lost.push(owner.jobId);
  }
}

function ownerOf(job: number): Owner {
  return { account: ACCOUNTS[job % ACCOUNTS.length] ?? '', jobId: `job_${job}` };
}

/** Sorted: in which order it tells them is nobody's concern. */
function jobsOf(owners: readonly Owner[]): readonly string[] {
  return owners.map(({ account, jobId }) => `${account}.${jobId}`).sort();
}

async function outcomeOf(act: () => Promise<void>): Promise<Outcome> {
  try {
    await act();
    return 'done';
  } catch (error) {
    return error instanceof NoRoomError ? 'no_room' : 'failed';
  }
}

/**
 * The operator's key that each start puts in force: a configured one, else the one of before, else one that
 * is made and stands in its file first. Some starts are killed at a commit, and some disks refuse the file.
 */
import { hashCredential } from '../../../../../src/actors/credentials/credentials.js';
import { IdMaker } from '../../../../../src/actors/storage/ids.js';
import { ensureOperator } from '../../../../../src/node/assembly/bootstrap.js';
import { type CommitFault, MemoryStore } from '../../../../../src/store/memory/memory-store.js';
import { MortalWorld } from '../../../../world/mortal-world.js';
import { startActors } from '../../lone-actors.js';
import type { Course, Part } from '../../part.js';
import type { Trial } from '../../trial.js';

interface StartAct {
  readonly do: 'start';
  /** Which of three keys is configured; undefined if none is. */
  readonly configured?: number;
  /** The commit of the start at which it is killed; none at 0. */
  readonly killedAt: number;
  readonly isCommitKept: boolean;
  /** On a folder of its own that nobody has started on. */
  readonly isFresh: boolean;
  /** The disk takes no file with a key. */
  readonly isFileRefused: boolean;
}

export function firstStartPart(): Part<undefined, StartAct> {
  return {
    name: 'first-start',
    limits: () => undefined,
    act: (random) => ({
      do: 'start',
      ...(random.chance(0.6) ? { configured: random.below(3) } : {}),
      killedAt: random.pick([0, 0, 0, 1, 1, 2]),
      isCommitKept: random.chance(0.5),
      isFresh: random.chance(0.3),
      isFileRefused: random.chance(0.3),
    }),
    pauseMs: (random) => random.pick([0, 1, 60_000]),
    begin: (trial) => new StartsCourse(trial),
  };
}

class StartsCourse implements Course<StartAct> {
  readonly #trial: Trial;
  #store: MemoryStore;
  #killedAt = 0;
  #commits = 0;
  /** The plain text in the file. */
  #file: string | undefined;
  /** The hash of the key in force. */
  #inForce: string | undefined;

  constructor(trial: Trial) {
    this.#trial = trial;
    this.#store = this.#newStore();
  }

  async take(act: StartAct): Promise<void> {
    const { configured, killedAt, isCommitKept, isFresh, isFileRefused } = act;
    const { world } = this.#trial;
    if (isFresh) {
      this.#store = this.#newStore();
      this.#file = undefined;
      this.#inForce = undefined;
    }
    this.#killedAt = killedAt;
    this.#commits = 0;
    const key = configured === undefined ? undefined : `mk-configured-by-somebody-as-${configured}`;
    const life = new MortalWorld(world);
    const actors = startActors({ world: life, store: this.#store });
    let isUp = false;
    let files = 0;
    const keepFile = (text: string) => {
      files += 1;
      if (this.#hashes().includes(hashCredential(text))) this.#trial.broke('file', 'it is written too late');
      if (isFileRefused) throw new Error('the disk takes no file');
      this.#file = text;
    };
    void ensureOperator({ ...actors, world: life, ids: new IdMaker(life) }, key, keepFile).then(
      () => {
        isUp = true;
      },
      // The start is refused.
      () => {},
    );
    await world.settle();
    const isMade = key === undefined && this.#inForce === undefined;
    this.#trial.same('files', files, isMade ? 1 : 0);
    const isRefused = isMade && isFileRefused;
    this.#trial.same('up', isUp, !isRefused && (this.#commits < killedAt || killedAt === 0));
    life.end();
    this.#store = this.#store.crash(isCommitKept ? 'kept' : 'lost');
    this.#judge(isUp, key);
  }

  compare(): void {}

  /**
   * A start that was killed has put its key in force or not, and left the one of before or none. Nobody knows
   * a key whose file the disk refused: it is never in force.
   */
  #judge(isUp: boolean, configured: string | undefined): void {
    const hashes = this.#hashes();
    const made = this.#file === undefined ? undefined : hashCredential(this.#file);
    const next = configured === undefined ? (this.#inForce ?? made) : hashCredential(configured);
    const allowed = isUp ? [next] : [this.#inForce, next];
    if (hashes.length > 1) this.#trial.broke('keys', `${hashes.length} keys of the operator are in force`);
    if (!allowed.includes(hashes[0]))
      this.#trial.broke('keys', `${hashes[0]} is in force, and no ${allowed}`);
    this.#inForce = hashes[0];
    const account = this.#store.get('accounts', 'acct_default');
    const isThere = account !== undefined && (JSON.parse(account) as { verified: boolean }).verified;
    this.#trial.same('account', isThere, this.#inForce !== undefined);
  }

  /** Of the keys that work; each is an operator's, and listed. */
  #hashes(): readonly string[] {
    const store = this.#store;
    const all = Array.from(store.range('credentials', {}), ({ key, value }) => ({
      hash: key,
      ...JSON.parse(value),
    }));
    for (const { id, hash } of all) {
      const record = JSON.parse(store.get('management_keys', id) ?? '{}');
      const { account, role, revoked } = record;
      this.#trial.same(
        'key',
        [record.hash, account, role, revoked],
        [hash, 'acct_default', 'operator', false],
      );
    }
    const listed = Array.from(store.range('account_management_keys', {}), ({ key }) => key.split('/')[1]);
    this.#trial.same(
      'listed',
      listed,
      all.map(({ id }) => id),
    );
    return all.map(({ hash }) => hash);
  }

  #newStore(): MemoryStore {
    return new MemoryStore({ faults: { next: () => this.#fault() } });
  }

  #fault(): CommitFault {
    this.#commits += 1;
    return this.#commits === this.#killedAt ? 'hang_then_commit' : 'none';
  }
}

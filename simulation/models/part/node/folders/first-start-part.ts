/**
 * The operator's key that each start puts in force: a configured one, else the one of before, else one that
 * is made and stands in its file first. Some starts are killed at a commit.
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
    this.#store = new MemoryStore({ faults: { next: () => this.#fault() } });
  }

  async take({ configured, killedAt, isCommitKept }: StartAct): Promise<void> {
    const { world } = this.#trial;
    this.#killedAt = killedAt;
    this.#commits = 0;
    const key = configured === undefined ? undefined : `mk-configured-by-somebody-as-${configured}`;
    const life = new MortalWorld(world);
    const actors = startActors({ world: life, store: this.#store });
    let isUp = false;
    void ensureOperator({ ...actors, world: life, ids: new IdMaker(life) }, key, (text) => {
      if (this.#hashes().includes(hashCredential(text))) this.#trial.broke('file', 'it is written too late');
      this.#file = text;
    }).then(() => {
      isUp = true;
    });
    await world.settle();
    this.#trial.same('up', isUp, this.#commits < killedAt || killedAt === 0);
    life.end();
    this.#store = this.#store.crash(isCommitKept ? 'kept' : 'lost');
    this.#judge(isUp, key);
  }

  compare(): void {}

  /** A start that was killed has put its key in force or not, and left the one of before or none. */
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

  #fault(): CommitFault {
    this.#commits += 1;
    return this.#commits === this.#killedAt ? 'hang_then_commit' : 'none';
  }
}

/**
 * The lock of a folder: of those who start on it at once one holds it, until it leaves or dies. The dead keep
 * nobody off, and their sockets are cleared away in time.
 */
import { linkSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { type FolderLock, isHeld, tryLock } from '../../../../../src/node/folder/folder-lock.js';
import type { Course, Part } from '../../part.js';
import type { Trial } from '../../trial.js';
import { madeFolder } from './made-folder.js';

type LockAct =
  | { readonly do: 'start'; readonly atOnce: number }
  | { readonly do: 'leave' | 'die' }
  /** A starter has died before it got a number. */
  | { readonly do: 'orphan'; readonly name: number }
  /** Others have held it and died, so often. */
  | { readonly do: 'age'; readonly by: number };

/** So many numbers of the dead may stay below that of the holder. */
const KEPT_MAX = 33;

export function folderLockPart(): Part<boolean, LockAct> {
  return {
    name: 'folder-lock',
    // A path that is longer than that of a socket may be.
    limits: (random) => random.chance(0.3),
    act: (random) =>
      random.weighted<LockAct>([
        [4, { do: 'start', atOnce: random.pick([1, 1, 2, 3]) }],
        [2, { do: 'leave' }],
        [2, { do: 'die' }],
        [1, { do: 'orphan', name: random.below(3) }],
        [0.5, { do: 'age', by: random.pick([1, 31, 32, 33, 34]) }],
      ]),
    pauseMs: () => 0,
    begin: (trial, isLong) => new LockCourse(trial, isLong),
  };
}

class LockCourse implements Course<LockAct> {
  readonly #trial: Trial;
  readonly #root = madeFolder('lock');
  readonly #folder: string;
  #holder: FolderLock | undefined;
  #names = 0;

  constructor(trial: Trial, isLong: boolean) {
    this.#trial = trial;
    this.#folder = join(this.#root, isLong ? 'l'.repeat(100) : 'lock');
  }

  async take(act: LockAct): Promise<void> {
    if (act.do === 'start') await this.#start(act.atOnce);
    else if (act.do === 'leave') this.#leave();
    else if (act.do === 'die') this.#die();
    else if (this.#holder === undefined && this.#highest() > 0) {
      if (act.do === 'orphan') await this.#leaveDead(`starting-0${act.name}`);
      else if (act.do === 'age')
        for (let more = act.by; more > 0; more--) await this.#leaveDead(String(this.#highest() + 1));
    }
    this.#trial.same('held', await isHeld(this.#folder), this.#holder !== undefined);
  }

  compare(): void {}

  end(): void {
    this.#leave();
    rmSync(this.#root, { recursive: true });
  }

  async #start(atOnce: number): Promise<void> {
    const names = Array.from({ length: atOnce }, () => `a${this.#names++}`);
    const attempts = await Promise.all(names.map((name) => tryLock(this.#folder, name)));
    const held = attempts.flatMap((attempt) => (attempt.outcome === 'held' ? [attempt.lock] : []));
    this.#trial.same('holders', held.length, this.#holder === undefined ? 1 : 0);
    this.#holder ??= held[0];
    const left = readdirSync(this.#folder).filter((name) => !/^[1-9]\d*$/.test(name));
    if (held.length > 0) {
      this.#trial.same('orphans', left, []);
      this.#trial.between('numbers', readdirSync(this.#folder).length, 1, KEPT_MAX);
    } else
      this.#trial.same(
        'own',
        left.filter((name) => names.includes(name.replace('starting-', ''))),
        [],
      );
  }

  #leave(): void {
    const before = this.#highest();
    this.#holder?.release();
    if (this.#holder !== undefined && this.#highest() >= before)
      this.#trial.broke('left', `the number ${before} stays behind`);
    this.#holder = undefined;
  }

  /** Its socket stays, and nobody listens on it. */
  #die(): void {
    if (this.#holder === undefined) return;
    const place = join(this.#folder, String(this.#highest()));
    linkSync(place, join(this.#root, 'kept'));
    this.#holder.release();
    this.#holder = undefined;
    renameSync(join(this.#root, 'kept'), place);
  }

  async #leaveDead(name: string): Promise<void> {
    const [short, place] = [join(this.#root, 's'), join(this.#folder, name)];
    rmSync(place, { force: true });
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(short, resolve));
    linkSync(short, place);
    await new Promise((resolve) => server.close(resolve));
  }

  #highest(): number {
    try {
      return Math.max(0, ...readdirSync(this.#folder).map((name) => Number(name) || 0));
    } catch {
      return 0;
    }
  }
}

/**
 * Files of a node as a power cut behind any step leaves them, on a disk that also refuses steps: those that
 * the node writes for itself, the secret of a folder, kept results that go into a backup, and a restored
 * backup.
 *
 * A file has its old text or its whole new one, and is on disk when its writer has returned. A restored
 * folder has its database last: with it, all else is there.
 */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gatherKept } from '../../../../../src/audit/backup/kept-files.js';
import { type DataFolder, openDataFolder } from '../../../../../src/node/folder/data-folder.js';
import type { Course, Part } from '../../part.js';
import type { Trial } from '../../trial.js';
import { madeFolder } from '../folders/made-folder.js';
import { clipsOf, restoreOnDisk, SECRET_BYTES, settled } from './restore-on-disk.js';
import { type Trouble, WatchedDisk } from './watched-disk.js';

type WriteAct = { readonly trouble: Trouble } & (
  | { readonly do: 'open'; readonly secretBytes: number }
  | { readonly do: 'write'; readonly name: string; readonly draft: 'none' | 'file' | 'link' }
  | { readonly do: 'gather'; readonly clips: number }
  | { readonly do: 'restore'; readonly clips: number; readonly isApart: boolean; readonly isDeep: boolean }
);

export function writtenFilesPart(): Part<undefined, WriteAct> {
  return {
    name: 'written-files',
    limits: () => undefined,
    act(random) {
      const trouble = {
        failAt: random.chance(0.4) ? random.between(1, 14) : 0,
        isShort: random.chance(0.3),
        isApart: random.chance(0.5),
      };
      const clips = random.below(3);
      return random.weighted<WriteAct>([
        [0.2, { do: 'open', secretBytes: random.pick([0, 0, 0, 31, 32, 32, 33]), trouble }],
        [
          4,
          {
            do: 'write',
            name: random.pick(['management-key', 'address']),
            draft: random.pick(['none', 'none', 'file', 'link']),
            trouble,
          },
        ],
        [0.5, { do: 'gather', clips, trouble }],
        [0.3, { do: 'restore', clips, isApart: random.chance(0.5), isDeep: random.chance(0.5), trouble }],
      ]);
    },
    pauseMs: () => 0,
    begin: (trial) => new FilesCourse(trial),
  };
}

class FilesCourse implements Course<WriteAct> {
  readonly #trial: Trial;
  readonly #root = madeFolder('written');
  #round = 0;
  #node: DataFolder | undefined;
  /** The texts of the node's files, by name. */
  readonly #texts = new Map<string, string>();

  constructor(trial: Trial) {
    this.#trial = trial;
  }

  async take(act: WriteAct): Promise<void> {
    this.#round += 1;
    const umask = process.umask();
    try {
      if (act.do === 'open') await this.#open(act.secretBytes, act.trouble);
      else if (act.do === 'write') await this.#write(act.name, act.draft, act.trouble);
      else if (act.do === 'gather') await this.#gather(act.clips, act.trouble);
      else {
        const place = this.#place();
        await restoreOnDisk(this.#trial, place, act);
        rmSync(place, { recursive: true });
      }
    } finally {
      process.umask(umask);
    }
  }

  compare(): void {}

  end(): void {
    this.#node?.release();
    rmSync(this.#root, { recursive: true });
  }

  /** @param secretBytes of the one that is there; 0 if none is */
  async #open(secretBytes: number, trouble: Trouble): Promise<void> {
    const place = this.#place();
    const data = join(place, 'data');
    const known = 's'.repeat(secretBytes);
    if (secretBytes > 0) {
      mkdirSync(data);
      writeFileSync(join(data, 'secret'), known);
    }
    const disk = new WatchedDisk(place);
    const opened = await settled(
      disk.during(
        trouble,
        () => openDataFolder(data),
        ({ synced, present }) => {
          for (const files of [synced, present]) {
            const there = files.get('data/secret');
            // Links hang on it from the first moment.
            if (there !== undefined && (secretBytes > 0 ? there !== known : there.length !== SECRET_BYTES))
              this.#trial.broke('secret', `a cut leaves a secret of ${there.length} bytes`);
          }
        },
      ),
    );
    const isSound = secretBytes === 0 || secretBytes === SECRET_BYTES;
    if (trouble.failAt === 0) this.#trial.same('opened', opened !== undefined, isSound);
    else if (opened !== undefined && !isSound)
      this.#trial.broke('opened', `a secret of ${secretBytes} bytes`);
    if (opened !== undefined) {
      const secret = Buffer.from(opened.secret).toString('latin1');
      this.#trial.same('secret', disk.now.synced.get('data/secret'), secret);
      if (secretBytes > 0) this.#trial.same('secret', secret, known);
      else this.#trial.same('mode', modeOf(join(data, 'secret')), '600');
      opened.release();
    }
    // A start that was refused holds nothing: the next one has the folder.
    if (!isSound) writeFileSync(join(data, 'secret'), 's'.repeat(SECRET_BYTES));
    const again = await settled(openDataFolder(data));
    this.#trial.same('again', again !== undefined, true);
    if (opened !== undefined && again !== undefined)
      this.#trial.same('secret', Buffer.from(again.secret).equals(opened.secret), true);
    again?.release();
    rmSync(place, { recursive: true });
  }

  async #write(name: string, draft: 'none' | 'file' | 'link', trouble: Trouble): Promise<void> {
    const data = join(this.#root, 'node');
    this.#node ??= await openDataFolder(data);
    const node = this.#node;
    const [old, text] = [this.#texts.get(name), `text ${this.#round}`];
    const [left, other] = [join(data, `.${name}.new`), join(this.#root, 'other')];
    // A killed writer left it, or somebody who would have the text.
    writeFileSync(other, 'of somebody');
    rmSync(left, { force: true });
    if (draft === 'file') writeFileSync(left, 'half');
    if (draft === 'file') chmodSync(left, 0o644);
    if (draft === 'link') symlinkSync(other, left);
    const disk = new WatchedDisk(data);
    const told = await settled(
      disk.during(
        trouble,
        () => node.writePrivateFile(name, text),
        ({ synced, present }) => {
          for (const files of [synced, present])
            if (![old, text].includes(files.get(name)))
              this.#trial.broke('file', `a cut leaves ${JSON.stringify(files.get(name))} in ${name}`);
        },
      ),
    );
    const { synced, present } = disk.now;
    if (trouble.failAt === 0) this.#trial.same('told', told, join(data, name));
    if (told !== undefined) {
      this.#trial.same('file', [synced.get(name), present.get(name)], [text, text]);
      this.#trial.same('mode', modeOf(told), '600');
      this.#trial.same('drafts', existsSync(left), false);
    }
    this.#trial.same('other', readFileSync(other, 'utf8'), 'of somebody');
    const now = present.get(name);
    if (now === undefined) this.#texts.delete(name);
    else this.#texts.set(name, now);
  }

  async #gather(clips: number, trouble: Trouble): Promise<void> {
    const place = this.#place();
    const [results, backup] = [join(place, 'node'), join(place, 'backup')];
    for (const folder of [results, backup]) mkdirSync(folder);
    const texts = clipsOf(clips);
    for (const [name, text] of texts) writeFileSync(join(results, name), text);
    const disk = new WatchedDisk(place);
    const gather = () => gatherKept(results, backup) ?? 'gathered';
    const told = await settled(disk.during(trouble, gather, () => {}));
    if (trouble.failAt === 0) this.#trial.same('gathered', told, 'gathered');
    if (told !== undefined) {
      for (const [name, text] of texts)
        this.#trial.same('gathered', disk.now.synced.get(`backup/results/${name}`), text);
    }
    rmSync(place, { recursive: true });
  }

  #place(): string {
    const place = join(this.#root, String(this.#round));
    mkdirSync(place);
    return place;
  }
}

function modeOf(path: string): string {
  return (statSync(path).mode & 0o777).toString(8);
}

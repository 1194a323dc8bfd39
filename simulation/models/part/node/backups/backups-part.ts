/**
 * Whole backups of a data folder, beside a node that keeps results, evicts and removes them meanwhile. A
 * process stands in for the one of LMDB; the copy itself is made when its progress is told of.
 */
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BackupResult, makeBackup } from '../../../../../src/audit/backup/backup.js';
import { BackupRefused, readManifest } from '../../../../../src/audit/backup/manifest.js';
import type { TaskProgress } from '../../../../../src/audit/database/task.js';
import { VERSION } from '../../../../../src/packaged/version.js';
import type { Course, Part } from '../../part.js';
import type { Trial } from '../../trial.js';
import { KeptResults } from '../folders/kept-results.js';
import { madeFolder } from '../folders/made-folder.js';
import { type DatabaseState, databaseStates } from '../folders/real-database.js';
import { type BackUp, type BackupAct, drawAct, HARMLESS } from './backup-acts.js';
import {
  copyMessages,
  filesIn,
  linesOf,
  namesIn,
  put,
  setScene,
  sumOf,
  targetOf,
  tasksOf,
  toldOf,
  verifyMessages,
} from './backup-scene.js';
import { standIn } from './stand-in-task.js';

/** These are of what is not there, or in use. */
const UNREACHABLE = ['no_database', 'leftover_held'];

export function backupsPart(): Part<undefined, BackupAct> {
  return {
    name: 'backups',
    limits: () => undefined,
    act: drawAct,
    pauseMs: () => 0,
    begin: (trial) => new BackupsCourse(trial),
  };
}

class BackupsCourse implements Course<BackupAct> {
  readonly #trial: Trial;
  readonly #root = madeFolder('backups');
  readonly #kept = new KeptResults(join(this.#root, 'kept'));
  #round = 0;

  constructor(trial: Trial) {
    this.#trial = trial;
  }

  async take(act: BackupAct): Promise<void> {
    if (act.do === 'back_up') await this.#backUp(act);
    else this.#kept.change(act);
  }

  compare(): void {}

  end(): void {
    rmSync(this.#root, { recursive: true });
  }

  async #backUp(act: BackUp): Promise<void> {
    const place = join(this.#root, String(++this.#round));
    const data = join(place, 'data');
    const target = targetOf(act.how, place);
    const partial = `${target}.partial`;
    const { bytes: whole, neededBytes } = (await databaseStates())[act.state] as DatabaseState;
    const bytes = whole.subarray(0, neededBytes);
    const release = await setScene(act, place, bytes);
    const before = filesIn(place);
    const namesBefore = namesIn(place);
    const [seen, told]: [Map<string, string>, string[]] = [new Map(this.#kept.files), []];
    const atInstant = new Map<string, string>();
    const note = () => {
      for (const [name, text] of this.#kept.files) seen.set(name, text);
    };
    const asked = join(this.#root, `asked-${this.#round}`);
    const progress = ({ step, done }: TaskProgress) => {
      if (step !== 'copying') return;
      if (done === 1) for (const change of act.before) this.#change(change, note);
      if (done === 2) {
        for (const [name, text] of this.#kept.files) atInstant.set(name, text);
        writeFileSync(join(partial, 'tollgate.mdb'), bytes);
        if (act.how === 'target_appears') put(join(target, 'notes.txt'), 'precious');
      }
      if (done === 3) for (const change of act.after) this.#change(change, note);
    };
    const end: BackupResult | Error = await makeBackup({
      data,
      target,
      ...(act.hasResults ? { results: this.#kept.folder } : {}),
      withManagementKey: act.withManagementKey,
      cpuShare: act.cpuShare,
      now: new Date(this.#round * 86_400_000),
      program: standIn(asked, copyMessages(act), verifyMessages(act)),
      progress,
      report: ({ key }) => told.push(key),
      copied: () => {
        told.push(`copied after ${linesOf(asked).length}`);
        if (act.hasResults) this.#trial.same('copied-early', this.#missing(partial, atInstant), '');
      },
      leftoverRemoved: (folder) => told.push(folder === partial ? 'removed' : folder),
    }).catch((error: Error) => error);
    release();
    const isMade = HARMLESS.some((how) => how === act.how);
    if (isMade !== !(end instanceof Error)) this.#trial.broke('outcome', `with ${act.how}: ${String(end)}`);
    this.#trial.same('told', told, toldOf(act));
    this.#trial.same('tasks', linesOf(asked).length, tasksOf(act.how));
    if (end instanceof Error) {
      this.#compareFailure(act.how, end, filesIn(place), before);
      const due = act.how === 'target_appears' ? ['backup', 'backup/notes.txt'] : [];
      this.#trial.same('names-left', namesIn(place), [...due, ...namesBefore]);
    } else this.#compareBackup(act, end, { target, data, bytes, seen, atInstant, asked });
    rmSync(place, { recursive: true });
  }

  #change(change: BackUp['before'][number], note: () => void): void {
    this.#kept.change(change);
    note();
  }

  /** Jobs whose results stood at the instant, and of which there is nothing. */
  #missing(backup: string, atInstant: ReadonlyMap<string, string>): string {
    const folder = join(backup, 'results');
    const names = existsSync(folder) ? readdirSync(folder) : [];
    const jobOf = (name: string) => name.replace(/\.\w+$/, '');
    const jobs = new Set(names.map(jobOf));
    return [...atInstant.keys()].filter((name) => !jobs.has(jobOf(name))).join(' ');
  }

  #compareFailure(
    how: BackUp['how'],
    error: Error,
    left: ReadonlyMap<string, string>,
    before: ReadonlyMap<string, string>,
  ): void {
    const reason = error instanceof BackupRefused ? error.reason : Reflect.get(error, 'code');
    const due = how.endsWith('without_room') ? 'ENOSPC' : UNREACHABLE.includes(how) ? 'unreachable' : 'bad';
    if (how !== 'target_appears') this.#trial.same('reason', reason, due);
    const expected = new Map(before);
    if (how === 'target_appears') expected.set('backup/notes.txt', 'precious');
    this.#trial.same('left', [...left].sort(), [...expected].sort());
  }

  #compareBackup(
    act: BackUp,
    { manifest, verified }: BackupResult,
    made: {
      readonly target: string;
      readonly data: string;
      readonly bytes: Buffer;
      readonly seen: ReadonlyMap<string, string>;
      readonly atInstant: ReadonlyMap<string, string>;
      readonly asked: string;
    },
  ): void {
    const { target, data, bytes, seen, atInstant } = made;
    const there = filesIn(target);
    const results = [...there.keys()].filter((name) => name.startsWith('results/')).sort();
    if (!act.hasResults) this.#trial.same('no-results', results, []);
    else this.#trial.same('missing', this.#missing(target, atInstant), '');
    for (const name of results) this.#trial.same('kept', there.get(name), seen.get(name.slice(8)));
    const secrets = [
      ...(act.hasSecret ? ['secret'] : []),
      ...(act.hasKey && act.withManagementKey ? ['management-key'] : []),
    ];
    for (const name of secrets) this.#trial.same('secrets', there.get(name), `${name} of this node`);
    const files = [...results, ...secrets, 'tollgate.mdb'];
    this.#trial.same('names', [...there.keys()].sort(), [...files, 'backup.json'].sort());
    this.#trial.same('database', readFileSync(join(target, 'tollgate.mdb')).equals(bytes), true);
    this.#trial.same('manifest', manifest, {
      v: 1,
      made_at: new Date(this.#round * 86_400_000).toISOString(),
      tollgate: VERSION,
      format: Number((/ to (\d)/.exec(act.format) ?? [null, act.format])[1]),
      platform: `${process.platform}-${process.arch}`,
      files: manifest.files.map(({ name }) => ({ name, ...sumOf(join(target, name)) })),
      verified: {
        records: act.how === 'damaged_copy' ? 0 : act.records,
        discrepancies: act.discrepancies,
        damaged_pages: act.how === 'damaged_copy' ? 1 : 0,
      },
    });
    this.#trial.same('listed', manifest.files.map(({ name }) => name).sort(), [...files].sort());
    this.#trial.same('last', manifest.files.at(-1)?.name, 'tollgate.mdb');
    this.#trial.same('written', readManifest(target), manifest);
    this.#trial.same('damage', verified.damage !== undefined, act.how === 'damaged_copy');
    for (const name of readdirSync(target, { recursive: true, encoding: 'utf8' })) {
      const status = statSync(join(target, name));
      this.#trial.same('mode', status.mode & 0o777, status.isDirectory() ? 0o700 : 0o600);
    }
    this.#trial.same('folder-mode', statSync(target).mode & 0o777, 0o700);
    const [copy, verify] = linesOf(made.asked).map((line) => JSON.parse(line));
    const partial = `${target}.partial`;
    this.#trial.same('copy-task', copy, {
      do: 'copy',
      from: join(data, 'tollgate.mdb'),
      to: join(partial, 'tollgate.mdb'),
    });
    this.#trial.same(
      'verify-task',
      { ...verify, path: undefined },
      {
        do: 'verify',
        cpuShare: act.cpuShare,
        ...(act.hasResults ? { results: join(partial, 'results') } : {}),
      },
    );
  }
}

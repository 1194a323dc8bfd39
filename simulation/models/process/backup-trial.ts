/**
 * A backup of the folder of a gateway that is under load, by the command of its own program, and all that is
 * to be had from it.
 *
 * Rules
 *  - The backup is whole, sound, for its user alone, and has what was acknowledged before it began.
 *  - Restored, it is the folder as it was: what it says of the past, the folder says at the end, too.
 *  - Nothing is overwritten by a backup or a restore.
 *  - If a byte of it changes, `verify` says so, and it is not restored.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { restoreBackup } from '../../../src/audit/backup/restore.js';
import { verifyFile } from '../../../src/audit/database/verify-file.js';
import { startOf } from '../../../src/packaged/program.js';
import type { StoreReader, Table } from '../../../src/store/store.js';
import { readDisk } from './disk-copy.js';

const DATABASE = 'tollgate.mdb';
const SECRET = 'secret';
const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;
const BACKUP_MS_MAX = 60_000;
/** Records that stay as they are once they are written. */
const LASTING: readonly Table[] = ['ledger', 'references', 'audit', 'account_keys', 'job_inputs'];
/** It stands in each record of a key. */
const MARK = '"account":"acct_';

type Report = (message: string) => void;

interface TrialOptions {
  /** The program; `undefined` for the one that was built. */
  readonly main: string | undefined;
  /** The data folder of the gateway. */
  readonly data: string;
  /** A folder for the backup and what comes of it. */
  readonly place: string;
  readonly report: Report;
}

export class BackupTrial {
  readonly #options: TrialOptions;
  readonly #target: string;
  /** Lasting records of the folder at its end. */
  readonly #past = new Map<string, string>();
  #jobs: readonly string[] = [];
  #isMade = false;

  constructor(options: TrialOptions) {
    this.#options = options;
    this.#target = join(options.place, 'backup');
  }

  /** @param jobs the ids of those that were acknowledged */
  async make(jobs: readonly string[]): Promise<void> {
    this.#jobs = jobs;
    const { status, output } = await this.#backUp();
    if (status !== 0) return this.#options.report(`a backup ended with ${status}: ${output}`);
    this.#isMade = true;
  }

  /** To be called when the gateway has ended. */
  async check(): Promise<void> {
    if (!this.#isMade) return;
    if (!this.#checkFiles()) return;
    await readDisk(this.#options.data, (end) => this.#notePast(end));
    await this.#checkRestored();
    const before = readFileSync(this.#database);
    const again = await this.#backUp();
    if (again.status === 0 || !readFileSync(this.#database).equals(before))
      this.#options.report(`a backup over another one ended with ${again.status}`);
    await this.#checkDamaged(before);
  }

  get #database(): string {
    return join(this.#target, DATABASE);
  }

  /** @returns whether all of them are there */
  #checkFiles(): boolean {
    const { place, data, report } = this.#options;
    const names = readdirSync(this.#target).sort();
    const missing = ['backup.json', DATABASE, SECRET].filter((name) => !names.includes(name));
    if (missing.length > 0) report(`a backup has no ${missing.join(' and no ')}`);
    else if (!readFileSync(join(this.#target, SECRET)).equals(readFileSync(join(data, SECRET))))
      report('the secret of a backup is another one');
    const folderMode = statSync(this.#target).mode & 0o777;
    if (folderMode !== PRIVATE_FOLDER) report(`others may use a backup: ${folderMode.toString(8)}`);
    for (const name of names) {
      const of = statSync(join(this.#target, name));
      if (of.isFile() && (of.mode & 0o777) !== PRIVATE_FILE)
        report(`others may use ${name} of a backup: ${(of.mode & 0o777).toString(8)}`);
    }
    const beside = readdirSync(place).filter((name) => name.startsWith('backup') && name !== 'backup');
    if (beside.length > 0 || names.includes('backup-lock'))
      report(`a backup leaves ${[...beside, ...names].join(', ')}`);
    return missing.length === 0;
  }

  #notePast(end: StoreReader): void {
    for (const table of LASTING)
      for (const { key, value } of end.range(table, {})) this.#past.set(`${table} ${key}`, value);
  }

  async #checkRestored(): Promise<void> {
    const { place, report } = this.#options;
    const restored = join(place, 'restored');
    if (!(await isRestored(this.#target, restored))) return report('a backup cannot be restored');
    await readDisk(restored, (records) => {
      for (const id of this.#jobs)
        if (records.get('jobs', id) === undefined)
          report(`${id} was acknowledged before a backup began, and is not in it`);
      for (const table of LASTING) {
        for (const { key, value } of records.range(table, {}))
          if (this.#past.get(`${table} ${key}`) !== value)
            report(`${table} ${key} of a backup is not what it was`);
      }
    });
    if (await isRestored(this.#target, restored))
      report('a backup was restored over a folder that is in use');
  }

  /** @param sound the bytes of the database */
  async #checkDamaged(sound: Buffer): Promise<void> {
    const { place, report, main } = this.#options;
    const damaged = Buffer.from(sound);
    for (let at = damaged.indexOf(MARK); at >= 0; at = damaged.indexOf(MARK, at + 1)) {
      const place = at + MARK.length;
      damaged[place] = (damaged[place] ?? 0) ^ 1;
    }
    writeFileSync(this.#database, damaged);
    let found = 0;
    const { damage } = await verifyFile(this.#database, {
      ...(main === undefined ? {} : { program: startOf(main) }),
      report: () => {
        found += 1;
      },
    });
    if (found === 0 && damage === undefined) report('verify finds nothing in a backup whose bytes changed');
    const empty = join(place, 'empty');
    mkdirSync(empty);
    if (await isRestored(this.#target, empty)) report('a backup whose bytes changed was restored');
    if (existsSync(join(empty, DATABASE))) report('a restore that was refused left a database');
  }

  #backUp(): Promise<{ readonly status: number | string; readonly output: string }> {
    const { file, args } = startOf(this.#options.main);
    const words = ['backup', this.#target, '--data', this.#options.data];
    return new Promise((resolve) => {
      execFile(file, [...args, ...words], { timeout: BACKUP_MS_MAX }, (error, stdout, stderr) => {
        resolve({ status: error === null ? 0 : (error.code ?? 'a signal'), output: stdout + stderr });
      });
    });
  }
}

async function isRestored(backup: string, data: string): Promise<boolean> {
  try {
    await restoreBackup({ backup, data });
    return true;
  } catch {
    return false;
  }
}

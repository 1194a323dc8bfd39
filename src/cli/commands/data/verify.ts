/** `tollgate verify` */
import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { sumFile } from '../../../audit/backup/durable-files.js';
import { BackupRefused, MANIFEST_FILE, readManifest } from '../../../audit/backup/manifest.js';
import { verifyFile } from '../../../audit/database/verify-file.js';
import type { Discrepancy } from '../../../audit/records/discrepancy.js';
import { DATABASE_FILE, type KeptFolders, resultsFolder } from '../../../node/folder/folder-files.js';
import type { Pace } from '../../../node/machine/pace.js';
import { letOthersGoFirst } from '../../../packaged/low-priority.js';
import type { Command, CommandIo } from '../../framework/command.js';
import { BAD, DONE } from '../../framework/exit-status.js';
import { configFrom, DATA_KEYS, DATA_OPTIONS } from '../../framework/node-options.js';
import { CPU_SHARE, paceFrom, tellRests } from './cpu-share.js';
import { isSound, jsonOf, lookingAfterData, Steps, tellDiscrepancy, tellSummary } from './data-commands.js';

export const verify: Command = {
  arguments: [
    {
      name: 'FOLDER',
      description: 'Data folder or backup. Default: the configured data folder.',
      isOptional: true,
      completes: 'folder',
    },
  ],
  options: [
    ...DATA_OPTIONS,
    CPU_SHARE,
    { name: 'json', description: 'Print one JSON document with every discrepancy.' },
  ],
  about: [
    'Compares every record with its checksum, every balance with its ledger and every index with its records, and prints each discrepancy with its ids. It changes nothing.',
    'The node may run: its state at one instant is verified. In a backup, the SHA-256 of every file is compared with the manifest, too.',
    'The exit status is 1 if anything is wrong.',
  ],
  examples: [
    ['verify', 'Verify the configured data folder.'],
    ['verify /var/backups/tollgate/2026-11-21', 'Verify a backup.'],
    ['verify --json > findings.json', 'Write the findings into a file.'],
  ],
  async run(given, io) {
    const [folder] = given.words;
    const configured = configFrom(given, io, DATA_KEYS);
    const own = given.value('results-dir') === undefined ? undefined : configured.resultsDir;
    const kept = folder === undefined ? configured : { data: resolve(io.folder, folder), resultsDir: own };
    const pace = paceFrom(given);
    letOthersGoFirst();
    return await lookingAfterData(() => verifyFolder(kept, { isJson: given.has('json'), pace }, io));
  },
};

interface VerifySettings {
  readonly isJson: boolean;
  readonly pace: Pace;
}

async function verifyFolder(
  kept: KeptFolders,
  { isJson, pace }: VerifySettings,
  io: CommandIo,
): Promise<number> {
  const folder = kept.data;
  const database = databaseIn(folder);
  const steps = new Steps(io);
  const wrongFiles = existsSync(join(folder, MANIFEST_FILE)) ? validateFiles(folder, pace, steps) : [];
  if (!isJson) for (const what of wrongFiles) io.out.write(`damaged_file: ${what}\n`);
  const found = isJson ? jsonSink(folder, io) : textSink(steps, io);
  const result = await verifyFile(database, {
    cpuShare: pace.share,
    results: statSync(folder).isDirectory() ? resultsFolder(kept) : undefined,
    report: found.take,
    progress: (one) => steps.show(one),
  });
  steps.end();
  if (isJson) {
    found.end({ ...jsonOf(result), damaged_files: wrongFiles });
  } else {
    tellSummary(result, io);
    tellRests(pace.restedMs + result.restedMs, io);
  }
  return wrongFiles.length === 0 && isSound(result) ? DONE : BAD;
}

function databaseIn(folder: string): string {
  if (!existsSync(folder)) throw new BackupRefused(`there is no folder ${folder}`, 'unreachable');
  if (!statSync(folder).isDirectory()) return folder;
  const database = join(folder, DATABASE_FILE);
  if (existsSync(database)) return database;
  throw new BackupRefused(
    `${folder} is no data folder and no backup: it has no ${DATABASE_FILE}`,
    'unreachable',
  );
}

/** The files of a backup that differ from its manifest, each with the difference. */
function validateFiles(folder: string, pace: Pace, steps: Steps): string[] {
  const { files } = readManifest(folder);
  const of = files.reduce((sum, { bytes }) => sum + bytes, 0);
  let before = 0;
  return files.flatMap(({ name, bytes, sha256 }) => {
    const path = join(folder, name);
    if (!existsSync(path)) return [`${path} is missing`];
    const found = sumFile(path, (done) => {
      steps.update('bytes compared with the manifest', before + done, of);
      pace.step();
    });
    before += bytes;
    if (found.bytes === bytes && found.sha256 === sha256) return [];
    return [
      `${path} has ${found.bytes} bytes with SHA-256 ${found.sha256}; the manifest says ${bytes} bytes with ${sha256}`,
    ];
  });
}

interface Sink {
  take(discrepancy: Discrepancy): void;
  end(rest: object): void;
}

function textSink(steps: Steps, io: CommandIo): Sink {
  return {
    take(discrepancy) {
      steps.end();
      tellDiscrepancy(discrepancy, io);
    },
    end: () => {},
  };
}

/** One document, written as it is found: there may be very many. */
function jsonSink(folder: string, { out }: CommandIo): Sink {
  let isFirst = true;
  const begin = `{"object":"verification","path":${JSON.stringify(folder)},"discrepancies":[`;
  return {
    take(discrepancy) {
      out.write(`${isFirst ? begin : ','}\n${JSON.stringify(discrepancy)}`);
      isFirst = false;
    },
    end(rest) {
      out.write(`${isFirst ? begin : '\n'}],${JSON.stringify(rest).slice(1)}\n`);
    },
  };
}

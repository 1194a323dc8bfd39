import { appendFileSync, chmodSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { BackupTrial } from '../../../../simulation/models/process/backup-trial.js';
import { GatewayProcess } from '../../../../simulation/models/process/gateway-process.js';
import { MAIN } from '../../../contract/support/harness.js';
import { folderOfFile } from '../../../temporary-folder.js';

/** The harm that is done to a sound backup, and what the trial says then. */
const HARMED: readonly (readonly [string, (backup: string) => void, RegExp])[] = [
  ['has no secret', (backup) => rmSync(join(backup, 'secret')), /^a backup has no secret$/],
  [
    'may be read by others',
    (backup) => chmodSync(join(backup, 'tollgate.mdb'), 0o644),
    /others may use tollgate.mdb of a backup: 644/,
  ],
  [
    'is not what its manifest says',
    (backup) => appendFileSync(join(backup, 'tollgate.mdb'), '.'),
    /cannot be restored/,
  ],
];

const folder = folderOfFile('backup-trial');
const data = join(folder, 'data');

beforeAll(async () => {
  const managementKey = 'the-management-key-of-a-gateway-under-test';
  const gateway = await GatewayProcess.start({ main: MAIN, dataFolder: data, managementKey, args: [] });
  await gateway.stop();
});

async function reportsOf(
  name: string,
  harm: (backup: string) => void,
  jobs: readonly string[] = [],
): Promise<readonly string[]> {
  const place = join(folder, name);
  mkdirSync(place);
  const reports: string[] = [];
  const trial = new BackupTrial({ main: MAIN, data, place, report: (about) => reports.push(about) });
  await trial.make(jobs);
  harm(join(place, 'backup'));
  await trial.check();
  return reports;
}

it('has nothing to say of a backup of a sound folder', async () => {
  expect(await reportsOf('sound', () => {})).toEqual([]);
});

it.each(HARMED)('says so if a backup %s', async (what, harm, says) => {
  expect((await reportsOf(what, harm)).join('\n')).toMatch(says);
});

it('misses a job that was acknowledged before', async () => {
  expect(await reportsOf('job', () => {}, ['video_1'])).toEqual([
    'video_1 was acknowledged before a backup began, and is not in it',
  ]);
});

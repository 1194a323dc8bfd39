/** `tollgate restore` */
import { join, resolve } from 'node:path';
import { restoreBackup } from '../../../audit/backup/restore.js';
import { verifyFile } from '../../../audit/database/verify-file.js';
import { DATABASE_FILE, resultsFolder } from '../../../node/folder/folder-files.js';
import type { Command } from '../../framework/command.js';
import { BAD, DONE } from '../../framework/exit-status.js';
import { configFrom, DATA_KEYS, DATA_OPTIONS } from '../../framework/node-options.js';
import { isSound, lookingAfterData, Steps, tellDiscrepancy, tellSummary } from './data-commands.js';

export const restore: Command = {
  arguments: [{ name: 'BACKUP', description: 'Folder of a backup.', completes: 'folder' }],
  options: DATA_OPTIONS,
  about: [
    'Copies a backup into the configured data folder, which must be empty or missing. The SHA-256 of every file is compared, and the restored folder is verified. Then start the node.',
    'The node continues from the instant of the backup. Everything that it accepted later is lost: read docs/backup.md before you let clients in.',
  ],
  examples: [
    ['restore /var/backups/tollgate/2026-11-21', 'Restore into the configured data folder.'],
    [
      'restore /var/backups/tollgate/2026-11-21 --data ./trial',
      'Restore into another folder, to look at a backup.',
    ],
  ],
  async run(given, io) {
    const source = resolve(io.folder, given.words[0] ?? '');
    const config = configFrom(given, io, DATA_KEYS);
    const { data } = config;
    const results = resultsFolder(config);
    const steps = new Steps(io);
    return await lookingAfterData(async () => {
      const manifest = await restoreBackup({
        backup: source,
        data,
        results,
        progress: (done, of) => steps.update('bytes restored', done, of),
      });
      const result = await verifyFile(join(data, DATABASE_FILE), {
        results,
        progress: (one) => steps.show(one),
        report(discrepancy) {
          steps.end();
          tellDiscrepancy(discrepancy, io);
        },
      });
      steps.end();
      tellSummary(result, io);
      const next = isSound(result) ? 'a node can be started on it' : 'it is as bad as the backup was';
      io.out.write(`The backup of ${manifest.made_at} is in ${data}; ${next}.\n`);
      return isSound(result) ? DONE : BAD;
    });
  },
};

/** `tollgate backup` */
import { resolve } from 'node:path';
import { makeBackup } from '../../../audit/backup/backup.js';
import type { Discrepancy } from '../../../audit/records/discrepancy.js';
import { resultsFolder } from '../../../node/folder/folder-files.js';
import { letOthersGoFirst } from '../../../packaged/low-priority.js';
import type { Command } from '../../framework/command.js';
import { BAD, DONE } from '../../framework/exit-status.js';
import { count } from '../../framework/format.js';
import { configFrom, DATA_KEYS, DATA_OPTIONS } from '../../framework/node-options.js';
import { CPU_SHARE, paceFrom, tellRests } from './cpu-share.js';
import { isSound, lookingAfterData, Steps, tellDiscrepancy, tellSummary } from './data-commands.js';

export const backup: Command = {
  arguments: [{ name: 'TARGET', description: 'Folder to create; it must not exist.', completes: 'folder' }],
  options: [
    ...DATA_OPTIONS,
    {
      name: 'without-management-key',
      description:
        "Leave out the file with the operator's management key. After a restore, set the key by other means.",
    },
    CPU_SHARE,
    { name: 'json', description: 'Print the path and the manifest of the backup as JSON.' },
  ],
  about: [
    'Copies the data folder as it is at one instant. The node may run; it never waits for the copy. The folder gets its name only when the copy is complete, verified and on disk.',
    'A backup contains secrets, as the data folder does: keep it as safe as the folder. If the copy has discrepancies it is kept, and the exit status is 1.',
  ],
  examples: [
    ['backup /var/backups/tollgate/2026-11-21', 'Back up the configured data folder.'],
    ['backup "/var/backups/tollgate/$(date -u +%FT%H%MZ)"', 'Back up from a timer.'],
  ],
  async run(given, io) {
    const target = resolve(io.folder, given.words[0] ?? '');
    const config = configFrom(given, io, DATA_KEYS);
    const isJson = given.has('json');
    const pace = paceFrom(given);
    const steps = new Steps(io);
    const discrepancies: Discrepancy[] = [];
    const { manifest, verified } = await lookingAfterData(() =>
      makeBackup({
        data: config.data,
        results: resultsFolder(config),
        target,
        withManagementKey: !given.has('without-management-key'),
        now: new Date(io.wallMs()),
        pace,
        cpuShare: pace.share,
        copied: letOthersGoFirst,
        progress: (one) => steps.show(one),
        report: (one) => discrepancies.push(one),
        leftoverRemoved: (folder) => {
          io.err.write(`Removed what a backup that did not come to its end had left in ${folder}.\n`);
        },
      }),
    );
    steps.end();
    if (isJson) {
      io.out.write(
        `${JSON.stringify({ object: 'backup', path: target, ...manifest, discrepancies, damage: verified.damage ?? null })}\n`,
      );
    } else {
      for (const one of discrepancies) tellDiscrepancy(one, io);
      tellSummary(verified, io);
      tellRests(pace.restedMs + verified.restedMs, io);
      const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0);
      io.out.write(`The backup is in ${target}, ${count(bytes)} bytes, from ${manifest.made_at}.\n`);
    }
    return isSound(verified) ? DONE : BAD;
  },
};

/** `tollgate backup` */
import { resolve } from 'node:path';
import { makeBackup } from '../../../audit/backup/backup.js';
import type { Discrepancy } from '../../../audit/records/discrepancy.js';
import { letOthersGoFirst } from '../../../node/machine/low-priority.js';
import type { Command } from '../../framework/command.js';
import { BAD, DONE } from '../../framework/exit-status.js';
import { count } from '../../framework/format.js';
import { configFrom, DATA_KEYS, DATA_OPTIONS } from '../../framework/node-options.js';
import { CPU_SHARE, paceFrom, tellRests } from './cpu-share.js';
import { isSound, lookingAfterData, Steps, tellDiscrepancy, tellSummary } from './data-commands.js';

export const backup: Command = {
  arguments: [
    { name: 'TARGET', description: 'The folder to make; it must not be there.', completes: 'folder' },
  ],
  options: [
    ...DATA_OPTIONS,
    {
      name: 'without-management-key',
      description:
        "Leave the file with the operator's management key out; it must be known otherwise after a restore.",
    },
    CPU_SHARE,
    { name: 'json', description: 'Print the manifest as JSON, and where the backup is.' },
  ],
  about: [
    'Copies the data folder as it is at one instant, while its node runs or not. The node is never made to wait: the copy is made by this process, in one read transaction. Then the copy is verified and gets its name; a folder of that name is a whole backup, on disk.',
    'A backup holds what the data folder holds, secrets too: keep it where you would keep the folder. Exit status 1 where the copy has discrepancies; it is kept, for it is what there is.',
  ],
  examples: [
    ['backup /var/backups/tollgate/2026-11-21', 'A backup of the configured data folder.'],
    ['backup "/var/backups/tollgate/$(date -u +%FT%H%MZ)"', 'From a timer.'],
  ],
  async run(given, io) {
    const target = resolve(io.folder, given.words[0] ?? '');
    const { data } = configFrom(given, io, DATA_KEYS);
    const isJson = given.has('json');
    const pace = paceFrom(given);
    const steps = new Steps(io);
    const discrepancies: Discrepancy[] = [];
    const { manifest, verified } = await lookingAfterData(() =>
      makeBackup({
        data,
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
      io.out.write(`${JSON.stringify({ object: 'backup', path: target, ...manifest, discrepancies })}\n`);
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

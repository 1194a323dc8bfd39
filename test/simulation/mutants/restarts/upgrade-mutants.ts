/** Defects in bringing the records of an older format up to date. */
import type { Mutant } from '../mutant.js';

export const UPGRADE_MUTANTS: readonly Mutant[] = [
  {
    name: 'upgrade-counts-revoked-keys',
    breaks: 'A start on records of an older format counts revoked keys among those of their account.',
    edits: [
      {
        file: 'src/actors/across-accounts/recount-keys.ts',
        find: 'if (!revoked) counts',
        replace: 'if (revoked !== undefined) counts',
      },
    ],
    caughtBy: ['answers'],
  },
  {
    name: 'upgrade-sums-activity-of-one-key',
    breaks: 'A start on records of an older format takes the activity of one key for that of its account.',
    edits: [
      {
        file: 'src/actors/across-accounts/recount-activity.ts',
        find: 'before === undefined ? one : addedActivity(before, one)',
        replace: 'before ?? one',
      },
    ],
    caughtBy: ['answers'],
  },
];

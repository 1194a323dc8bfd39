/** `tollgate jobs list` */
import { listCommand } from '../../client/management-command.js';
import { choiceOf, idOf } from '../../framework/values.js';
import { type Job, jobColumns } from './job-output.js';

const STATUSES = ['pending', 'in_progress', 'completed', 'failed'];

export const jobsList = listCommand<Job>({
  options: [
    {
      name: 'status',
      placeholder: STATUSES.join('|'),
      description: 'Only jobs with this status.',
      completes: STATUSES,
    },
    { name: 'key', placeholder: 'KEY', description: 'Only jobs of this API key, key_….' },
    { name: 'account', placeholder: 'ACCOUNT', description: 'Only jobs of this account, acct_….' },
  ],
  about: [
    'Lists the jobs of all API keys. TOOK is the time from submit to settlement; for an unfinished job, its age.',
  ],
  examples: [
    ['jobs list --status in_progress', 'List the jobs that providers work on.'],
    [
      'jobs list --status failed --key key_01kaj2vznq0h8c5d6e7f8g9hjk',
      'List the failed jobs of one API key.',
    ],
  ],
  request(given) {
    const status = given.value('status');
    const key = given.value('key');
    const account = given.value('account');
    if (status !== undefined) choiceOf('--status', status, STATUSES);
    if (key !== undefined) idOf('--key', 'key', key);
    if (account !== undefined) idOf('--account', 'acct', account);
    return { method: 'GET', path: '/api/jobs', query: { status, key, account } };
  },
  rows: (io) => ({ what: 'jobs', columns: jobColumns(io) }),
});

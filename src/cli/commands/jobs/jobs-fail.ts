/** `tollgate jobs fail` */
import { ConfigError } from '../../../node/config/start-refused.js';
import { recordCommand } from '../../client/management-command.js';
import { BAD, DONE } from '../../framework/exit-status.js';
import { da } from '../../framework/format.js';
import { JOB_ARGUMENT, type Job, jobOf, printJobFields } from './job-output.js';

export const jobsFail = recordCommand<Job>({
  arguments: [JOB_ARGUMENT],
  options: [
    {
      name: 'reason',
      placeholder: 'TEXT',
      description: "Required: why, in up to 300 characters. The job's owner reads it in error_message.",
    },
  ],
  about: [
    'The job ends as failed with the error "expired": its reservation is released, nothing is charged, and its client sees so at its next poll. It is on disk before this command says so.',
    'The provider is not told: what it still makes of the job is not looked at, and may be billed to you. A job that has ended stays as it is; where it had completed, the exit status is 1.',
  ],
  examples: [
    [
      'jobs fail video_01kaj2w7m8q4t9r3v5x6y7z8ab --reason "the provider lost it"',
      'When a job will never end by itself.',
    ],
  ],
  request(given) {
    const id = jobOf(given);
    const reason = given.value('reason');
    if (reason === undefined) throw new ConfigError("--reason is missing: the job's owner reads it");
    return { method: 'POST', path: '/api/jobs/{id}/fail', id, json: { reason } };
  },
  async question(api, given) {
    const id = jobOf(given);
    const { status, reserved } = await api.ask({ method: 'GET', path: '/api/jobs/{id}', id });
    return `End ${id}, which is ${status}, as failed, and release ${da(reserved)} DA.`;
  },
  show: printJobFields,
  remark: ({ status }, isReplay) =>
    isReplay ? `The job had ended before, as ${status}; nothing was done now.` : undefined,
  status: ({ status }) => (status === 'failed' ? DONE : BAD),
});

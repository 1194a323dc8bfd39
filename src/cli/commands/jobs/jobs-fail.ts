/** `tollgate jobs fail` */
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
      description: 'Reason, up to 300 characters. The owner of the job reads it in error_message.',
      isRequired: true,
    },
  ],
  about: [
    'The job ends as failed with the error "expired". Its reservation is released, nothing is charged, and its client sees this at its next poll.',
    'The provider is told if it can cancel; it may still make the video and bill you for it. A job that has already ended stays as it is; if it was completed, the exit status is 1.',
  ],
  examples: [
    [
      'jobs fail video_01kaj2w7m8q4t9r3v5x6y7z8ab --reason "the provider lost it"',
      'End a job that would never end by itself.',
    ],
  ],
  request(given) {
    const json = { reason: given.value('reason') };
    return { method: 'POST', path: '/api/jobs/{id}/fail', id: jobOf(given), json };
  },
  async warning(api, given) {
    const id = jobOf(given);
    const { status, reserved } = await api.ask({ method: 'GET', path: '/api/jobs/{id}', id });
    return `${id} is ${status}. It will end as failed, and ${da(reserved)} DA will be released.`;
  },
  show: printJobFields,
  remark: ({ status }, isReplay) =>
    isReplay ? `The job had already ended as ${status}; nothing was changed.` : undefined,
  status: ({ status }) => (status === 'failed' ? DONE : BAD),
});

/** `tollgate jobs show` */

import { recordCommand } from '../../client/management-command.js';
import { JOB_ARGUMENT, type Job, jobOf, printJobFields } from './job-output.js';

export const jobsShow = recordCommand<Job>({
  arguments: [JOB_ARGUMENT],
  about: [
    'How a job stands, what it waits for and until when, what went wrong last, and its money. What the client asked of the provider is not shown.',
  ],
  examples: [['jobs show video_01kaj2w7m8q4t9r3v5x6y7z8ab', 'When a client asks where its video is.']],
  request: (given) => ({ method: 'GET', path: '/api/jobs/{id}', id: jobOf(given) }),
  show: printJobFields,
});

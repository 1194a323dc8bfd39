/** `tollgate jobs show` */

import { recordCommand } from '../../client/management-command.js';
import { JOB_ARGUMENT, type Job, jobOf, printJobFields } from './job-output.js';

export const jobsShow = recordCommand<Job>({
  arguments: [JOB_ARGUMENT],
  about: [
    'Shows what the job waits for, its deadline, its last error and its money. The prompt is not shown.',
  ],
  examples: [['jobs show video_01kaj2w7m8q4t9r3v5x6y7z8ab', 'Answer a client that waits for its video.']],
  request: (given) => ({ method: 'GET', path: '/api/jobs/{id}', id: jobOf(given) }),
  show: printJobFields,
});

/** `tollgate jobs fail` */
import { ConfigError } from '../node/start-refused.js';
import { readArguments } from './arguments.js';
import type { Command } from './command.js';
import { confirm, YES_OPTION } from './confirm.js';
import { BAD, DONE } from './exit-status.js';
import { NODE_ACCESS, withNode } from './find-node.js';
import { JOB_ARGUMENT, printJob } from './job-output.js';
import { JSON_OPTION } from './list-output.js';
import { da } from './shown.js';
import { idOf } from './values.js';

export const jobsFail: Command = {
  arguments: [JOB_ARGUMENT],
  options: [
    {
      name: 'reason',
      placeholder: 'TEXT',
      description: "Required: why, in up to 300 characters. The job's owner reads it in error_message.",
    },
    YES_OPTION,
    JSON_OPTION,
    ...NODE_ACCESS,
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
  async run(argv, io) {
    const given = readArguments(argv, jobsFail);
    const id = idOf('JOB', 'video', given.words[0] ?? '');
    const reason = given.value('reason');
    if (reason === undefined) throw new ConfigError("--reason is missing: the job's owner reads it");
    return await withNode(given, io, async (api) => {
      if (!given.has('yes') && io.ask !== undefined) {
        const { status, reserved } = await api.ask({ method: 'GET', path: '/api/jobs/{id}', id });
        await confirm(`End ${id}, which is ${status}, as failed, and release ${da(reserved)} DA.`, io);
      }
      const { json: job, isReplay } = await api.answer({
        method: 'POST',
        path: '/api/jobs/{id}/fail',
        id,
        json: { reason },
      });
      if (given.has('json')) io.out.write(`${JSON.stringify(job)}\n`);
      else printJob(job, io);
      if (isReplay) io.err.write(`The job had ended before, as ${job.status}; nothing was done now.\n`);
      return job.status === 'failed' ? DONE : BAD;
    });
  },
};

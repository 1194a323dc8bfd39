/** `tollgate jobs show` */
import { readArguments } from './arguments.js';
import type { Command } from './command.js';
import { DONE } from './exit-status.js';
import { NODE_ACCESS, withNode } from './find-node.js';
import { JOB_ARGUMENT, printJob } from './job-output.js';
import { JSON_OPTION } from './list-output.js';
import { idOf } from './values.js';

export const jobsShow: Command = {
  arguments: [JOB_ARGUMENT],
  options: [JSON_OPTION, ...NODE_ACCESS],
  about: [
    'How a job stands, what it waits for and until when, what went wrong last, and its money. What the client asked of the provider is not shown.',
  ],
  examples: [['jobs show video_01kaj2w7m8q4t9r3v5x6y7z8ab', 'When a client asks where its video is.']],
  async run(argv, io) {
    const given = readArguments(argv, jobsShow);
    const id = idOf('JOB', 'video', given.words[0] ?? '');
    return await withNode(given, io, async (api) => {
      const job = await api.ask({ method: 'GET', path: '/api/jobs/{id}', id });
      if (given.has('json')) io.out.write(`${JSON.stringify(job)}\n`);
      else printJob(job, io);
      return DONE;
    });
  },
};

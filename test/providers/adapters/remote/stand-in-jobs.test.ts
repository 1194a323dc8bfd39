import { expect, it } from 'vitest';
import { StandInJobs } from '../../../../src/providers/adapters/remote/stand-in-jobs.js';

it.each(['dead_link', 'private_link', 'html_result', 'completes'])(
  'each job has a link of its own to its result: %s',
  (fate) => {
    const parts = { key: '', nowMs: () => 0, pendingMs: 0, runningMs: 0, clip: () => new Uint8Array() };
    const jobs = new StandInJobs({ ...parts, baseUrl: () => 'https://service.example' });
    const [one, other] = ['a', 'b'].map((prompt) => jobs.urlOf(jobs.begin(`${prompt} [${fate}]`, 1_000)));
    expect(one).not.toBe(other);
  },
);

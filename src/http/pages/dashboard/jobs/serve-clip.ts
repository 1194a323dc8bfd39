/**
 * The video of a job, for a person who is signed in: the bytes that its public link leads to, under a path of
 * the dashboard, so that pages on a port of their own can play it.
 */
import { mayReadContent } from '../../../../actors/people/rights.js';
import { RESULT_ERRORS } from '../../../errors.js';
import type { PageAnswer } from '../../page.js';
import type { DashboardPage } from '../requests/dashboard-page.js';
import { findJob } from './find-job.js';

const FIELDS = [
  ['Cache-Control', 'no-store'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
] as const;

const NOT_HERE: PageAnswer = {
  kind: 'page',
  status: 404,
  contentType: 'text/plain; charset=utf-8',
  body: 'There is no such video, or you are not signed in.\n',
  headers: [...FIELDS, ['X-Content-Type-Options', 'nosniff']],
};

export const serveClip: DashboardPage = {
  isFor: 'everybody',
  async get({ signedIn, rest, signal }, { deps }) {
    const job = signedIn === undefined ? undefined : findJob(signedIn, rest, deps);
    if (signedIn === undefined || job === undefined || job.machine.context.output === null) return NOT_HERE;
    if (!mayReadContent(signedIn, job.account)) return NOT_HERE;
    const result = await deps.results.open(job, signal);
    if (result.state !== 'open')
      return { kind: 'error', error: RESULT_ERRORS[result.state], headers: [FIELDS[1]] };
    return { kind: 'content', content: result.file, fileName: result.fileName, headers: FIELDS };
  },
};

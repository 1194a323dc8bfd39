import { listJobs } from '../../../actors/jobs/job-lists.js';
import { parseQuery } from '../../schemas/parse-input.js';
import { LIST_VIDEOS_QUERY } from '../../schemas/query.js';
import { apiCaller, failed, ok, printPage } from '../answers.js';
import type { DocumentedOperation } from '../documented-operation.js';
import { COMPLETED_VIDEO_EXAMPLE, UNFINISHED_VIDEO_EXAMPLE } from '../examples.js';
import { printVideo } from './print-video.js';

export const listVideos: DocumentedOperation = {
  method: 'GET',
  path: '/v1/videos',
  credential: 'api',
  body: 'none',
  isRead: true,
  shedAs: 'walk',
  handle(input, { system, jobs }) {
    const parsed = parseQuery(LIST_VIDEOS_QUERY, input.query);
    if (!parsed.ok) return failed(parsed.error);
    const { limit, after, status } = parsed.value;
    const page = listJobs(system.records, apiCaller(input.caller).id, status, {
      limit,
      after,
      unreadable: (error) => system.reportDefect('record', error),
    });
    const items = page.items.map((job) => Buffer.from(printVideo(job, jobs, input)).toString());
    return ok(printPage(items, page.hasMore, page.items.at(-1)?.id));
  },
  doc: {
    operationId: 'listVideos',
    tag: 'Videos',
    summary: 'List video jobs',
    description: 'The jobs of the calling key, newest first. Settled jobs are kept 90 days by default.',
    query: LIST_VIDEOS_QUERY,
    answers: [
      {
        status: 200,
        description: 'A page of jobs.',
        content: {
          schema: 'VideoList',
          example: {
            object: 'list',
            data: [
              { ...UNFINISHED_VIDEO_EXAMPLE, id: 'video_01kaj2xb5c6d7e8f9g0h1j2k3m' },
              COMPLETED_VIDEO_EXAMPLE,
            ],
            has_more: false,
            next: null,
          },
        },
      },
    ],
    errors: ['invalid_request'],
  },
};

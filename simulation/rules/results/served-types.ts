/** A clip that the gateway has read is served as what its bytes are, whatever its provider calls it. */
import { isFetch } from '../../history/results/result-calls.js';
import type { Rule } from '../invariant.js';

const CLIP = 'video/mp4';

export const SERVED_TYPES: Rule = {
  name: 'served-types',
  says: 'A clip that was read is served as what it is, under the name of its job, whatever its provider calls it.',
  watch(_, report) {
    const opening = new Map<number, string>();
    const read = new Set<string>();
    return {
      observe(seen, exchange) {
        if (seen.what === 'provider_called' && seen.kind === 'read') opening.set(seen.call, seen.jobId);
        if (seen.what === 'provider_answered') {
          const jobId = opening.get(seen.call);
          opening.delete(seen.call);
          const isClip = seen.answer.kind === 'file' && seen.answer.lengthMs !== undefined;
          if (jobId !== undefined && isClip) read.add(jobId);
        }
        if (seen.what !== 'answered' || exchange === undefined || !isFetch(exchange.sent.call)) return;
        const { jobId, request } = exchange.sent;
        if ((seen.status !== 200 && seen.status !== 206) || !read.has(jobId)) return;
        const { 'content-type': type, 'content-disposition': disposition } = seen.headers;
        const wanted = `inline; filename="${jobId}.mp4"`;
        if (type !== CLIP || disposition !== wanted)
          report(`request ${request} gets ${jobId} as ${type}, ${disposition}`);
      },
    };
  },
};

/** The memory for bodies that are under way is bounded: the one that would take more of it is refused. */
import { BrokenBodies } from '../../facts/loads/broken-bodies.js';
import type { Rule } from '../../invariant.js';

const UNAVAILABLE = 503;

export const BODY_ROOM: Rule = {
  name: 'body-room',
  says: 'Bodies under way take no more memory together than they may: the next one is refused.',
  watch(setup, report, requests) {
    const bodies = new BrokenBodies(setup);
    /** When the bodies came that were beyond the bound, by request. */
    const beyond = new Map<number, number>();
    return {
      observe(seen, exchange) {
        bodies.observe(seen, requests.seq);
        if (seen.what === 'body_broke_off' && bodies.isBeyondBound(requests.seq))
          beyond.set(seen.request, seen.at);
        if (seen.what !== 'answered') return;
        // Of two that come at once, one makes room for the other.
        if (seen.status === UNAVAILABLE && !bodies.isBeyondBound(requests.seq))
          for (const [request, at] of beyond) if (at === seen.at) beyond.delete(request);
        if (beyond.has(seen.request) && seen.status !== UNAVAILABLE)
          report(
            `request ${seen.request} (${exchange?.sent.call.op}) answered ${seen.status}, and there was no room for its body`,
          );
      },
    };
  },
};

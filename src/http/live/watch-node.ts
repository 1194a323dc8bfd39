import type { Operation } from '../operation.js';
import { failed } from '../operations/answers.js';
import { operatorOnly } from '../operations/management/reach.js';
import { LIVE_PATH, type LiveHub } from './live-hub.js';

/**
 * `GET /api/live`, of a WebSocket. The pipeline refuses it as any other request; OpenAPI has no words for the
 * rest.
 */
export function watchNode(live: Pick<LiveHub, 'refusal'>): Operation {
  return {
    method: 'GET',
    path: LIVE_PATH,
    credential: 'management',
    body: 'none',
    isRead: true,
    handle(input) {
      const refusal = operatorOnly(input);
      if (refusal !== undefined) return failed(refusal);
      return {
        kind: 'upgrade',
        watcher: { by: { kind: 'management_key', id: input.caller.id }, account: undefined },
        otherwise: {
          code: 'invalid_request',
          message:
            'This path is a WebSocket: send the opening handshake of RFC 6455, version 13, or use tollgate top.',
          param: 'Upgrade',
        },
        refusal: live.refusal(undefined),
      };
    },
  };
}

import type { Inspector } from '../../actors/runtime/inspection.js';
import type { Log } from './log.js';

/** Logs the faults of actors, and a disk that takes no writes. */
export function systemLog(log: Log): Inspector {
  return {
    defect: ({ kind, id, error }) => log.error({ kind, id, err: error }, 'an actor failed'),
    quarantined: ({ kind, id, forMs }) => log.error({ kind, id, forMs }, 'an actor was set aside'),
    storage: ({ state, error }) => {
      if (state === 'refusing') log.error({ err: error }, 'the disk takes no writes: refusing changes');
      else log.warn('the disk takes writes again');
    },
  };
}

/** Starts and ends of processes, and commits that fail, at awkward moments. */
import { sometimes } from '../../moments/sometimes.js';
import { codeOf } from '../facts/requests.js';
import type { Onlooker } from './onlooker.js';

export const processMoments: Onlooker = () => {
  let phase: 'starting' | 'up' | 'stopping' | 'down' = 'down';
  let hasWallStepped = false;
  /** Since when a commit fails, and when a client was last refused for one. */
  let failingSince = Number.POSITIVE_INFINITY;
  let refusedAt = Number.NEGATIVE_INFINITY;
  let wasBegunBefore = false;
  return {
    observe(seen, exchange) {
      switch (seen.what) {
        case 'wall_stepped':
          hasWallStepped = true;
          return;
        case 'starting':
          phase = 'starting';
          if (seen.isReboot && hasWallStepped) sometimes('reboot-after-wall-stepped');
          hasWallStepped = false;
          return;
        case 'started':
          phase = 'up';
          return;
        case 'stopping':
          phase = 'stopping';
          return;
        case 'start_failed':
          sometimes('start-failed');
          phase = 'down';
          return;
        case 'start_refused':
          sometimes('live-start-refused');
          return;
        case 'stopped':
          phase = 'down';
          return;
        case 'crashed':
          if (phase === 'starting') sometimes('crash-during-start');
          if (phase === 'stopping') sometimes('crash-during-stop');
          phase = 'down';
          return;
        case 'disk_failed':
          failingSince = seen.at;
          return;
        case 'answered': {
          if (exchange?.answer === undefined || codeOf(exchange.answer) !== 'storage_unavailable') return;
          const isBefore = exchange.sent.at < failingSince;
          if (refusedAt === seen.at && isBefore !== wasBegunBefore)
            sometimes('commit-failed-while-another-waited');
          [refusedAt, wasBegunBefore] = [seen.at, isBefore];
        }
      }
    },
  };
};

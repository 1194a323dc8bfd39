/** The log of results: of their reading, and of those that a provider does not send. */
import { messageOf } from '../../errors/error-text.js';
import type { ResultParts } from '../../results/result-parts.js';
import type { KeepingObserver } from '../../results/store/keeping-state.js';
import type { Log } from './log.js';

export interface ResultLog extends Pick<ResultParts, 'observer' | 'onUnavailable'>, KeepingObserver {
  /** A file operation of the store failed. */
  onFault(error: unknown): void;
  /** The file of a kept result is not there. */
  onMissing(result: { readonly jobId: string }): void;
}

export function resultLog(log: Pick<Log, 'info' | 'warn' | 'error' | 'debug'>): ResultLog {
  return {
    observer: {
      differs: ({ jobId, provider, saidMs }, lengthMs) =>
        log.warn({ jobId, provider, saidMs, lengthMs }, 'a clip is not as long as its provider says'),
      failed: ({ jobId, provider }, error, isLast) => {
        const fields = { jobId, provider, why: reasonOf(error) };
        if (isLast) log.warn(fields, 'a result cannot be read: its job fails');
        else log.debug(fields, 'a result could not be read yet');
      },
    },
    onUnavailable: (provider, error) =>
      log.warn({ provider, why: reasonOf(error) }, 'a provider does not send a result'),
    onFault: (error) => log.error({ err: error }, 'a file of the kept results could not be changed'),
    onMissing: ({ jobId }) =>
      log.warn({ jobId }, 'the file of a kept result has been removed: it is answered as expired'),
    onObstacle: (error) =>
      log.warn({ why: reasonOf(error) }, 'results cannot be kept: refusing jobs whose result would be'),
    onCleared: () => log.info('results can be kept again'),
  };
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? `: ${messageOf(error.cause)}` : '';
  return messageOf(error) + cause;
}

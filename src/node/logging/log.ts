import { destination, type Logger, pino } from 'pino';
import { loggedError } from './log-errors.js';

export type Log = Logger;

/**
 * The node's log: one line of JSON an entry, on standard error. Entries never carry a key. They carry a
 * prompt only if a service quotes it when a call fails (`service-log.ts`). An entry that cannot be written
 * (the disk behind a redirection is full, the terminal is closed) is dropped: without somebody who hears of
 * it, it would end the process.
 */
export function createLog(level: string): Log {
  const standardError = destination({ dest: 2, sync: true });
  standardError.on('error', () => {});
  return pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      serializers: { err: (error: unknown) => loggedError(error) },
    },
    standardError,
  );
}

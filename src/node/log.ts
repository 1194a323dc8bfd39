import { destination, type Logger, pino } from 'pino';
import { loggedError } from './log-errors.js';

export type Log = Logger;

/** The node's log: one line of JSON an entry, on standard error. Entries never carry a key or a prompt. */
export function createLog(level: string): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      serializers: { err: (error: unknown) => loggedError(error) },
    },
    destination({ dest: 2, sync: true }),
  );
}

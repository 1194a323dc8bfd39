import type { ReadTicket } from '../actors/jobs/effects.js';

/**
 * Reads the results of jobs that their providers have completed: the seconds of output, and the file if it is
 * kept.
 *
 * It tries again by itself, and reports a `ReadingReport` once: the result was read, or it never will be. A
 * job's deadline for reading is none of its business. After a restart it is told to read again.
 */
export interface ResultReader {
  /** Begins to read. A job whose result is being read already is not read a second time beside it. */
  read(ticket: ReadTicket): void;
  /** The job has ended, or another run reads it: nothing of it is reported from now on. */
  stop(jobId: string): void;
}

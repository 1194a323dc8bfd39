/** The context of a video job's machine: it is stored with the job (`docs/records.md`). */
import type { ResultFile, Route } from '../providers/provider.js';
import type { JobFailure } from './job-failures.js';

export interface VideoJobContext {
  readonly route: Route;
  /** The routes that are left, in order of preference. */
  readonly fallbacks: readonly Route[];
  /** True if the provider of the route may have the job. */
  readonly isBound: boolean;
  /** Submits begun on this route, the one under way included. */
  readonly attempt: number;
  readonly handle: string | null;
  /** The result that has yet to be read. */
  readonly made: MadeResult | null;
  readonly output: JobOutput | null;
  readonly failure: JobFailure | null;
}

export interface MadeResult {
  readonly location: string;
  /** Its length, if the provider said it. */
  readonly saidMs?: number;
}

export interface JobOutput {
  readonly lengthMs: number;
  readonly location: string;
  /** The gateway's own path to the result, of one that it has read. */
  readonly link?: string;
  readonly file?: ResultFile;
}

/** An output as its reader tells it. */
export type ReadOutput = Required<Omit<JobOutput, 'location'>>;

export interface VideoJobInput {
  readonly route: Route;
  readonly fallbacks: readonly Route[];
}

/** The context of a job that is about to be submitted for the first time. */
export function firstContext({ route, fallbacks }: VideoJobInput): VideoJobContext {
  return {
    route,
    fallbacks,
    isBound: false,
    attempt: 1,
    handle: null,
    made: null,
    output: null,
    failure: null,
  };
}

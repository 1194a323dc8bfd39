/**
 * A video job as clients see it, printed by hand: this is the hot path of polling.
 *
 * Invariants
 *  1. Exactly one of `url` and `error` once the job is settled, neither before.
 *  2. `cost` and `completed_at` once it is settled, `poll_after` only before.
 */
import type { VideoJobState } from '../../actors/video-job-messages.js';
import { printDa } from '../../money/micro-da.js';
import type { JobNews, OperationInput } from '../operation.js';
import { printSeconds } from '../schemas/seconds.js';

/** @param links where the base of absolute links is to be had; only a completed job asks for it */
export function printVideo(
  job: VideoJobState,
  news: JobNews,
  links: Pick<OperationInput, 'baseUrl'>,
): string {
  const head = `{"id":"${job.id}","object":"video","status":"${job.status}","model":${JSON.stringify(job.model)},"seconds":${printSeconds(job.lengthMs)},"created_at":${job.createdAt}`;
  return job.settled === null
    ? `${head}${printProgress(news.progressOf(job.id))},"poll_after":${printPollAfter(news.nextNewsInMs(job.id))}}`
    : `${head},"completed_at":${job.settled.at}${printResult(job, links)},"cost":${printDa(job.settled.cost)}}`;
}

function printResult(
  { id, machine: { context } }: VideoJobState,
  links: Pick<OperationInput, 'baseUrl'>,
): string {
  const { output, failure } = context;
  if (failure !== null) {
    return `,"error":"${failure.slug}","error_message":${JSON.stringify(failure.message)}`;
  }
  if (output === null) throw new Error(`job ${id} is settled with neither a result nor a failure`);
  const url = output.location.startsWith('/') ? links.baseUrl + output.location : output.location;
  return `,"url":${JSON.stringify(url)},"output_seconds":${printSeconds(output.lengthMs)}`;
}

/** Whole per cent, rounded down, so that 100 is not said early. */
function printProgress(progress: number | undefined): string {
  if (progress === undefined) return '';
  return `,"progress":${Math.floor(Math.min(Math.max(progress, 0), 100))}`;
}

/** Seconds with one decimal, rounded up, at least 0.1: dividing a whole number by ten prints just that. */
function printPollAfter(nextNewsInMs: number): string {
  return String(Math.max(Math.ceil(nextNewsInMs / 100), 1) / 10);
}

/**
 * A video job as clients see it, printed by hand: this is the hot path of polling.
 *
 * Invariants
 *  1. Exactly one of `url` and `error` once the job is settled, neither before.
 *  2. `cost` and `completed_at` once it is settled, `poll_after` only before.
 *
 * Clients ask for the same job again and again. So what its state alone decides is kept as bytes for as long
 * as that state is in memory: a state is a value, and another one once anything has changed.
 */
import type { VideoJobState } from '../../../actors/jobs/video-job-messages.js';
import type { JobProgress } from '../../../routing/job-progress.js';
import type { OperationInput } from '../../operation.js';
import { ascii, ByteWriter } from '../../response/byte-writer.js';

const ID = ascii('{"id":"');
const STATUS = ascii('","object":"video","status":"');
const MODEL = ascii('","model":');
const SECONDS = ascii(',"seconds":');
const CREATED_AT = ascii(',"created_at":');
const PROGRESS = ascii(',"progress":');
const POLL_AFTER = ascii(',"poll_after":');
const COMPLETED_AT = ascii(',"completed_at":');
const COST = ascii(',"cost":');
const ERROR = ascii(',"error":"');
const ERROR_MESSAGE = ascii('","error_message":');
const URL = ascii(',"url":');
const OUTPUT_SECONDS = ascii(',"output_seconds":');
const END = ascii('}');

const writer = new ByteWriter();
const printed = new WeakMap<VideoJobState, Printed>();

/**
 * The part of an answer that a job's state decides: all of it once the job is settled, else its beginning.
 */
interface Printed {
  readonly bytes: Uint8Array;
  /** The base of the links in there; undefined if there are none. */
  readonly baseUrl: string | undefined;
}

/**
 * The bytes hold until the next video is printed.
 *
 * @param links if the base of absolute links is to be had; only a completed job asks for it
 */
export function printVideo(
  job: VideoJobState,
  news: JobProgress,
  links: Pick<OperationInput, 'baseUrl'>,
): Uint8Array {
  return upToDate(job, print(job, links), news);
}

/** The same, for a state that stays in memory and will be asked for again. */
export function printPolledVideo(
  job: VideoJobState,
  news: JobProgress,
  links: Pick<OperationInput, 'baseUrl'>,
): Uint8Array {
  let known = printed.get(job);
  if (known === undefined || (known.baseUrl !== undefined && known.baseUrl !== links.baseUrl)) {
    known = print(job, links);
    printed.set(job, known);
  }
  return upToDate(job, known, news);
}

/** Facts beside the state of a job go behind those that its state decides. */
function upToDate(job: VideoJobState, known: Printed, news: JobProgress): Uint8Array {
  if (job.settled !== null) return known.bytes;
  writer.restart().add(known.bytes);
  printProgress(news.progressOf(job.id));
  return writer
    .add(POLL_AFTER)
    .scaled(tenthsUntil(news.nextNewsInMs(job.id)), 1)
    .add(END)
    .bytes();
}

function print(job: VideoJobState, links: Pick<OperationInput, 'baseUrl'>): Printed {
  const { id, status, model, lengthMs, createdAt, settled } = job;
  writer.restart().add(ID).text(id).add(STATUS).text(status).add(MODEL).json(model);
  writer.add(SECONDS).scaled(lengthMs, 3).add(CREATED_AT).number(createdAt);
  if (settled === null) return { bytes: writer.bytes().slice(), baseUrl: undefined };
  writer.add(COMPLETED_AT).number(settled.at);
  const baseUrl = printResult(job, links);
  return { bytes: writer.add(COST).da(settled.cost).add(END).bytes().slice(), baseUrl };
}

/** Returns the base of the link; undefined if there is no link. */
function printResult(
  { id, machine: { context } }: VideoJobState,
  links: Pick<OperationInput, 'baseUrl'>,
): string | undefined {
  const { output, failure } = context;
  if (failure !== null) {
    writer.add(ERROR).text(failure.slug).add(ERROR_MESSAGE).json(failure.message);
    return undefined;
  }
  if (output === null) throw new Error(`job ${id} is settled with neither a result nor a failure`);
  const link = output.link ?? output.location;
  const baseUrl = link.startsWith('/') ? links.baseUrl : undefined;
  writer.add(URL).json((baseUrl ?? '') + link);
  writer.add(OUTPUT_SECONDS).scaled(output.lengthMs, 3);
  return baseUrl;
}

/** Whole per cent, rounded down, so that 100 is not said early. */
function printProgress(progress: number | undefined): void {
  if (progress === undefined) return;
  writer.add(PROGRESS).number(Math.floor(Math.min(Math.max(progress, 0), 100)));
}

/** Tenths of a second, rounded up, at least one. */
function tenthsUntil(nextNewsInMs: number): number {
  return Math.max(Math.ceil(nextNewsInMs / 100), 1);
}

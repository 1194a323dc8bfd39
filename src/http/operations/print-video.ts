/**
 * A video job as clients see it, printed by hand: this is the hot path of polling.
 *
 * Invariants
 *  1. Exactly one of `url` and `error` once the job is settled, neither before.
 *  2. `cost` and `completed_at` once it is settled, `poll_after` only before.
 */
import type { VideoJobState } from '../../actors/video-job-messages.js';
import { ascii, ByteWriter } from '../byte-writer.js';
import type { JobNews, OperationInput } from '../operation.js';

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

/**
 * The bytes hold until the next video is printed.
 *
 * @param links where the base of absolute links is to be had; only a completed job asks for it
 */
export function printVideo(
  job: VideoJobState,
  news: JobNews,
  links: Pick<OperationInput, 'baseUrl'>,
): Uint8Array {
  const { id, status, model, lengthMs, createdAt, settled } = job;
  writer.restart().add(ID).text(id).add(STATUS).text(status).add(MODEL).json(model);
  writer.add(SECONDS).scaled(lengthMs, 3).add(CREATED_AT).number(createdAt);
  if (settled === null) {
    printProgress(news.progressOf(id));
    writer.add(POLL_AFTER).scaled(tenthsUntil(news.nextNewsInMs(id)), 1);
  } else {
    writer.add(COMPLETED_AT).number(settled.at);
    printResult(job, links);
    writer.add(COST).da(settled.cost);
  }
  return writer.add(END).bytes();
}

function printResult(
  { id, machine: { context } }: VideoJobState,
  links: Pick<OperationInput, 'baseUrl'>,
): void {
  const { output, failure } = context;
  if (failure !== null) {
    writer.add(ERROR).text(failure.slug).add(ERROR_MESSAGE).json(failure.message);
    return;
  }
  if (output === null) throw new Error(`job ${id} is settled with neither a result nor a failure`);
  const url = output.location.startsWith('/') ? links.baseUrl + output.location : output.location;
  writer.add(URL).json(url).add(OUTPUT_SECONDS).scaled(output.lengthMs, 3);
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

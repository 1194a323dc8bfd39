/**
 * The results of a node: their reading, the files of those that are kept, and their links.
 *
 * Invariant
 *  1. A kept file stays as long as its job does, unless it has to make room. Sweeps remove the files
 *     of jobs that have failed or are gone.
 */

import type { VideoJobState } from '../../actors/jobs/video-job-messages.js';
import { readVideoJob } from '../../actors/jobs/video-job-records.js';
import type { Limits } from '../../limits/limits.js';
import { BrokenFileError, ForbiddenFileError, type RemoteFile } from '../../outward/outward.js';
import type { ProviderCalls } from '../../providers/calls/provider-calls.js';
import type { ReadingReport } from '../../providers/provider-report.js';
import { jobOfLink, linkOf } from '../../results/links/result-links.js';
import { examineResult } from '../../results/reading/examine-result.js';
import { ResultReader } from '../../results/reading/result-reader.js';
import type { ResultParts } from '../../results/result-parts.js';
import type { ClipOwner } from '../../results/store/clip-files.js';
import type { ClipStore } from '../../results/store/clip-store.js';
import type { DispatchObserver } from '../../routing/dispatch-observer.js';
import type { OpenedResult, ResultFiles } from '../../routing/result-files.js';
import type { StoreReader } from '../../store/store.js';
import type { CancelTimer, World } from '../../time/world.js';

export interface NodeResultsOptions {
  readonly world: World;
  readonly records: StoreReader;
  readonly calls: ProviderCalls;
  /** Undefined if there are no real providers to read from. */
  readonly parts: ResultParts | undefined;
  readonly isKept: (provider: string) => boolean;
  readonly bytesMax: () => number;
  readonly onReport: (jobId: string, report: ReadingReport) => void;
  readonly tracing: Pick<DispatchObserver, 'opens'> | undefined;
  readonly limits: Limits;
}

const SWEEP_EVERY_MS = 600_000;

const FILE_EXTENSIONS = new Map([
  ['video/mp4', '.mp4'],
  ['video/webm', '.webm'],
  ['video/quicktime', '.mov'],
  ['video/x-matroska', '.mkv'],
]);

export class NodeResults implements ResultFiles {
  /** Undefined if nothing is read. */
  readonly reader: ResultReader | undefined;
  readonly store: ClipStore | undefined;
  cameBytes = 0;
  readonly #options: NodeResultsOptions;
  #cancelSweep: CancelTimer | undefined;
  /** Jobs that had none at the sweep before. */
  #over: ReadonlySet<string> = new Set();

  constructor(options: NodeResultsOptions) {
    this.#options = options;
    this.store = options.parts?.store;
    this.reader = options.parts === undefined ? undefined : this.#readerOf(options.parts);
  }

  start(): void {
    if (this.store === undefined) return;
    this.#cancelSweep = this.#options.world.after(SWEEP_EVERY_MS, () => void this.#sweep());
  }

  /** Nothing is reported from now on. */
  async close(): Promise<void> {
    this.#cancelSweep?.();
    this.#cancelSweep = undefined;
    this.reader?.close();
    await this.#options.parts?.clips.close();
    await this.store?.tidied();
  }

  async open(job: VideoJobState, signal: AbortSignal, trace?: string): Promise<OpenedResult> {
    const { output, route } = job.machine.context;
    if (output === null) throw new Error(`job ${job.id} has no result`);
    const contentType = output.file?.contentType;
    const opened =
      output.file?.isKept === true
        ? kept(this.store?.open({ account: job.account, jobId: job.id }, output.file.contentType))
        : await this.#openAtProvider(route.provider, output.location, signal, trace ?? job.trace);
    if (opened.state !== 'open') return opened;
    // A provider's own word counts for results that nobody has read.
    const file = contentType === undefined ? opened.file : { ...opened.file, contentType };
    return { state: 'open', file, fileName: job.id + (FILE_EXTENSIONS.get(file.contentType) ?? '') };
  }

  async openLink(path: string, signal: AbortSignal): Promise<OpenedResult | undefined> {
    const { calls, parts, records } = this.#options;
    const file = await calls.openLink(path, signal);
    if (file !== undefined) return { state: 'open', file, fileName: '' };
    const jobId = parts === undefined ? undefined : jobOfLink(parts.seal, path);
    if (jobId === undefined) return undefined;
    const job = readVideoJob(jobId, records);
    // The job has been removed, and its result with it.
    if (job === undefined) return { state: 'gone' };
    return job.machine.context.output === null ? undefined : this.open(job, signal);
  }

  takesMore(provider: string): boolean {
    return this.store === undefined || !this.#options.isKept(provider) || this.store.takesMore();
  }

  troubleOf(jobId: string): string | undefined {
    return this.reader?.troubleOf(jobId);
  }

  #readerOf(parts: ResultParts): ResultReader {
    const { world, calls, isKept, bytesMax, onReport, limits } = this.#options;
    const { clips, store, seal, observer } = parts;
    const came = (bytes: number) => {
      this.cameBytes += bytes;
    };
    const steadyMs = () => world.steadyMs();
    const draft = (owner: ClipOwner, bytes: number | undefined) => store.draft(owner, bytes);
    return new ResultReader({
      world,
      open: (provider, location, signal) => calls.content(provider, location, signal),
      examine: (result, signal) =>
        examineResult(result, { bytesMax: bytesMax(), clips, draft, steadyMs, came }, signal),
      isKept,
      linkOf: (jobId) => linkOf(seal, jobId),
      onReport,
      observer,
      limits,
    });
  }

  async #openAtProvider(
    provider: string,
    location: string,
    signal: AbortSignal,
    trace: string | undefined,
  ): Promise<OpenedResult> {
    const { calls, tracing, parts } = this.#options;
    try {
      const content = calls.content(provider, location, signal);
      const traced = tracing !== undefined && trace !== undefined;
      const file = await (traced ? tracing.opens(content, trace, provider) : content);
      const broke = (error: unknown) => {
        if (!signal.aborted) parts?.onUnavailable(provider, error);
      };
      return kept(file && { ...file, read: (from, to) => whole(file.read(from, to), broke) });
    } catch (error) {
      if (parts === undefined) throw error;
      if (error instanceof ForbiddenFileError) return { state: 'gone' };
      parts.onUnavailable(provider, error);
      return { state: 'unavailable' };
    }
  }

  /**
   * Removes the files of jobs that have none, some at a time. A job was over at the sweep before, too: a
   * backup or a verification may read the records of that time.
   */
  async #sweep(): Promise<void> {
    let swept = 0;
    const over = new Set<string>();
    for (const owner of this.store?.owners() ?? []) {
      if (this.#cancelSweep === undefined) return;
      if (this.#isOver(owner.jobId)) over.add(owner.jobId);
      if (over.has(owner.jobId) && this.#over.has(owner.jobId)) this.store?.remove(owner);
      swept += 1;
      if (swept % this.#options.limits.resultsSweptAtOnce === 0)
        await new Promise<void>((resolve) => this.#options.world.soon(resolve));
    }
    this.#over = over;
    this.start();
  }

  #isOver(jobId: string): boolean {
    try {
      const job = readVideoJob(jobId, this.#options.records);
      return job === undefined || job.machine.context.failure !== null;
    } catch {
      // A record that cannot be read is for the operator to see to; its file stays.
      return false;
    }
  }
}

/** @throws BrokenFileError if the chunks break off, after `broke` has been told why */
async function* whole(chunks: AsyncIterable<Uint8Array>, broke: (error: unknown) => void) {
  try {
    yield* chunks;
  } catch (error) {
    broke(error);
    throw new BrokenFileError('a provider broke off a result', { cause: error });
  }
}

function kept(file: RemoteFile | undefined): OpenedResult {
  return file === undefined ? { state: 'gone' } : { state: 'open', file, fileName: '' };
}

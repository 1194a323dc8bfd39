/**
 * Results that are kept: there, whole, for as long as nothing may take their place, and gone with their jobs.
 *
 * The store may give up a clip that is old enough, by the wall clock over a restart: in a history that steps
 * it, any clip may be.
 */

import type { StoreReader } from '../../../src/store/store.js';
import type { NodeSetup } from '../../history/node-history.js';
import type { Observation, ProviderCalled } from '../../history/observation.js';
import { isFetch } from '../../history/results/result-calls.js';
import { type JobRecord, TableImage } from '../facts/disk-image.js';
import { type KeptFolder, keptFiles, leftovers, strangers } from '../facts/kept-image.js';
import { OptionBounds } from '../facts/options.js';
import { type Answer, codeOf, type Exchange, type Requests, type Sent } from '../facts/requests.js';
import { SteadyDoubt } from '../facts/steady-doubt.js';
import type { Invariant, Rule } from '../invariant.js';
import { jobClaims } from '../jobs/job-claims.js';
import { type Keeping, KeptInForce } from './kept-in-force.js';

interface ReadJob {
  readonly provider: string;
  /** Places of the first reading and of the last answer to one, before it was completed. */
  readonly first: number;
  last: number;
  /** When a whole file of it was first read, in ms; undefined if none was. */
  readAt?: number;
  /** Sizes of its file, as the provider sent it. */
  readonly bytes: Set<number>;
}

/** Between two readings of a clock. */
const SLACK_MS = 1_000;
/** A clip is kept so soon after it was read; and what failed at its files is tried again. */
const KEPT_WITHIN_MS = 1_000;
const TIDY_WITHIN_MS = 70_000;
const DAY_MS = 86_400_000;
/** A job whose time has been over for so long is gone; one that goes as the node stops leaves its files. */
const GONE_WITHIN_MS = 60_000;

export const KEPT_RESULTS: Rule = {
  name: 'kept-results',
  says: 'The clips of those providers are kept of which the configuration says so as they are read, and served from where they were left, whatever it says later; that of a completed job is there, whole, until it may make room; no other files stay; the store accounts for what it holds, within its bound.',
  watch: (setup, report, requests) => new KeptResults(setup, report, requests),
};

class KeptResults implements Invariant {
  readonly #settings: NodeSetup['settings'];
  readonly #report: (message: string) => void;
  readonly #table = new TableImage<JobRecord>('jobs');
  readonly #requests: Requests;
  readonly #inForce: KeptInForce;
  readonly #jobs = new Map<string, ReadJob>();
  /** The latest opening of each result at its provider, in ms. */
  readonly #openedAt = new Map<string, number>();
  /** Jobs of openings that have no answer, by call. */
  readonly #opening = new Map<number, string>();
  readonly #completed = new Set<string>();
  readonly #options: OptionBounds;
  readonly #doubt = new SteadyDoubt();
  readonly #wallSteps: { readonly at: number; readonly ms: number }[] = [];
  #hasCrashed = false;
  /** Files that the disk did not remove; a start removes them, if nothing does before. */
  readonly #left = new Set<string>();
  /** Until then the index and the files of the store may differ, in ms. */
  #isBusyUntil = Number.NEGATIVE_INFINITY;
  #now = 0;

  constructor(setup: NodeSetup, report: (message: string) => void, requests: Requests) {
    this.#settings = setup.settings;
    this.#inForce = new KeptInForce(setup);
    this.#requests = requests;
    this.#options = new OptionBounds(setup);
    this.#report = report;
  }

  observe(seen: Observation, exchange: Exchange | undefined): void {
    this.#now = seen.at;
    this.#doubt.observe(seen);
    this.#options.observe(seen);
    this.#inForce.observe(seen, this.#requests.seq);
    if (seen.what === 'wall_stepped') this.#wallSteps.push(seen);
    for (const { jobId, status } of jobClaims(seen, exchange)) {
      if (status === 'completed') this.#completed.add(jobId);
    }
    switch (seen.what) {
      case 'crashed':
        this.#hasCrashed = true;
        return;
      case 'started':
        this.#left.clear();
        return;
      case 'files_failed':
        if (seen.left !== undefined) this.#left.add(seen.left);
        this.#isBusyUntil = seen.at + TIDY_WITHIN_MS;
        return;
      case 'provider_called':
        if (seen.kind === 'read') this.#opened(seen);
        return;
      case 'provider_answered': {
        const jobId = this.#opening.get(seen.call);
        this.#opening.delete(seen.call);
        const job = this.#jobs.get(jobId ?? '');
        if (job === undefined) return;
        job.last = this.#requests.seq;
        if (seen.answer.kind !== 'file' || !seen.answer.isWhole) return;
        this.#isBusyUntil = Math.max(this.#isBusyUntil, seen.at + KEPT_WITHIN_MS);
        job.readAt ??= seen.at;
        job.bytes.add(seen.answer.bytes);
        return;
      }
      case 'results_held': {
        if (seen.at < this.#isBusyUntil) return;
        const { accountedBytes, heldBytes } = seen;
        const { bytesMax = Number.POSITIVE_INFINITY } = this.#settings.kept ?? {};
        if (accountedBytes !== heldBytes)
          this.#report(`${accountedBytes} bytes are accounted for, and ${heldBytes} held`);
        // A start after a step of the clock may not know that clips are old enough to make room.
        if (heldBytes > bytesMax && !this.#hasCrashed && this.#wallSteps.length === 0)
          this.#report(`${heldBytes} bytes are held, and ${bytesMax} are the bound`);
        return;
      }
      case 'answered':
        if (exchange !== undefined && isFetch(exchange.sent.call)) this.#fetched(exchange.sent, seen);
    }
  }

  disk(records: StoreReader, when: 'restart' | 'end', folder: KeptFolder): void {
    const files = new Map(keptFiles(folder).map((file) => [`${file.jobId} ${file.kind}`, file.bytes]));
    for (const [jobId, { machine, provider }] of this.#table.read(records)) {
      const file = machine.context.output?.file;
      const due = this.#keepingOf(jobId, provider);
      if (file !== undefined && due !== 'either' && file.isKept !== (due === 'kept'))
        this.#report(`${jobId} is ${file.isKept ? '' : 'not '}kept, and is of ${provider}`);
      if (file?.isKept !== true) continue;
      const held = files.get(`${jobId} clip`);
      if (files.has(`${jobId} evicted`)) {
        if (!this.#mayMakeRoom(jobId)) this.#report(`${jobId} made room before its time`);
      } else if (held !== file.bytes) {
        this.#report(
          `${jobId} is completed with ${file.bytes} bytes that are kept, of which ${held ?? 0} are there`,
        );
      }
    }
    if (when !== 'end') return;
    for (const name of strangers(folder)) {
      if (!this.#left.has(name)) this.#report(`a file is left that is of no clip: ${name}`);
    }
    for (const { jobId, kind } of leftovers(folder, records)) {
      if (kind !== 'partial' && records.get('jobs', jobId) === undefined && this.#mayJustBeGone(jobId))
        continue;
      this.#report(`a file of ${jobId} (${kind}) is left that nobody can ask for`);
    }
  }

  #opened({ call, jobId, provider, at }: ProviderCalled & { readonly at: number }): void {
    this.#openedAt.set(jobId, at);
    if (this.#completed.has(jobId)) {
      if (this.#keepingOf(jobId, provider) === 'kept')
        this.#report(`${jobId} is kept, and its provider was asked for its result again`);
      return;
    }
    this.#opening.set(call, jobId);
    const { seq } = this.#requests;
    const job = this.#jobs.get(jobId);
    if (job === undefined) this.#jobs.set(jobId, { provider, first: seq, last: seq, bytes: new Set() });
    else job.last = seq;
  }

  /** As it was when the result was read; if nobody saw that, at any time. */
  #keepingOf(jobId: string, provider: string): Keeping {
    const { first, last } = this.#jobs.get(jobId) ?? { first: 0, last: this.#requests.seq };
    return this.#inForce.of(provider, first, last);
  }

  #fetched({ jobId, call, at }: Sent, answer: Answer): void {
    const job = this.#jobs.get(jobId);
    if (job?.readAt === undefined) return;
    const keeping = this.#keepingOf(jobId, job.provider);
    if (keeping === 'not kept') {
      const isAsked = (this.#openedAt.get(jobId) ?? Number.NEGATIVE_INFINITY) >= at;
      if (codeOf(answer) === 'result_expired' && !isAsked && !this.#mayBeForgotten(jobId))
        this.#report(`${jobId} is said to be gone, and its provider, which has it, was not asked`);
    }
    if (keeping !== 'kept') return;
    const isHead = 'isHead' in call && call.isHead === true;
    const code = codeOf(answer);
    const sizes = [...job.bytes].map((bytes) => `${bytes} bytes`);
    const [came = ''] = answer.body.split(':');
    if (answer.status === 200 && !isHead && !sizes.includes(came))
      this.#report(`${jobId} has ${sizes.join(' or ')}, and ${came} came`);
    if (code === 'result_expired' && !this.#mayMakeRoom(jobId) && !this.#mayBeForgotten(jobId))
      this.#report(`${jobId} is gone ${this.#now - job.readAt} ms after it was read`);
    if (code === 'provider_unavailable') this.#report(`${jobId} is kept, and its provider was waited for`);
  }

  #mayMakeRoom(jobId: string): boolean {
    const readAt = this.#jobs.get(jobId)?.readAt ?? Number.NEGATIVE_INFINITY;
    const keptMsMin = this.#settings.kept?.keptMsMin ?? 0;
    // A start knows of a clip's age by the wall clock alone.
    const steps = this.#wallSteps.filter(({ at }) => at >= readAt);
    const steppedMs = steps.reduce((sum, { ms }) => sum + Math.max(0, ms), 0);
    return this.#now - readAt >= keptMsMin - SLACK_MS - this.#doubt.slackSince(readAt) - steppedMs;
  }

  #mayJustBeGone(jobId: string): boolean {
    const readAt = this.#jobs.get(jobId)?.readAt;
    if (readAt === undefined) return false;
    const slackMs = this.#doubt.slackSince(readAt);
    const mostMs = this.#options.most('retentionDays', readAt) * DAY_MS + GONE_WITHIN_MS + slackMs;
    return this.#mayBeForgotten(jobId) && this.#now - readAt <= mostMs;
  }

  /** A link may lead to a job that is kept no more. */
  #mayBeForgotten(jobId: string): boolean {
    const readAt = this.#jobs.get(jobId)?.readAt ?? Number.POSITIVE_INFINITY;
    const leastMs = this.#options.least('retentionDays', readAt) * DAY_MS - this.#doubt.slackSince(readAt);
    return this.#now - readAt >= leastMs;
  }
}

/** The reader of results and its twin, as they go through a history. */
import { USUAL_LIMITS } from '../../../../../src/limits/limits.js';
import type { ReadingReport } from '../../../../../src/providers/provider-report.js';
import {
  type Examined,
  examineResult,
  type ResultToExamine,
} from '../../../../../src/results/reading/examine-result.js';
import { ResultReader } from '../../../../../src/results/reading/result-reader.js';
import type { Course } from '../../part.js';
import type { Trial } from '../../trial.js';
import {
  begin,
  isKept,
  type NaiveReading,
  newReading,
  nextTryAt,
  type ReadAct,
  type TryEnd,
} from './naive-reading.js';
import { clipsOf, type Drafted, draftOf, openResult } from './scripted-result.js';

export type ReadingAct =
  | ({ readonly do: 'read' } & ReadAct)
  | { readonly do: 'stop'; readonly job: number }
  | { readonly do: 'takes'; readonly bytesMax: number };

export interface ReadingLimits {
  readonly readingsAtOnce: number;
  /** Chance gives nothing else. */
  readonly fraction: number;
}

const BYTES_MAX_FIRST = 400_000;
const DIFFERENCE_SHARE = 0.05;
/** Longer than any try, and any wait for the next one. */
const LONG_MS = 500_000;

export class ReadingCourse implements Course<ReadingAct> {
  readonly #trial: Trial;
  readonly #limits: ReadingLimits;
  readonly #reader: ResultReader;
  readonly #readings = new Map<string, NaiveReading>();
  /** Of the latest try of each job. */
  readonly #drafts = new Map<string, Drafted>();
  /** Bytes that came, likewise. */
  readonly #came = new Map<string, number>();
  readonly #counts = { read: 0, unreadable: 0, retried: 0 };
  readonly #differing: string[] = [];
  #bytesMax = BYTES_MAX_FIRST;

  constructor(trial: Trial, limits: ReadingLimits) {
    this.#trial = trial;
    this.#limits = limits;
    const { world } = trial;
    world.fraction = limits.fraction;
    this.#reader = new ResultReader({
      world,
      limits: { ...USUAL_LIMITS, readingsAtOnce: limits.readingsAtOnce },
      open: async (_, jobId, signal) => {
        const of = this.#readings.get(jobId)?.current?.of;
        return of === undefined ? undefined : openResult(of, trial, signal);
      },
      examine: (result, signal) => this.#begins(result, signal),
      isKept: (provider) => isKept(Number(provider)),
      linkOf: (jobId) => `/results/${jobId}`,
      onReport: (jobId, report) => this.#reported(jobId, report),
      observer: {
        differs: ({ jobId }) => this.#differing.push(jobId),
        failed: ({ jobId }, _, isLast) => this.#failed(jobId, isLast),
      },
    });
  }

  take(act: ReadingAct): void {
    if (act.do === 'takes') this.#bytesMax = act.bytesMax;
    else if (act.do === 'stop') {
      this.#readings.delete(`job ${act.job}`);
      this.#reader.stop(`job ${act.job}`);
    } else this.#read(act);
  }

  compare(): void {
    const { now } = this.#trial;
    for (const [jobId, { current, waitsSince, provider, triesBegun }] of this.#readings) {
      if (current !== undefined && current.end.at <= now)
        this.#trial.broke('ends', `a try at ${jobId} goes on, and was to end ${now - current.end.at} ms ago`);
      if (
        current === undefined &&
        waitsSince <= now &&
        this.#underWay(provider) < this.#limits.readingsAtOnce
      )
        this.#trial.broke(
          'begins',
          `a try at ${jobId} waits for ${now - waitsSince} ms, and there is a place`,
        );
      const hasFailed = triesBegun > (current === undefined ? 0 : 1);
      this.#trial.same('trouble', this.#reader.troubleOf(jobId) !== undefined, hasFailed);
    }
    for (const [jobId, { isOver }] of this.#drafts)
      if (!isOver && this.#readings.get(jobId)?.current === undefined)
        this.#trial.broke('draft', `the draft of ${jobId} is not discarded`);
    this.#trial.same('metrics', this.#reader.metrics, this.#counts);
    this.#trial.same('open', this.#reader.open, this.#readings.size);
  }

  async end(): Promise<void> {
    this.#readings.clear();
    this.#reader.close();
    await this.#trial.world.advance(LONG_MS);
  }

  #underWay(provider: number): number {
    const ofProvider = [...this.#readings.values()].filter((one) => one.provider === provider);
    return ofProvider.filter(({ current }) => current !== undefined).length;
  }

  #read(act: ReadAct): void {
    const { saidMs } = act;
    const jobId = `job ${act.job}`;
    if (!this.#readings.has(jobId)) this.#readings.set(jobId, newReading(act, this.#trial.now));
    // The location says of which job it is.
    this.#reader.read({ jobId, account: 'acct', provider: String(act.provider), location: jobId, saidMs });
  }

  #begins(result: ResultToExamine, signal: AbortSignal): Promise<Examined> {
    const { jobId } = result;
    const { now, world } = this.#trial;
    const reading = this.#readings.get(jobId);
    if (reading === undefined || reading.current !== undefined || reading.waitsSince > now) {
      this.#trial.broke('begins', `a try at ${jobId} begins, and none is due`);
      return Promise.reject(new Error('none is due'));
    }
    if (this.#underWay(reading.provider) >= this.#limits.readingsAtOnce)
      this.#trial.broke('begins', `a try at ${jobId} is one too many`);
    this.#trial.same('kept', result.isKept, isKept(reading.provider));
    const of = begin(reading, this.#bytesMax, now);
    const drafted = { isOver: true, isKept: false };
    this.#drafts.set(jobId, drafted);
    this.#came.set(jobId, 0);
    const examination = {
      bytesMax: this.#bytesMax,
      clips: clipsOf(of),
      draft: async () => draftOf(of, drafted),
      steadyMs: () => world.steadyMs(),
      came: (bytes: number) => {
        this.#came.set(jobId, (this.#came.get(jobId) ?? 0) + bytes);
      },
    };
    return examineResult(result, examination, signal);
  }

  /** @returns the try that ends, and its job; undefined if none does */
  #ended(jobId: string): { readonly reading: NaiveReading; readonly end: TryEnd } | undefined {
    const reading = this.#readings.get(jobId);
    const end = reading?.current?.end;
    if (reading === undefined || end === undefined) {
      this.#trial.broke('ends', `${jobId} is told of, and nothing of it is read`);
      return undefined;
    }
    this.#trial.same('ends', this.#trial.now, end.at);
    this.#trial.same('came', this.#came.get(jobId), end.cameBytes);
    return { reading, end };
  }

  #failed(jobId: string, isLast: boolean): void {
    const { reading, end } = this.#ended(jobId) ?? {};
    if (reading === undefined || end === undefined) return;
    const next = nextTryAt(reading, end, this.#limits.fraction);
    this.#trial.same('last', isLast, next === undefined);
    if (typeof end.outcome === 'object' && 'file' in end.outcome)
      this.#trial.broke('told', `a try at ${jobId} fails, and its twin reads ${end.outcome.lengthMs} ms`);
    if (next === undefined) return;
    this.#counts.retried += 1;
    reading.current = undefined;
    reading.waitsSince = next;
  }

  #reported(jobId: string, report: ReadingReport): void {
    const { reading, end } = this.#ended(jobId) ?? {};
    if (reading === undefined || end === undefined) return;
    this.#readings.delete(jobId);
    this.#counts[report.outcome] += 1;
    const { outcome } = end;
    if (outcome === 'fails' || 'message' in outcome) {
      this.#trial.same('told', report, { about: 'reading', outcome: 'unreadable', ...Object(outcome) });
      return;
    }
    const { lengthMs, file } = outcome;
    const link = `/results/${jobId}`;
    this.#trial.same('told', report, { about: 'reading', outcome: 'read', lengthMs, link, file });
    const { saidMs = lengthMs } = reading;
    const isDifferent = Math.abs(saidMs - lengthMs) > lengthMs * DIFFERENCE_SHARE;
    this.#trial.same('differs', this.#differing.splice(0), isDifferent ? [jobId] : []);
    this.#trial.same('draft', this.#drafts.get(jobId)?.isKept, file.isKept);
  }
}

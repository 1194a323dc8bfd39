/**
 * The usage of a key, as its activity tells it once all is quiet, against the jobs and charges that other
 * answers tell of, and against no record on disk.
 */
import type { NodeSetup } from '../../history/node-history.js';
import { InForce } from '../facts/in-force.js';
import { bodyOf, isObject, type JsonObject, type Requests } from '../facts/requests.js';
import { microDaShown } from '../facts/shown-amounts.js';
import { SteadyDoubt } from '../facts/steady-doubt.js';
import type { Invariant, Rule } from '../invariant.js';

type Report = (message: string) => void;

const DAY_MS = 86_400_000;

export const USAGE: Rule = {
  name: 'usage',
  says: 'The activity of a key counts each settled job on the day on which it settled; its cost adds up to the total usage, and that of texts to their charges; with a filter it shows those rows alone.',
  watch: (setup, report, requests) => new Usage(setup, report, requests),
};

class Usage implements Invariant {
  readonly #setup: NodeSetup;
  readonly #report: Report;
  readonly #requests: Requests;
  readonly #inForce: InForce;
  readonly #doubt = new SteadyDoubt();
  /** The latest answer to each question about each key, since all was quiet. */
  readonly #read = new Map<string, Map<string, JsonObject>>();
  readonly #filtered: { readonly keyId: string; readonly asked: Filter; readonly body: JsonObject }[] = [];
  #isQuiet = false;
  /** The wall clock less true time; undefined before the first answer. */
  #wallOffsetMs: number | undefined;
  #wallOffsetMaxMs = Number.NEGATIVE_INFINITY;
  #lastAt = 0;
  /** The earliest and the latest time, by the wall clock, at which anything was seen. */
  #firstMs = Number.POSITIVE_INFINITY;
  #lastMs = Number.NEGATIVE_INFINITY;

  constructor(setup: NodeSetup, report: Report, requests: Requests) {
    this.#setup = setup;
    this.#report = report;
    this.#requests = requests;
    this.#inForce = new InForce(setup);
  }

  observe(...[seen, exchange]: Parameters<Invariant['observe']>): void {
    this.#inForce.observe(seen, this.#requests.seq);
    this.#doubt.observe(seen);
    this.#lastAt = seen.at;
    if (seen.what === 'quiet') this.#isQuiet = true;
    if (seen.what === 'answered') this.#wallOffsetMs = seen.wallMs - seen.at;
    if (this.#wallOffsetMs !== undefined) {
      if (seen.what === 'wall_stepped') this.#wallOffsetMs += seen.ms;
      if (this.#wallOffsetMs > this.#wallOffsetMaxMs) this.#wallOffsetMaxMs = this.#wallOffsetMs;
      const wallMs = this.#wallOffsetMs + seen.at;
      if (wallMs < this.#firstMs) this.#firstMs = wallMs;
      if (wallMs > this.#lastMs) this.#lastMs = wallMs;
    }
    if (!this.#isQuiet || seen.what !== 'answered' || seen.status !== 200 || exchange?.sent.step !== 0)
      return;
    const { keyId, call } = exchange.sent;
    const body = bodyOf(seen) ?? {};
    if (call.op === 'activity' && isFiltered(call)) {
      this.#filtered.push({ keyId, asked: call, body });
      return;
    }
    const ofKey = this.#read.get(keyId) ?? new Map<string, JsonObject>();
    this.#read.set(keyId, ofKey.set(call.op, body));
  }

  end(): void {
    for (const [keyId, read] of this.#read) {
      const activity = read.get('activity');
      if (activity === undefined) continue;
      const rows = rowsOf(activity);
      const [from, to] = [String(activity.from), String(activity.to)];
      this.#checkForm(keyId, activity, rows);
      this.#checkJobs(keyId, rows, read.get('list_jobs'), [from, to]);
      // It shows thirty days, up to what the wall clock says is today.
      if (this.#isAllWithin(from, to)) this.#checkCost(keyId, rows, read);
    }
    for (const { keyId, asked, body } of this.#filtered) this.#checkFiltered(keyId, asked, body);
  }

  #isAllWithin(from: string, to: string): boolean {
    return from <= dayOf(this.#firstMs) && to >= dayOf(this.#lastMs);
  }

  #checkForm(keyId: string, { from, to }: JsonObject, rows: readonly JsonObject[]): void {
    for (const [n, row] of rows.entries()) {
      const about = `the activity of ${keyId} on ${row.date} of ${row.model} by ${row.provider}`;
      if (row.requests !== Number(row.completed) + Number(row.failed))
        this.#report(
          `${about} has ${row.requests} requests, ${row.completed} completed and ${row.failed} failed`,
        );
      if (String(row.date) < String(from) || String(row.date) > String(to))
        this.#report(`${about} is outside`);
      if (n > 0 && String(rows[n - 1]?.date) < String(row.date))
        this.#report(`${about} stands behind an older day`);
    }
  }

  #checkJobs(
    keyId: string,
    rows: readonly JsonObject[],
    list: JsonObject | undefined,
    [from, to]: readonly [string, string],
  ): void {
    if (list === undefined || list.has_more !== false) return;
    const goneUpTo = this.#goneUpTo();
    const texts = this.#setup.texts?.models.map(({ id }) => id) ?? [];
    const shown = new Map<string, Sums>();
    for (const row of rows) {
      if (texts.includes(String(row.model)) || String(row.date) <= goneUpTo) continue;
      const { completed, failed, seconds, cost } = row;
      add(shown, `${row.date} of ${row.model}`, [completed, failed, seconds, cost].map(Number));
    }
    const told = new Map<string, Sums>();
    for (const job of rowsOf(list)) {
      if (job.completed_at === undefined) continue;
      const day = dayOf(Number(job.completed_at) * 1_000);
      if (day < from || day > to || day <= goneUpTo) continue;
      const isCompleted = job.status === 'completed';
      const sums = [
        isCompleted ? 1 : 0,
        isCompleted ? 0 : 1,
        Number(job.output_seconds ?? 0),
        Number(job.cost),
      ];
      add(told, `${day} of ${job.model}`, sums);
    }
    for (const name of new Set([...shown.keys(), ...told.keys()])) {
      const [is, due] = [textOf(shown.get(name)), textOf(told.get(name))];
      if (is !== due)
        this.#report(`the activity of ${keyId} on ${name} shows ${is}; its jobs make it ${due}`);
    }
  }

  /**
   * The last day of which jobs may have been removed; their activity stays. Retention counts true time: the
   * wall clock may have been ahead while they settled.
   */
  #goneUpTo(): string {
    const days = Math.min(...this.#inForce.numbers('retentionDays', 0, this.#requests.seq));
    const settledAt = this.#lastAt - days * DAY_MS + this.#doubt.slackSince(Number.NEGATIVE_INFINITY);
    return dayOf(settledAt + this.#wallOffsetMaxMs);
  }

  #checkCost(keyId: string, rows: readonly JsonObject[], read: ReadonlyMap<string, JsonObject>): void {
    const total = microDaShown(read.get('credits')?.total_usage);
    const cost = sumOf(rows);
    if (total !== undefined && cost !== total)
      this.#report(`the activity of ${keyId} costs ${cost} micro-DA, its total usage is ${total}`);
    const ledger = read.get('ledger');
    if (ledger === undefined || ledger.has_more !== false) return;
    const texts = this.#setup.texts?.models.map(({ id }) => id) ?? [];
    const charged = rowsOf(ledger)
      .filter(({ type, generation_id }) => type === 'charge' && generation_id !== undefined)
      .reduce((sum, { amount }) => sum + (microDaShown(amount) ?? Number.NaN), 0);
    const ofTexts = sumOf(rows.filter(({ model }) => texts.includes(String(model))));
    if (ofTexts !== charged)
      this.#report(
        `the texts of ${keyId} cost ${ofTexts} micro-DA in its activity; they were charged ${charged}`,
      );
  }

  #checkFiltered(keyId: string, { model, provider }: Filter, body: JsonObject): void {
    const read = this.#read.get(keyId);
    const all = read?.get('activity');
    if (read === undefined || all === undefined) return;
    const due = within(body, rowsOf(all))
      .filter((row) => model === undefined || row.model === model)
      .filter((row) => provider === undefined || row.provider === provider);
    const [is, wanted] = [JSON.stringify(within(all, rowsOf(body))), JSON.stringify(due)];
    const { from, to } = body;
    if (is !== wanted)
      this.#report(
        `the activity of ${keyId} from ${from} to ${to} for model ${model ?? 'any'} and provider ${provider ?? 'any'} is ${is}; without the filter it is ${wanted}`,
      );
    const isWhole = model === undefined && provider === undefined;
    if (isWhole && this.#isAllWithin(String(from), String(to))) this.#checkCost(keyId, rowsOf(body), read);
  }
}

interface Filter {
  readonly model?: string | undefined;
  readonly provider?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

function isFiltered({ model, provider, from, to }: Filter): boolean {
  return (model ?? provider ?? from ?? to) !== undefined;
}

/** The rows of the days that an answer is about. */
function within({ from, to }: JsonObject, rows: readonly JsonObject[]): readonly JsonObject[] {
  return rows.filter(({ date }) => String(date) >= String(from) && String(date) <= String(to));
}

/** Completed, failed, ms of output, micro-DA. */
type Sums = readonly number[];

function rowsOf({ data }: JsonObject): readonly JsonObject[] {
  return Array.isArray(data) ? data.filter(isObject) : [];
}

function dayOf(wallMs: number): string {
  return new Date(wallMs).toISOString().slice(0, 10);
}

function sumOf(rows: readonly JsonObject[]): number {
  return rows.reduce((sum, { cost }) => sum + (microDaShown(cost) ?? Number.NaN), 0);
}

function add(
  all: Map<string, Sums>,
  name: string,
  [completed = 0, failed = 0, seconds = 0, da = 0]: Sums,
): void {
  const one = [completed, failed, Math.round(seconds * 1_000), microDaShown(da) ?? Number.NaN];
  const before = all.get(name);
  all.set(name, before === undefined ? one : one.map((value, n) => value + (before[n] ?? 0)));
}

function textOf(sums: Sums | undefined): string {
  const [completed = 0, failed = 0, ms = 0, cost = 0] = sums ?? [];
  return `${completed} completed, ${failed} failed, ${ms} ms, ${cost} micro-DA`;
}

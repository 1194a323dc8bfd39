/**
 * Activity is asked for by its first and last day, UTC, both included: at most 366 days, by default the last
 * 30 up to today. It shows those days alone, newest first, and of them at least what other answers told
 * before.
 *
 * Days are counted here by arithmetic of their own, and "today" is that of the node's wall clock as it
 * answered; an answer that a step of the clock may have come before is not judged by it.
 */
import type { ClientCall } from '../../history/client-call.js';
import {
  type Answer,
  bodyOf,
  codeOf,
  type Exchange,
  isObject,
  type JsonObject,
  type Requests,
} from '../facts/requests.js';
import { microDaShown } from '../facts/shown-amounts.js';
import type { Invariant, Rule } from '../invariant.js';

type Report = (message: string) => void;
type ActivityCall = Extract<ClientCall, { readonly op: 'activity' }>;

const DAYS_MAX = 366;
const DAYS_DEFAULT = 30;
const SECONDS_PER_DAY = 86_400;

/** A job that an answer told to be settled. */
interface Settled {
  readonly keyId: string;
  readonly model: string;
  readonly status: string;
  readonly day: number;
  readonly costMicroDa: number;
  readonly request: number;
}

export const ACTIVITY_DAYS: Rule = {
  name: 'activity-days',
  says: 'Activity shows the days that it is asked for, both ends included, at most 366 and by default the last 30, newest first, with at least what other answers told before.',
  watch: (_, report, requests) => new ActivityDays(report, requests),
};

class ActivityDays implements Invariant {
  readonly #report: Report;
  readonly #requests: Requests;
  readonly #settled = new Map<string, Settled>();
  #steppedSeq = -1;

  constructor(report: Report, requests: Requests) {
    this.#report = report;
    this.#requests = requests;
  }

  observe(...[seen, exchange]: Parameters<Invariant['observe']>): void {
    if (seen.what === 'wall_stepped') this.#steppedSeq = this.#requests.seq;
    if (seen.what !== 'answered' || exchange === undefined) return;
    const { call } = exchange.sent;
    if (call.op === 'activity') this.#check(call, exchange, seen);
    if (seen.status !== 200) return;
    if (call.op === 'poll') this.#note(bodyOf(seen) ?? {}, exchange);
    if (call.op === 'list_jobs') for (const row of rowsOf(bodyOf(seen))) this.#note(row, exchange);
  }

  #note({ id, status, model, completed_at, cost }: JsonObject, { sent }: Exchange): void {
    const keyId = this.#requests.job(String(id))?.keyId;
    if (keyId === undefined || typeof completed_at !== 'number' || this.#settled.has(String(id))) return;
    this.#settled.set(String(id), {
      keyId,
      model: String(model),
      status: String(status),
      day: Math.floor(completed_at / SECONDS_PER_DAY),
      costMicroDa: microDaShown(cost) ?? 0,
      request: sent.request,
    });
  }

  #check(call: ActivityCall, exchange: Exchange, answer: Answer): void {
    const { sent, seq } = exchange;
    const asked = `from ${call.from ?? 'the default'} to ${call.to ?? 'the default'}`;
    const about = `request ${sent.request} (activity ${asked})`;
    const code = codeOf(answer);
    if (code !== undefined && code !== 'invalid_request') return;
    if (this.#steppedSeq > seq && (call.from === undefined || call.to === undefined)) return;
    const possible = todaysOf(sent.at, answer).map((today) => rangeOf(call, today));
    const isRefused = code === 'invalid_request';
    if (!possible.some((range) => (range === undefined) === isRefused))
      this.#report(`${about} was answered ${answer.status}; ${textOf(possible)}`);
    if (isRefused) return;
    const body = bodyOf(answer) ?? {};
    const [from, to] = [dayNumber(String(body.from)), dayNumber(String(body.to))];
    if (
      from === undefined ||
      to === undefined ||
      !possible.some((one) => one?.from === from && one.to === to)
    )
      this.#report(`${about} says that it is from ${body.from} to ${body.to}; ${textOf(possible)}`);
    else this.#checkRows(call, exchange, rowsOf(body), { from, to }, about);
  }

  #checkRows(
    call: ActivityCall,
    { sent: { keyId } }: Exchange,
    rows: readonly JsonObject[],
    { from, to }: Range,
    about: string,
  ): void {
    const days = rows.map((row) => dayNumber(String(row.date)) ?? Number.NaN);
    for (const [n, day] of days.entries()) {
      const { date, model, provider } = rows[n] ?? {};
      if (!(day >= from && day <= to)) this.#report(`${about} shows ${date}`);
      if (n > 0 && (days[n - 1] ?? 0) < day) this.#report(`${about} shows ${date} behind an older day`);
      const isTwice = rows.findIndex((row) => {
        return row.date === date && row.model === model && row.provider === provider;
      });
      if (isTwice !== n) this.#report(`${about} shows ${date} of ${model} by ${provider} twice`);
    }
    // No answer tells which provider made a job.
    if (call.provider !== undefined) return;
    const told = [...this.#settled.values()].filter((one) => {
      const isOfModel = call.model === undefined || call.model === one.model;
      return one.keyId === keyId && isOfModel && one.day >= from && one.day <= to;
    });
    for (const { day, model, request } of told) {
      const ofRow = rows.filter((row, n) => days[n] === day && row.model === model);
      const ofJobs = told.filter((one) => one.day === day && one.model === model);
      const [is, due] = [countsOf(ofRow), ofJobs.reduce(add, [0, 0, 0])];
      if (due.every((count, n) => count <= (is[n] ?? 0))) continue;
      this.#report(
        `${about} shows ${is.join(', ')} of ${model} on day ${day}; answers as that to request ${request} told of ${due.join(', ')} (completed, failed, micro-DA)`,
      );
      return;
    }
  }
}

/** Days since 1970, both included. */
interface Range {
  readonly from: number;
  readonly to: number;
}

/** Undefined if it is to be refused. */
function rangeOf({ from: first, to: last }: ActivityCall, today: number): Range | undefined {
  const to = last === undefined ? today : dayNumber(last);
  if (to === undefined) return undefined;
  const from = first === undefined ? to - DAYS_DEFAULT + 1 : dayNumber(first);
  if (from === undefined || from > to || to - from + 1 > DAYS_MAX) return undefined;
  return { from, to };
}

/** "Today" as it may have been when the node looked. */
function todaysOf(sentAt: number, { at, wallMs }: Answer): readonly number[] {
  const days = [wallMs, wallMs - (at - sentAt)].map((ms) => Math.floor(ms / 1_000 / SECONDS_PER_DAY));
  return [...new Set(days)];
}

const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;
const DAYS_OF_MONTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Days since 1970 of a date that exists; undefined for any other text. */
function dayNumber(text: string): number | undefined {
  const [year = 0, month = 0, day = 0] = (DATE.exec(text) ?? []).slice(1).map(Number);
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const ofMonth = (DAYS_OF_MONTHS[month - 1] ?? 0) + (isLeap && month === 2 ? 1 : 0);
  if (day < 1 || day > ofMonth) return undefined;
  const before = DAYS_OF_MONTHS.slice(0, month - 1).reduce((sum, days) => sum + days, 0);
  return daysBefore(year) - daysBefore(1970) + before + (isLeap && month > 2 ? 1 : 0) + day - 1;
}

/** Days before a year, from year 1 on. */
function daysBefore(year: number): number {
  const past = year - 1;
  return past * 365 + Math.floor(past / 4) - Math.floor(past / 100) + Math.floor(past / 400);
}

function rowsOf(body: JsonObject | undefined): readonly JsonObject[] {
  return Array.isArray(body?.data) ? body.data.filter(isObject) : [];
}

type Counts = readonly [completed: number, failed: number, costMicroDa: number];

function countsOf(rows: readonly JsonObject[]): Counts {
  const sum = (numberOf: (row: JsonObject) => number) =>
    rows.reduce((total, row) => total + numberOf(row), 0);
  return [
    sum((row) => Number(row.completed)),
    sum((row) => Number(row.failed)),
    sum((row) => microDaShown(row.cost) ?? 0),
  ];
}

function add([completed, failed, cost]: Counts, { status, costMicroDa }: Settled): Counts {
  return [
    completed + (status === 'completed' ? 1 : 0),
    failed + (status === 'failed' ? 1 : 0),
    cost + costMicroDa,
  ];
}

function textOf(possible: readonly (Range | undefined)[]): string {
  const due = possible.map((range) =>
    range === undefined ? 'a refusal' : `day ${range.from} to ${range.to}`,
  );
  return `due is ${due.join(' or ')}, counted from 1970`;
}

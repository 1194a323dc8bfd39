/** Things that all answers have in common: the caller's window, its balance, the form of a refusal. */

import { NaiveWindow } from '../../../window/naive-window.js';
import type { Trial } from '../../trial.js';
import type { Answer } from './asked.js';
import type { DeskPeople } from './desk-people.js';
import type { Refusal } from './judged-submits.js';
import { balanceOf, type PlainJob, type PlainMoney } from './plain-jobs.js';

/** Links in answers begin with it. */
export const BASE_URL = 'https://gate.test';
const MANAGEMENT_RPM = 6_000;
const MINUTE_MS = 60_000;
const FORGETS_MS = 1_000;

export class AnswerJudge {
  readonly #trial: Trial;
  readonly #rpm = new Map<string, number>();
  readonly #windows = new Map<string, NaiveWindow>();
  /** Until then it may have forgotten what it admitted of the caller just before it was killed. */
  readonly #doubtUntil = new Map<string, number>();

  constructor(trial: Trial, people: DeskPeople, rpm: readonly number[]) {
    this.#trial = trial;
    for (const [n, { secret }] of people.keys.entries()) this.#rpm.set(secret, rpm[n] ?? 0);
    for (const secret of [people.operator, people.manager]) this.#rpm.set(secret, MANAGEMENT_RPM);
  }

  crashed(): void {
    const { now } = this.#trial;
    for (const [secret, window] of this.#windows)
      if ((window.times(now).at(-1) ?? 0) > now - FORGETS_MS) this.#doubtUntil.set(secret, now + MINUTE_MS);
  }

  /** It is answered later. */
  isAdmittedUnanswered(secret: string): boolean {
    const { now } = this.#trial;
    const window = this.#windows.get(secret) ?? new NaiveWindow();
    this.#windows.set(secret, window);
    const isKnown = now >= (this.#doubtUntil.get(secret) ?? 0);
    return window.ask(now, isKnown ? (this.#rpm.get(secret) ?? 0) : Number.POSITIVE_INFINITY);
  }

  /** The window as it is when an answer leaves. */
  windowIn(secret: string, { fields }: Answer): void {
    const { now, world } = this.#trial;
    const [rpm, window] = [this.#rpm.get(secret) ?? 0, this.#windows.get(secret)];
    if (window === undefined || now < (this.#doubtUntil.get(secret) ?? 0)) return;
    this.#trial.same(
      'window',
      [fields['x-ratelimit-remaining-rpm'], fields['x-ratelimit-reset']],
      [
        String(window.remaining(now, rpm)),
        String(Math.ceil((world.wallMs() + window.resetMs(now, rpm)) / 1_000)),
      ],
    );
  }

  /** @param isLast no other request came before it was answered */
  isAdmitted(secret: string, answer: Answer, isLast: boolean): boolean {
    const { now } = this.#trial;
    const rpm = this.#rpm.get(secret) ?? 0;
    const window = this.#windows.get(secret) ?? new NaiveWindow();
    this.#windows.set(secret, window);
    const isKnown = now >= (this.#doubtUntil.get(secret) ?? 0);
    const { fields } = answer;
    this.#trial.same('limit', fields['x-ratelimit-limit-rpm'], String(rpm));
    if (!isKnown) {
      const isRefused = codeIn(answer) === 'rate_limit_exceeded';
      return !isRefused && window.ask(now, Number.POSITIVE_INFINITY);
    }
    const isAdmitted = window.ask(now, rpm);
    if (isLast) this.windowIn(secret, answer);
    const waitMs = window.waitMs(now, rpm);
    if (!isAdmitted) this.refused('limited', answer, { code: 'rate_limit_exceeded', status: 429, waitMs });
    return isAdmitted;
  }

  refused(about: string, answer: Answer, { code, status, param, waitMs, ...money }: Refusal): void {
    const { fields } = answer;
    const { error, ...beside } = objectIn(answer) as { error?: { code: string; param: string | null } };
    const afterS = waitMs === undefined ? undefined : Math.ceil(waitMs / 1_000);
    const isTold = afterS !== undefined && (status === 429 || status === 503);
    this.#trial.same(
      about,
      [answer.status, fields['retry-after'], fields['retry-after-ms']],
      [status, afterS?.toString(), waitMs?.toString()],
    );
    // One to HEAD has no body.
    if (answer.body !== '') {
      this.#trial.same(about, [error?.code, error?.param], [code, param ?? null]);
      this.#trial.sameFields(about, beside, { ...(isTold ? { retry_after: afterS } : {}), ...money });
    }
    this.#trial.same('balance', fields['x-balance-available'], undefined);
  }

  accepted(answer: Answer, job: PlainJob | undefined, isRepeated = false): void {
    if (job === undefined) {
      this.#trial.broke('submitted', `no such job is there: ${answer.status} ${answer.body}`);
      return;
    }
    const url = `${BASE_URL}/v1/videos/${job.id}`;
    const { fields } = answer;
    this.#trial.same(
      'submitted',
      [answer.status, fields.location, fields['idempotent-replayed']],
      [202, url, isRepeated ? 'true' : undefined],
    );
    this.#trial.sameFields('submitted', objectIn(answer), {
      id: job.id,
      object: 'video',
      status: 'pending',
      model: job.model,
      polling_url: url,
      created_at: job.createdAt,
    });
  }

  balance(answer: Answer, ...keys: readonly PlainMoney[]): void {
    const balance = keys.reduce((sum, key) => sum + balanceOf(key), 0);
    this.#trial.same('balance', answer.fields['x-balance-available'], String(balance));
  }

  idIn(answer: Answer): string {
    const { id } = objectIn(answer) as { id?: unknown };
    return typeof id === 'string' ? id : '';
  }
}

export function objectIn({ body }: Answer): object {
  return body === '' ? {} : (JSON.parse(body) as object);
}

function codeIn(answer: Answer): string | undefined {
  if (answer.status !== 429) return undefined;
  // Of all 429, HEAD is answered this one alone.
  if (answer.body === '') return 'rate_limit_exceeded';
  return (objectIn(answer) as { error?: { code: string } }).error?.code;
}

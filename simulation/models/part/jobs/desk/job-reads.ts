/** Reads about jobs, beside what the plain lists say of them. */
import type { Trial } from '../../trial.js';
import { type AnswerJudge, objectIn } from './answer-judge.js';
import type { Answer, Asked } from './asked.js';
import type { DeskNode } from './desk-node.js';
import type { DeskAct, DeskLimits } from './drawn-desk.js';
import type { Refusal } from './judged-submits.js';
import type { PlainJob, PlainJobs, PlainKey } from './plain-jobs.js';
import { idsOf, newestFirst, shownToClient, shownToOperator, wordsOf } from './shown-jobs.js';
import { judgeCredits, judgeEntries } from './shown-money.js';
import { daysOf, judgeDays } from './used-days.js';

type Act<Do extends DeskAct['do']> = Extract<DeskAct, { readonly do: Do }>;

const NO_JOB = `video_${'0'.repeat(26)}`;
const NOT_FOUND: Refusal = { code: 'not_found', status: 404 };
const OPERATOR_ONLY: Refusal = { code: 'operator_only', status: 403 };
/** More than any history has. */
const PAGES_MAX = 200;

interface Shown {
  readonly data: readonly { readonly id: string }[];
  readonly has_more: boolean;
  readonly next: string | null;
}

export class JobReads {
  readonly #trial: Trial;
  readonly #node: DeskNode;
  readonly #plain: PlainJobs;
  readonly #keys: readonly PlainKey[];
  readonly #judge: AnswerJudge;
  readonly #limits: DeskLimits;

  constructor(
    trial: Trial,
    node: DeskNode,
    plain: PlainJobs,
    keys: readonly PlainKey[],
    judge: AnswerJudge,
    limits: DeskLimits,
  ) {
    this.#trial = trial;
    this.#node = node;
    this.#plain = plain;
    this.#keys = keys;
    this.#judge = judge;
    this.#limits = limits;
  }

  async take(
    act: Act<'read' | 'content' | 'list' | 'list_all' | 'look' | 'ledger' | 'credits' | 'activity'>,
  ) {
    const key = this.#keys[act.key] as PlainKey;
    switch (act.do) {
      case 'read':
        return this.#read(key, act);
      case 'content':
        return this.#content(key, act);
      case 'list':
        return this.#list(key, act);
      case 'list_all':
        return this.#listAll(key, act);
      case 'look':
        return this.#look(act);
      case 'ledger':
        return this.#ledger(key, act);
      case 'credits':
        return this.#credits(key);
      case 'activity':
        return this.#activity(key, act);
    }
  }

  idOf(job: PlainJob | undefined): string {
    return job?.id ?? NO_JOB;
  }

  refusalOf(isOperator: boolean, job: PlainJob | undefined): Refusal | undefined {
    if (!isOperator) return OPERATOR_ONLY;
    return job === undefined ? NOT_FOUND : undefined;
  }

  judgeLook(answer: Answer, job: PlainJob): void {
    const { now, world } = this.#trial;
    const due = shownToOperator(job, this.#node.line, world.wallMs() - now);
    this.#trial.same('looked', answer.status, 200);
    this.#trial.sameFields('looked', wordsOf(objectIn(answer), job), due);
    this.#judge.balance(answer, job.key);
  }

  async #read(key: PlainKey, { nth, isHead }: Act<'read'>): Promise<void> {
    const job = this.#plain.at(nth);
    const path = `/v1/videos/${this.idOf(job)}`;
    const answer = await this.#ask(key, path, isHead ? 'HEAD' : 'GET');
    if (answer === undefined) return;
    const isFound = job?.key.account === key.account;
    this.#trial.same('found', answer.status, isFound ? 200 : 404);
    if (isHead) this.#trial.same('head', answer.body, '');
    else if (!isFound) this.#judge.refused('read', answer, NOT_FOUND);
    else this.#judgeJobs([objectIn(answer) as { readonly id: string }], [job]);
    if (isFound) this.#judge.balance(answer, key);
  }

  async #content(key: PlainKey, { nth, opens }: Act<'content'>): Promise<void> {
    const job = this.#plain.at(nth);
    this.#node.opens = opens;
    const answer = await this.#ask(key, `/v1/videos/${this.idOf(job)}/content`);
    if (answer === undefined) return;
    const refused = (refusal: Refusal) => this.#judge.refused('content', answer, refusal);
    if (job?.key.account !== key.account) return refused(NOT_FOUND);
    if (job.settled === undefined) {
      const newsInMs = this.#node.line.polls.get(job.id)?.nextInMs ?? 1_000;
      return refused({ code: 'not_ready', status: 409, waitMs: Math.min(60_000, Math.max(1_000, newsInMs)) });
    }
    if (job.life.slug !== undefined) return refused({ code: 'job_failed', status: 409 });
    if (opens === 'gone') return refused({ code: 'result_expired', status: 410 });
    if (opens === 'unavailable') return refused({ code: 'provider_unavailable', status: 503, waitMs: 5_000 });
    this.#trial.same('content', [answer.status, answer.body], [200, '5 bytes: bytes']);
    this.#judge.balance(answer, key);
  }

  async #list(key: PlainKey, { limit, status }: Act<'list'>): Promise<void> {
    const jobs = this.#plain.jobs.filter((job) => job.key === key);
    const due = newestFirst(status === undefined ? jobs : jobs.filter(({ life }) => life.status === status));
    const path = `/v1/videos?limit=${limit}${status === undefined ? '' : `&status=${status}`}`;
    const all: { readonly id: string }[] = [];
    for (let after = ''; ; ) {
      const answer = await this.#ask(key, path + after);
      if (answer === undefined) return;
      const page = this.#page(answer);
      this.#judge.balance(answer, key);
      const left = due.length - all.length;
      this.#trial.same('list', [page.data.length, page.has_more], [Math.min(limit, left), left > limit]);
      all.push(...page.data);
      if (page.next === null || page.data.length === 0) break;
      after = `&after=${page.next}`;
    }
    this.#judgeJobs(all, due);
  }

  /** A page may be short, or empty, and have more behind it; all together have every job once. */
  async #listAll(key: PlainKey, { limit, status, isOperator, by, nth }: Act<'list_all'>): Promise<void> {
    const account = by === 'both' && nth > 2 ? this.#keys.at(-1)?.account : key.account;
    const isOf = { key: by === 'key' || by === 'both', account: by === 'account' || by === 'both' };
    const due = newestFirst(this.#plain.jobs).filter(
      (job) =>
        (status === undefined || job.life.status === status) &&
        (!isOf.key || job.key === key) &&
        (!isOf.account || job.key.account === account),
    );
    const filters = [
      `limit=${limit}`,
      ...(status === undefined ? [] : [`status=${status}`]),
      ...(isOf.key ? [`key=${key.id}`] : []),
      ...(isOf.account ? [`account=${account}`] : []),
    ];
    const secret = isOperator ? this.#node.people.operator : this.#node.people.manager;
    const all: { readonly id: string }[] = [];
    let after = '';
    for (let pages = 1; pages < PAGES_MAX; pages++) {
      const answer = await this.#answered(secret, `/api/jobs?${filters.join('&')}${after}`);
      if (answer === undefined) return;
      if (!isOperator) return this.#judge.refused('listed', answer, OPERATOR_ONLY);
      const page = this.#page(answer);
      this.#judge.balance(answer);
      if (page.data.length > limit) this.#trial.broke('listed', `${page.data.length} jobs of ${limit}`);
      all.push(...page.data);
      if (page.next === null) break;
      after = `&after=${page.next}`;
    }
    const wallAhead = this.#trial.world.wallMs() - this.#trial.now;
    const shown = due.map((job) => shownToOperator(job, this.#node.line, wallAhead));
    this.#trial.same('listed', idsOf(all), idsOf(due));
    for (const [n, job] of due.entries())
      this.#trial.sameFields('listed', wordsOf(all[n] ?? {}, job), shown[n]);
  }

  async #look({ nth, key, isOperator }: Act<'look'>): Promise<void> {
    const job = this.#plain.at(nth + key);
    const secret = isOperator ? this.#node.people.operator : this.#node.people.manager;
    const answer = await this.#answered(secret, `/api/jobs/${this.idOf(job)}`);
    if (answer === undefined) return;
    const refusal = this.refusalOf(isOperator, job);
    if (refusal !== undefined || job === undefined)
      this.#judge.refused('looked', answer, refusal ?? NOT_FOUND);
    else this.judgeLook(answer, job);
  }

  async #ledger(key: PlainKey, { isOperator, limit }: Act<'ledger'>): Promise<void> {
    const secret = isOperator ? this.#node.people.operator : this.#node.people.manager;
    const isReached = isOperator || key.account === this.#node.people.accounts[0];
    const all: { readonly id: string }[] = [];
    for (let after = ''; ; ) {
      const answer = await this.#answered(secret, `/api/keys/${key.id}/ledger?limit=${limit}${after}`);
      if (answer === undefined) return;
      if (!isReached) return this.#judge.refused('ledger', answer, NOT_FOUND);
      const page = this.#page(answer);
      this.#judge.balance(answer, key);
      const left = key.entries.length - all.length;
      this.#trial.same('ledger', [page.data.length, page.has_more], [Math.min(limit, left), left > limit]);
      all.push(...page.data);
      if (page.next === null || page.data.length === 0) break;
      after = `&after=${page.next}`;
    }
    judgeEntries(this.#trial, all, key.entries);
  }

  async #credits(key: PlainKey): Promise<void> {
    const answer = await this.#ask(key, '/v1/credits');
    if (answer === undefined) return;
    judgeCredits(this.#trial, objectIn(answer), key);
    this.#judge.balance(answer, key);
  }

  async #activity(key: PlainKey, act: Act<'activity'>): Promise<void> {
    const days = daysOf(act, this.#limits.models, this.#trial.world.wallMs());
    const answer = await this.#ask(key, `/v1/activity?${days.query}`);
    if (answer !== undefined) judgeDays(this.#trial, this.#judge, answer, key, days, this.#plain.used);
  }

  #judgeJobs(all: readonly { readonly id: string }[], due: readonly PlainJob[]): void {
    this.#trial.same('jobs', idsOf(all), idsOf(due));
    for (const [n, job] of due.entries())
      this.#trial.sameFields('jobs', wordsOf(all[n] ?? {}, job), shownToClient(job, this.#node.line));
  }

  #page(answer: Answer): Shown {
    const page = { data: [], has_more: false, next: null, ...objectIn(answer) };
    this.#trial.same('page', [answer.status, page.next !== null], [200, page.has_more]);
    return page;
  }

  #ask({ id }: PlainKey, path: string, method: Asked['method'] = 'GET'): Promise<Answer | undefined> {
    const { secret = '' } = this.#node.people.keys.find((key) => key.id === id) ?? {};
    return this.#answered(secret, path, method);
  }

  /** Undefined if the caller has asked too often. */
  async #answered(
    secret: string,
    path: string,
    method: Asked['method'] = 'GET',
  ): Promise<Answer | undefined> {
    const [answer] = await this.#node.ask([{ method, path, secret }]);
    if (answer === undefined || !this.#judge.isAdmitted(secret, answer, true)) return undefined;
    return answer;
  }
}

/** Jobs at the API: all that is asked about them, over actors and dispatcher, beside plain lists. */

import type { Course, Part } from '../../part.js';
import type { Trial } from '../../trial.js';
import { likelyIn } from '../job-acts.js';
import { reportOf } from '../reports.js';
import type { Told } from '../told-jobs.js';
import { AnswerJudge } from './answer-judge.js';
import type { Asked } from './asked.js';
import { DeskNode } from './desk-node.js';
import { type DeskAct, type DeskLimits, deskAct, drawLimits, type SubmitAct } from './drawn-desk.js';
import { JobReads } from './job-reads.js';
import { judged, type Refusal, refused, type Verdict } from './judged-submits.js';
import { extraOf, type Now, type PlainJob, PlainJobs, type PlainKey } from './plain-jobs.js';

const SWEPT_WITHIN_MS = 10_001;
/** The desk has acts of its own for these, or time brings them. */
const NO_NEWS = ['create', 'remove', 'restart', 'deadline', 'end', 'resume'];

export function jobDeskPart(): Part<DeskLimits, DeskAct> {
  return {
    name: 'job-desk',
    limits: drawLimits,
    act: deskAct,
    pauseMs: (random) => random.pick([0, 0, 0, 0, 0, 0, 1, 250, 999, 5_000, 20_000, 20_000]),
    begin: (trial, limits) => new JobDeskCourse(trial, limits),
  };
}

class JobDeskCourse implements Course<DeskAct> {
  readonly #trial: Trial;
  readonly #limits: DeskLimits;
  readonly #node: DeskNode;
  readonly #plain: PlainJobs;
  readonly #keys: readonly PlainKey[];
  readonly #judge: AnswerJudge;
  readonly #reads: JobReads;
  #startedAt: number;
  #repeatable: SubmitAct | undefined;
  #isPopulated = false;

  constructor(trial: Trial, limits: DeskLimits) {
    const node = new DeskNode(trial, limits);
    this.#trial = trial;
    this.#limits = limits;
    this.#node = node;
    this.#plain = new PlainJobs(limits);
    this.#keys = node.people.keys.map(({ id, account }) => {
      return { id, account, entries: [], credited: 0, charged: 0, reserved: 0 };
    });
    this.#judge = new AnswerJudge(trial, node.people, limits.rpm);
    this.#reads = new JobReads(trial, node, this.#plain, this.#keys, this.#judge, limits);
    this.#startedAt = trial.now;
  }

  async take(act: DeskAct): Promise<void> {
    if (!this.#isPopulated) await this.#populate();
    const { line } = this.#node;
    switch (act.do) {
      case 'submit':
        if (act.isAgain && this.#repeatable !== undefined) return this.#submit(this.#repeatable);
        if (act.repeat !== undefined) this.#repeatable = act;
        return this.#submit(act);
      case 'news':
        return this.#news(act);
      case 'route': {
        const routes = this.#limits.models.flatMap((model) => model.routes);
        const [provider, name] = routes[act.route % routes.length] ?? [];
        line.routes.set(`${provider}/${name}`, { is: act.is, fullForMs: act.fullForMs });
        return;
      }
      case 'room':
        if (act.has) this.#node.hasNoRoom.delete(act.provider);
        else this.#node.hasNoRoom.add(act.provider);
        return;
      case 'polls': {
        const job = this.#plain.at(act.nth);
        if (job === undefined) return;
        if (act.polls === null) line.polls.delete(job.id);
        else line.polls.set(job.id, act.polls);
        return;
      }
      case 'fail':
        return this.#fail(act);
      case 'wall':
        this.#trial.world.stepWall(act.ms);
        return;
      case 'restart':
        await this.#node.restart(act.isGraceful);
        // A deadline may come in the millisecond in which it stops.
        this.#plain.pass(this.#now);
        this.#plain.takeUp(this.#now);
        this.#startedAt = this.#trial.now;
        if (!act.isGraceful) this.#judge.crashed();
        return;
      default:
        return this.#reads.take(act);
    }
  }

  compare(): void {
    this.#plain.pass(this.#now);
    const [heard, due] = [this.#node.line.heard.splice(0), this.#plain.due.splice(0)];
    this.#trial.same('calls', heard.sort(), due.sort());
    for (const job of this.#plain.jobs) this.#lookAtRest(job);
  }

  get #now(): Now {
    return { at: this.#trial.now, wall: this.#trial.world.wallMs() };
  }

  async #populate(): Promise<void> {
    this.#isPopulated = true;
    await this.#node.populate();
    for (const [n, key] of this.#keys.entries())
      this.#plain.credit(key, this.#limits.credits[n] ?? 0, this.#now);
  }

  /** A settled job is gone soon after it was kept for its time, and not before. */
  #lookAtRest(job: PlainJob): void {
    const isThere = this.#node.has(job.id);
    const { now } = this.#trial;
    const until = job.settled === undefined ? Number.POSITIVE_INFINITY : job.settled.at + this.#limits.keptMs;
    if (now < until && !isThere) this.#trial.broke('kept', `${job.id} is gone before ${until}`);
    const sweptBy = Math.max(until, this.#startedAt) + SWEPT_WITHIN_MS;
    if (now >= sweptBy && isThere) this.#trial.broke('removed', `${job.id} is there at ${now}`);
    if (!isThere) this.#plain.remove(job);
  }

  async #submit(act: SubmitAct): Promise<void> {
    const { secret = '' } = this.#node.people.keys[act.key] ?? {};
    const key = this.#keys[act.key] as PlainKey;
    const name = act.repeat?.name;
    const body = {
      model: this.#limits.models[act.model]?.id ?? 'none',
      prompt: act.prompt,
      ...(act.length === undefined ? {} : { [act.lengthField]: act.length }),
      ...extraOf(act),
    };
    const repeat = act.repeat?.isQuoted === true ? `"${name}"` : name;
    const asked: Asked = { method: 'POST', path: '/v1/videos', secret, body, repeat };
    const answers = await this.#node.ask(Array.from({ length: act.times }, () => asked));
    let isUnderWay = false;
    const told: { readonly id: string; readonly isRepeated: boolean }[] = [];
    for (const [n, answer] of answers.entries()) {
      const isLast = n === answers.length - 1;
      if (!this.#judge.isAdmitted(secret, answer, isLast)) continue;
      const { line, hasNoRoom } = this.#node;
      const around = { limits: this.#limits, line, hasNoRoom, plain: this.#plain };
      const verdict: Verdict =
        isUnderWay && name !== undefined
          ? refused('idempotency_key_in_use', 409, { param: 'Idempotency-Key', waitMs: 1_000 })
          : judged(act, key, this.#now, around);
      if (verdict.is === 'refused') this.#judge.refused('submitted', answer, verdict.refusal);
      else {
        const id = verdict.is === 'repeated' ? verdict.job : this.#judge.idIn(answer);
        if (verdict.is === 'accepted') this.#plain.accept(id, key, act, verdict.bought, this.#now);
        if (verdict.is === 'accepted') isUnderWay = true;
        told.push({ id, isRepeated: verdict.is === 'repeated' });
        this.#judge.accepted(
          answer,
          this.#plain.jobs.find((job) => job.id === id),
          told.at(-1)?.isRepeated,
        );
      }
    }
    for (const [n, answer] of answers.entries())
      if (answer.status === 202) this.#judge.balance(answers[n] ?? answer, key);
  }

  #news({ nth, news }: DeskAct & { do: 'news' }): void {
    const open = this.#plain.jobs.filter(({ settled }) => settled === undefined);
    // Mostly of one that is under way.
    const job = nth % 2 === 0 ? open.at(-1 - nth / 2) : this.#plain.at(nth);
    if (job === undefined) return;
    let by = news.do === 'likely' ? likelyIn(job.life, news.nth) : news.do;
    for (let more = 1; NO_NEWS.includes(by) && more < 8; more++) by = likelyIn(job.life, news.nth + more);
    const isStuck = by === 'not_now' && job.life.place === 'waiting' && job.life.left.length === 0;
    if (NO_NEWS.includes(by) || isStuck) return;
    const told = { ...news, is: by } as unknown as Told;
    this.#plain.meet(job, told, news, this.#now);
    this.#node.report(job.id, reportOf(told, news.outputMs));
  }

  async #fail({ key, nth, isOperator, reason }: DeskAct & { do: 'fail' }): Promise<void> {
    const job = this.#plain.at(nth + key);
    const { operator, manager } = this.#node.people;
    const secret = isOperator ? operator : manager;
    const path = `/api/jobs/${this.#reads.idOf(job)}/fail`;
    const [answer] = await this.#node.ask([{ method: 'POST', path, secret, body: { reason } }]);
    if (answer === undefined || !this.#judge.isAdmitted(secret, answer, true)) return;
    const refusal: Refusal | undefined = this.#reads.refusalOf(isOperator, job);
    if (refusal !== undefined || job === undefined) {
      this.#judge.refused('failed', answer, refusal ?? NOT_FOUND);
      return;
    }
    const wasOver = job.settled !== undefined;
    this.#plain.meet(job, { is: 'end' }, { outputMs: 0 }, this.#now);
    if (!wasOver) job.why = reason;
    this.#trial.same('replayed', answer.fields['idempotent-replayed'], wasOver ? 'true' : undefined);
    this.#reads.judgeLook(answer, job);
  }
}

const NOT_FOUND: Refusal = { code: 'not_found', status: 404 };

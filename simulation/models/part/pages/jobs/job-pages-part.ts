/** The pages of jobs: their list with its filters, one of them, its clip, its end by hand, and a new one. */
import { createHash } from 'node:crypto';
import type { Course, Part } from '../../part.js';
import type { Trial } from '../../trial.js';
import { idOf } from '../orders/drawn-orders.js';
import { inOrder, PageDesk } from '../page-desk.js';
import { authorOf, reaches, type Viewer, viewerOf } from '../viewers.js';
import { accountOf, putJob } from './drawn-jobs.js';
import { drawAct, type FailAct, type JobsAct } from './job-acts.js';
import { firstFormDue, MODELS, type SubmitAct, submitDue } from './new-jobs.js';
import { jobDue, jobIn, jobsDue, jobsIn, type PlacedJob } from './shown-jobs.js';

export function jobPagesPart(): Part<null, JobsAct> {
  return {
    name: 'job-pages',
    limits: () => null,
    act: drawAct,
    pauseMs: (random) => random.pick([0, 0, 1_500]),
    begin: (trial) => new JobPagesCourse(trial),
  };
}

class JobPagesCourse implements Course<JobsAct> {
  readonly #trial: Trial;
  readonly #desk: PageDesk;
  readonly #jobs: PlacedJob[] = [];
  /** Requests in the name of keys, and how long one has to wait. */
  readonly #run: string[] = [];
  #waitMs = 0;

  constructor(trial: Trial) {
    this.#trial = trial;
    const stand = { results: this.#results(), jobs: this.#progress(), catalogue: MODELS };
    this.#desk = new PageDesk(trial, false, stand, { keyRequests: this.#requests() });
  }

  async take(act: JobsAct): Promise<void> {
    if (act.do === 'put') {
      const { now, world } = this.#trial;
      for (const drawn of act.jobs) {
        const dueAtMs = drawn.leftMs === undefined ? undefined : world.wallMs() + drawn.leftMs;
        const number = this.#jobs.length;
        this.#jobs.push({ ...drawn, number, dueAtMs });
        putJob(this.#desk, number, drawn, now);
      }
      return;
    }
    const viewer = viewerOf(act.viewer);
    if (act.do === 'clip') return await this.#clip(viewer, this.#jobs[act.job], act.job);
    if (viewer === undefined) return;
    if (act.do === 'list') return await this.#list(viewer, act);
    if (act.do === 'submit') return await this.#submit(viewer, act);
    const job = this.#jobs[act.job];
    const rest = idOf('video', act.job);
    if (act.do === 'look') {
      const { look, alsoIn } = act;
      const page = await this.#desk.ask(viewer, {
        path: '/jobs/',
        rest,
        query: look === 0 ? '' : `look=${look}`,
        alsoIn,
      });
      this.#trial.same('job', jobIn(page), jobDue(viewer, job, look));
    } else if (act.do === 'again') {
      const page = await this.#desk.ask(viewer, { path: '/jobs/new', query: `from=${rest}` });
      this.#trial.same('form', firstFormDue.told(page), firstFormDue.due(viewer, job));
    } else if (act.do === 'fail') await this.#fail(viewer, act, job);
  }

  compare(): void {
    this.#trial.same('asked', [this.#desk.told(), this.#run.splice(0)], [[], []]);
  }

  async #list(viewer: Viewer, { alsoIn, ...act }: JobsAct & { do: 'list' }): Promise<void> {
    const { status, key, model, account, after } = act;
    const query = Object.entries({ status, key, model, account, after: after && idOf('video', after) });
    const sent = query.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
    const page = await this.#desk.ask(viewer, {
      path: '/jobs',
      query: new URLSearchParams(sent).toString(),
      alsoIn,
    });
    this.#trial.same('list', jobsIn(page), jobsDue(viewer, act, this.#jobs));
  }

  async #clip(viewer: Viewer | undefined, job: PlacedJob | undefined, number: number): Promise<void> {
    const page = await this.#desk.ask(viewer, { path: '/clips/', rest: idOf('video', number) });
    const isOwn = viewer !== undefined && job !== undefined && accountOf(job) === viewer.account;
    const due = !isOwn || job.status !== 'completed' ? '404' : job.isGone ? 'error' : 'content';
    this.#trial.same('clip', page.result, due);
    const { answer } = page;
    if (answer?.kind === 'content') this.#trial.same('file', answer.fileName, `${idOf('video', number)}.mp4`);
  }

  async #fail(viewer: Viewer, { reason, isWritten }: FailAct, job: PlacedJob | undefined): Promise<void> {
    if (job === undefined) return;
    const id = idOf('video', job.number);
    this.#desk.reply = isWritten ? { outcome: 'job' } : undefined;
    const page = await this.#desk.ask(viewer, {
      path: '/jobs/',
      rest: id,
      form: new URLSearchParams({ reason }),
    });
    const text = reason.trim();
    const isRight = text.length >= 1 && text.length <= 300;
    const isOperator = viewer.role === 'operator';
    const done = isWritten ? `303 /jobs/${id}` : '503';
    const due = isOperator ? (isRight ? done : '400') : reaches(viewer, accountOf(job)) ? '403' : '404';
    this.#trial.same('failed', page.result, due);
    const message = { type: 'end', by: authorOf(viewer).by, reason: text };
    this.#trial.same(
      'asked',
      this.#desk.told(),
      isOperator && isRight ? [inOrder(['video_job', id, message])] : [],
    );
  }

  async #submit(viewer: Viewer, act: SubmitAct): Promise<void> {
    const { key, model, prompt, seconds, once, reply } = act;
    const form = new URLSearchParams({ key: idOf('key', key), model, prompt, seconds, once });
    this.#waitMs = act.waitMs;
    const made = idOf('video', 888_888);
    this.#desk.reply =
      reply === null
        ? undefined
        : ({ quote }) => {
            if (!(quote as { readonly ok: boolean }).ok) return { outcome: 'not_on_offer', quote };
            return reply.outcome === 'accepted'
              ? { ...reply, job: { id: made, model, createdAt: 0 } }
              : reply;
          };
    const page = await this.#desk.ask(viewer, { path: '/jobs/new', form });
    const due = submitDue(viewer, act, made);
    this.#trial.same('submitted', page.result, due.result);
    this.#trial.same('run', this.#run.splice(0), due.run);
    const told = this.#desk.heard.splice(0).map(([kind, id, message]) => {
      const {
        key: of,
        prompt: text,
        extra,
        idempotency,
        quote,
      } = message as never as Readonly<Record<string, Readonly<Record<string, unknown>>>>;
      const { ok, lengthMs, reserve, model: wanted } = quote ?? {};
      return [kind, id, of, text, extra, idempotency?.keyHash, ok, lengthMs, reserve, wanted];
    });
    const hash = createHash('sha256').update(once).digest('hex');
    this.#trial.same(
      'sent',
      told,
      due.sent.map((one) => ['video_job', idOf('job', 999_999), idOf('key', key), prompt, {}, hash, ...one]),
    );
    this.#trial.same('shown', due.shows === undefined ? undefined : firstFormDue.told(page), due.shows);
    const wait = page.answer?.headers?.find(([name]) => name === 'Retry-After')?.[1];
    this.#trial.same('wait', wait !== undefined, due.result === '429' || due.result === '503');
  }

  #requests() {
    return {
      run: async (key: { id: string; account: string }, operation: (caller: object) => unknown) => {
        this.#run.push(key.id);
        if (this.#waitMs > 0)
          return {
            kind: 'error',
            error: { code: 'rate_limit_exceeded', message: '', retryAfterMs: this.#waitMs },
          };
        return await operation({ kind: 'api', id: key.id, account: key.account });
      },
    };
  }

  #results() {
    return {
      takesMore: () => true,
      troubleOf: () => undefined,
      open: async ({ id }: { readonly id: string }) => {
        const job = this.#jobs[Number(id.slice('video_'.length))];
        return job?.isGone === true ? { state: 'gone' } : { state: 'open', file: {}, fileName: `${id}.mp4` };
      },
    };
  }

  #progress() {
    const jobOf = (id: string) => this.#jobs[Number(id.slice('video_'.length))];
    return {
      routed: (quote: object) => quote,
      nextNewsInMs: () => 1_000,
      progressOf: (id: string) => jobOf(id)?.progress,
      pollsOf: (id: string) => {
        const { trouble } = jobOf(id) ?? {};
        return trouble === undefined ? undefined : { failures: 1, trouble };
      },
    };
  }
}

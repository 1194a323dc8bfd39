/** Spans of requests and of traced jobs, and the lines of requests that are logged. */
import type { Effect } from '../../../../../src/actors/jobs/effects.js';
import type { ObservedRequest } from '../../../../../src/http/monitoring/request-observer.js';
import { RequestHead } from '../../../../../src/http/request/request-head.js';
import { RequestLog } from '../../../../../src/node/logging/request-log.js';
import type { JobTraces } from '../../../../../src/node/tracing/job-traces.js';
import type { RequestTraces } from '../../../../../src/node/tracing/request-traces.js';
import type { Course, Part } from '../../part.js';
import type { Trial } from '../../trial.js';
import { type KeptSpan, KeptSpans } from './kept-spans.js';
import { drawAct, IDS, METHODS, SPAN, TRACE, type TracesAct, type TracesLimits } from './traces-acts.js';

interface OpenRequest {
  readonly request: { -readonly [Field in keyof ObservedRequest]: ObservedRequest[Field] };
  readonly beganAt: number;
  readonly parent: string | undefined;
  readonly isTraced: boolean;
  readonly isLogged: boolean;
}

export function tracesPart(): Part<TracesLimits, TracesAct> {
  return {
    name: 'traces',
    limits: (random) => ({ share: random.pick([0, 0.25, 1]) }),
    act: (random) => drawAct(random),
    pauseMs: (random) => random.pick([0, 1, 1_250]),
    begin: (trial, limits) => {
      let course: TracesCourse | undefined;
      return {
        take: async (act) => {
          course ??= await begun(trial, limits);
          await course.take(act);
        },
        compare: () => course?.compare(),
      };
    },
  };
}

/** Loads what only a node with an endpoint loads. */
async function begun(trial: Trial, limits: TracesLimits): Promise<TracesCourse> {
  const { trace } = await import('@opentelemetry/api');
  const { JobTraces } = await import('../../../../../src/node/tracing/job-traces.js');
  const { RequestTraces } = await import('../../../../../src/node/tracing/request-traces.js');
  const spans = new KeptSpans(trace.getSpanContext);
  return new TracesCourse(trial, limits, spans, {
    jobs: new JobTraces(spans.tracer),
    requests: new RequestTraces(spans.tracer),
  });
}

class TracesCourse implements Course<TracesAct> {
  readonly #trial: Trial;
  readonly #share: number;
  readonly #spans: KeptSpans;
  readonly #requests: RequestTraces;
  readonly #jobs: JobTraces;
  readonly #log: RequestLog;
  readonly #lines: object[] = [];
  readonly #due: { spans: KeptSpan[]; lines: object[] } = { spans: [], lines: [] };
  readonly #open = new Map<number, OpenRequest>();
  readonly #traced = new Set<number>();
  #commit = { turns: 0, writes: 0, tookMs: 0 };

  constructor(
    trial: Trial,
    { share }: TracesLimits,
    spans: KeptSpans,
    { jobs, requests }: { readonly jobs: JobTraces; readonly requests: RequestTraces },
  ) {
    this.#trial = trial;
    this.#share = share;
    this.#spans = spans;
    this.#requests = requests;
    this.#jobs = jobs;
    this.#log = new RequestLog({ info: (line: object) => this.#lines.push(line) }, share, () => trial.now);
  }

  async take(act: TracesAct): Promise<void> {
    switch (act.do) {
      case 'begin':
        return this.#begin(act);
      case 'over':
        return this.#over(act);
      case 'commit': {
        const { isDone, turns, writes, tookMs } = act;
        const outcome = isDone ? 'committed' : 'failed';
        this.#jobs.committed({ turns, writes, tookMs, outcome } as Parameters<JobTraces['committed']>[0]);
        if (isDone) this.#commit = { turns, writes, tookMs };
        return;
      }
      case 'effect':
        return this.#effect(act);
      case 'take_up':
        this.#jobs.takenUp(jobOf(act), traceOf(act));
        this.#traced.add(act.job);
        return;
      case 'call': {
        const { kind, job, result } = act;
        this.#jobs.began({ kind, jobId: jobOf(act), provider: 'p', model: 'm' })?.(result);
        if (!this.#traced.has(job)) return;
        const isFailed = result === 'timeout' || result === 'error' || result === 'garbage';
        const told = { job_id: jobOf(act), provider: 'p', model: 'm', outcome: result };
        this.#dueSpan(act, `provider ${kind}`, told, { kind: 2, ...(isFailed && { why: result }) });
        return;
      }
      case 'open': {
        const content = act.isThere ? Promise.resolve('there') : Promise.reject(new Error('it is not there'));
        await this.#jobs.opens(content, traceOf(act), 'p').catch(() => undefined);
        const { isThere } = act;
        this.#dueSpan(
          act,
          'provider content',
          { provider: 'p' },
          { kind: 2, ...(!isThere && { why: 'error' }) },
        );
      }
    }
  }

  compare(): void {
    this.#trial.same('spans', this.#spans.ended.splice(0).map(sorted), this.#due.spans.splice(0).map(sorted));
    this.#trial.same('lines', this.#lines.splice(0), this.#due.lines.splice(0));
  }

  #begin({ request: number, parent, isPicked, method, id }: Extract<TracesAct, { do: 'begin' }>): void {
    const head = new RequestHead();
    head.setOther('traceparent', parent ?? undefined);
    const request = {
      requestId: { number: id, text: `req_${id}` },
      method,
      route: 'unmatched',
      keyId: undefined,
    };
    const observed = request as unknown as OpenRequest['request'];
    this.#spans.isPicked = isPicked;
    this.#requests.began(observed, head);
    this.#log.began(observed);
    const isNamed = parent?.startsWith('00-') === true;
    const isTraced = isNamed ? parent.endsWith('1') : isPicked;
    const trace = isNamed ? TRACE : '9'.repeat(32);
    const due = isTraced ? `00-${trace}-${this.#spans.last}-01` : undefined;
    this.#trial.same('handed-on', head.other('traceparent'), due);
    const isLogged = id / IDS < this.#share;
    this.#open.set(number, {
      request: observed,
      beganAt: this.#trial.now,
      parent: isNamed ? `${TRACE} ${SPAN}` : undefined,
      isTraced,
      isLogged,
    });
  }

  #over({ request: number, status, key }: Extract<TracesAct, { do: 'over' }>): void {
    const open = this.#open.get(number);
    if (open === undefined) return;
    this.#open.delete(number);
    const { request, isTraced, isLogged, beganAt, parent } = open;
    Object.assign(request, { route: '/v1/videos', keyId: key ?? undefined });
    for (const observer of [this.#requests, this.#log]) {
      if (status === null) observer.abandoned(request);
      else observer.answered(request, status);
    }
    const method = METHODS[request.method as keyof typeof METHODS];
    const [id, route] = [request.requestId.text, '/v1/videos'];
    if (isTraced)
      this.#due.spans.push({
        name: `${method ?? '_OTHER'} ${route}`,
        parent,
        kind: 1,
        attributes: {
          'http.request.method': method ?? '_OTHER',
          'http.route': route,
          'tollgate.request_id': id,
          ...(key !== null && { 'tollgate.key_id': key }),
          ...(status === null ? { 'tollgate.aborted': true } : { 'http.response.status_code': status }),
        },
        isFailed: (status ?? 0) >= 500,
        beganAtMs: undefined,
        tookMs: undefined,
      });
    if (!isLogged) return;
    const outcome = status === null ? { aborted: true } : { status };
    const ms = this.#trial.now - beganAt;
    this.#due.lines.push({
      requestId: id,
      method: method ?? 'other',
      route,
      ...outcome,
      ms,
      keyId: key ?? undefined,
    });
  }

  #effect({ job, type, error, isTold }: Extract<TracesAct, { do: 'effect' }>): void {
    const [jobId, act] = [jobOf({ job }), { job }];
    const end = { createdAt: 7, status: error === null ? 'completed' : 'failed', error: error ?? undefined };
    const about = { jobId, provider: 'p', model: 'm' };
    const effect =
      type === 'find'
        ? { type, ...about }
        : type === 'forget'
          ? { type, ...about, ...(isTold && { end }) }
          : { type, ticket: { ...about, handle: 'h' } };
    this.#jobs.released(effect as Effect, traceOf(act));
    const { turns, writes: records, tookMs } = this.#commit;
    this.#dueSpan(act, 'commit', { job_id: jobId, turns, records }, { tookMs });
    if (type !== 'forget') {
      this.#traced.add(job);
      return;
    }
    this.#traced.delete(job);
    const told = { job_id: jobId, provider: 'p', model: 'm', status: end.status };
    if (isTold)
      this.#dueSpan(act, 'video job', told, { beganAtMs: 7_000, ...(error !== null && { why: error }) });
  }

  #dueSpan(
    { job }: { readonly job: number },
    name: string,
    told: Readonly<Record<string, unknown>>,
    { why, ...more }: { kind?: number; why?: string; beganAtMs?: number; tookMs?: number },
  ): void {
    this.#due.spans.push({
      name,
      parent: `${String(job).repeat(31)}c ${SPAN}`,
      kind: undefined,
      attributes: {
        ...Object.fromEntries(Object.entries(told).map(([field, value]) => [`tollgate.${field}`, value])),
        ...(why !== undefined && { 'error.type': why }),
      },
      isFailed: why !== undefined,
      beganAtMs: undefined,
      tookMs: undefined,
      ...more,
    });
  }
}

function jobOf({ job }: { readonly job: number }): string {
  return `video_${job}`;
}

function traceOf({ job }: { readonly job: number }): string {
  return `00-${String(job).repeat(31)}c-${SPAN}-01`;
}

function sorted({ attributes, ...span }: KeptSpan) {
  return [Object.entries({ ...span, ...attributes }).sort(([one], [other]) => (one < other ? -1 : 1))];
}

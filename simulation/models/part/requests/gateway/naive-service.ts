/** The calls of the toys and the answers to all requests, in the plainest way. */
import type { Trial } from '../../trial.js';
import type { DrawnSettings, GatewayLimits } from './gateway-acts.js';
import { connectionAfter, errorFields, type NaiveError, sharingFields, statusOf } from './naive-answers.js';
import { NaiveCounts } from './naive-counts-of-gateway.js';
import { countedAs, type NaiveKey, type NaiveRequest, NEVER } from './naive-request.js';
import { CONTENT_BYTES } from './toy-operations.js';

const API_KEYS = 2;
const SAFETY = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'; media-src 'self'",
  'content-disposition': 'inline; filename="toy.mp4"',
};

export class NaiveService {
  readonly counts = new NaiveCounts();
  readonly requests: NaiveRequest[] = [];
  settings: DrawnSettings;
  drains = false;
  protected readonly trial: Trial;
  protected readonly limits: GatewayLimits;
  protected readonly keys: readonly NaiveKey[];

  constructor(trial: Trial, limits: GatewayLimits, keys: readonly NaiveKey[]) {
    this.trial = trial;
    this.limits = limits;
    this.keys = keys;
    this.settings = limits.settings;
  }

  open(...stages: readonly NaiveRequest['stage'][]): readonly NaiveRequest[] {
    return this.requests.filter(({ stage }) => stages.includes(stage));
  }

  protected call(request: NaiveRequest): void {
    const { script } = request.act;
    request.isCalled = true;
    request.stage = 'running';
    request.dueAt = NEVER;
    if (script.when === 'throws') this.#defect(request);
    else if (script.when === 'now') this.#give(request);
    else if (request.route?.limit !== 'none') request.dueAt = this.trial.now + this.limits.timeLimitMs;
  }

  finish(request: NaiveRequest): void {
    if (request.stage !== 'running') return;
    if (request.act.script.when === 'fails') this.#defect(request);
    else this.#give(request);
  }

  read(request: NaiveRequest): void {
    if (request.stage === 'streaming') request.stage = 'over';
  }

  leave(request: NaiveRequest): void {
    const { stage } = request;
    if (stage === 'over') return;
    this.counts.gone += 1;
    if (stage === 'running' || stage === 'streaming') request.isAborted = true;
    if (stage !== 'streaming') {
      this.counts.observed.push(`${request.n} left ${this.#told(request)}`);
      this.#end(request);
    }
    request.stage = 'over';
  }

  protected fail(request: NaiveRequest, error: NaiveError, at: number = this.trial.now): void {
    this.counts.refused(error.code);
    if (error.code === 'internal_error') this.counts.defects += 1;
    const { code, param } = error;
    this.#answer(request, { at, status: statusOf(code), code, param }, errorFields(error));
  }

  #defect(request: NaiveRequest): void {
    this.fail(request, { code: 'internal_error' });
  }

  #give(request: NaiveRequest): void {
    const { given } = request.act.script;
    const at = this.trial.now;
    if (given.kind === 'error') {
      const { code, param, retryAfterMs } = given.error;
      this.fail(request, { code, param, retryAfterMs });
    } else if (given.kind === 'json') {
      const place: Record<string, string> = given.status === 202 ? { location: '/v1/things/t_1' } : {};
      const fields = { 'content-type': 'application/json', ...place };
      const balance = given.balance ?? this.#creditsOf(request);
      this.#answer(request, { at, status: given.status }, { ...fields, ...balanceField(balance) });
    } else if (given.kind === 'content') this.#sendContent(request);
    else if (given.kind === 'stream') {
      const fields = {
        'content-type': 'text/event-stream; charset=utf-8',
        'x-toy': 'yes',
        'x-accel-buffering': 'no',
        ...balanceField(7),
      };
      this.#answer(request, { at, status: 200, bytes: 'data: 1\n\n'.length }, fields);
    } else if (!request.act.isHandshake) this.fail(request, { code: 'invalid_request' });
    else if (given.isRefused) this.fail(request, { code: 'overloaded' });
    else this.#answer(request, { at, status: 101 }, {});
  }

  #sendContent(request: NaiveRequest): void {
    const { range, hasIfRange } = request.act;
    const first = Number(/^bytes=(\d+)/.exec(range)?.[1] ?? 0);
    const isPart = range !== '' && !hasIfRange;
    if (isPart && first >= CONTENT_BYTES) {
      this.fail(request, { code: 'range_not_satisfiable', size: CONTENT_BYTES });
      return;
    }
    const last = isPart && range.endsWith('9') ? 9 : CONTENT_BYTES - 1;
    const bytes = isPart ? last - first + 1 : CONTENT_BYTES;
    const part: Record<string, string> = isPart
      ? { 'content-range': `bytes ${first}-${last}/${CONTENT_BYTES}` }
      : {};
    const fields = { 'content-type': 'video/mp4', ...SAFETY, 'accept-ranges': 'bytes', ...part };
    this.#answer(
      request,
      { at: this.trial.now, status: isPart ? 206 : 200, bytes },
      { ...fields, ...balanceField(this.#creditsOf(request)) },
    );
  }

  #answer(
    request: NaiveRequest,
    told: { at: number; status: number; code?: string; param?: string | undefined; bytes?: number },
    fields: Record<string, string>,
  ): void {
    const { act, window } = request;
    // Without origins in force nobody reads the field by which a page names its own.
    const hadOrigins = request.settings.origins.length > 0;
    const { at, status } = told;
    request.expected = {
      ...told,
      connection: status === 101 ? undefined : connectionAfter(act, { ...request, drains: this.drains }),
      fields: {
        ...fields,
        'cache-control': 'no-store',
        ...window?.fields(at, this.trial.world.wallMs() - this.trial.now + at),
        ...sharingFields(this.settings, hadOrigins ? act : { ...act, origin: '' }),
      },
    };
    this.counts.observed.push(`${request.n} answered ${status} ${this.#told(request)}`);
    this.counts.answered(countedAs(request), status, request.isLate);
    this.#end(request);
    request.stage = told.bytes !== undefined && act.readsSlowly ? 'streaming' : 'over';
  }

  #end(request: NaiveRequest): void {
    request.dueAt = NEVER;
    if (request.isBillable) this.counts.finished += 1;
  }

  #creditsOf({ key }: NaiveRequest): number | undefined {
    return key === undefined || key >= API_KEYS ? undefined : this.keys[key]?.credits;
  }

  #told(request: NaiveRequest): string {
    const { key, act, path, route } = request;
    const shown = route === undefined ? 'unmatched' : path?.template;
    return `${act.method} ${shown} ${key === undefined ? undefined : this.keys[key]?.id}`;
  }
}

function balanceField(balance: number | undefined): Record<string, string> {
  return balance === undefined ? {} : { 'x-balance-available': String(balance) };
}

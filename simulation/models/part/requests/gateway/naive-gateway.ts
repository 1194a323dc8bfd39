/** The gateway in the plainest way: each request takes the steps of the contract one after the other. */
import { type AskAct, NO_KEYS, WRONG_KEYS } from './gateway-acts.js';
import {
  bodyError,
  bodyLength,
  isOfType,
  type NaiveError,
  NaiveWindow,
  preflightFields,
} from './naive-answers.js';
import { countedAs, type NaiveRequest, NEVER, newRequest } from './naive-request.js';
import { kindFor, type NaiveRoute, naiveRoute, pathOf } from './naive-routes.js';
import { NaiveService } from './naive-service.js';

const REFUSED_AFTER_MS = 5;
const API_KEYS = 2;

export class NaiveGateway extends NaiveService {
  readonly revoked = new Set<number>();
  isFrozen = false;
  reason = 'none';
  /** When those are refused that wait for it. */
  #refusesAt = 0;
  #waiting = 0;
  readonly #windows = new Map<string, NaiveWindow>();

  get refusalsWaiting(): number {
    return this.#waiting;
  }

  /** Of a key, or of an address. */
  windowOf(subject: string, limit: number): NaiveWindow {
    const window = this.#windows.get(subject) ?? new NaiveWindow(limit);
    this.#windows.set(subject, window);
    return window;
  }

  keyWindow(key: number): NaiveWindow {
    return this.windowOf(`key ${key}`, this.limits.rpm[key] ?? this.limits.managementRpm);
  }

  /** All that time brings up to now. */
  pass(): void {
    if (this.#refusesAt <= this.trial.now) this.#waiting = 0;
    const due = this.requests.filter(({ stage, dueAt }) => stage !== 'over' && dueAt <= this.trial.now);
    for (const request of due.sort((one, other) => one.dueAt - other.dueAt)) {
      const { stage, dueAt } = request;
      request.dueAt = NEVER;
      if (stage === 'reading') {
        request.mustClose = true;
        this.fail(request, { code: 'request_timeout' }, dueAt);
      } else if (stage === 'queued') this.fail(request, { code: 'overloaded', retryAfterMs: 7_000 }, dueAt);
      else if (stage === 'running') {
        const isOwn = request.route?.limit === 'own words';
        this.fail(request, { code: isOwn ? 'provider_timeout' : 'storage_unavailable' }, dueAt);
        request.isAborted = true;
      }
    }
  }

  ask(n: number, act: AskAct): NaiveRequest {
    const path = act.flaw === 'broken path' ? undefined : pathOf(act.path);
    const request = newRequest(n, act, path, this.settings);
    this.requests.push(request);
    const preflight = preflightFields(this.settings, act);
    if (preflight !== undefined) {
      request.stage = 'over';
      request.expected = { at: this.trial.now, status: 200, fields: preflight, connection: 'keep' };
      return request;
    }
    const isTimed = this.counts.began(path?.template ?? 'unmatched', this.trial.now);
    const refusal = this.#judge(request);
    if (refusal !== undefined) this.fail(request, refusal);
    const { expected } = request;
    if (isTimed && expected !== undefined) this.counts.timedAtOnce(countedAs(request), expected.status);
    request.isLate = true;
    return request;
  }

  #judge(request: NaiveRequest): NaiveError | undefined {
    const { act, path } = request;
    const now = this.trial.now;
    const isTrusted = this.settings.trustsProxy && act.peer === '10.0.0.1';
    const client = isTrusted && act.forwardedFor !== '' ? act.forwardedFor : act.peer;
    const address = this.windowOf(client, this.limits.addressRpm);
    if (act.flaw !== undefined) {
      request.window = address;
      request.mustClose = true;
      this.counts.judgedWindow('address', address.admits(now));
      return { code: 'malformed_request' };
    }
    request.route = naiveRoute(path, act.method);
    const { route } = request;
    const isMissing = NO_KEYS.some((one) => one === act.spelling);
    const isWrong = WRONG_KEYS.some((one) => one === act.spelling) || this.revoked.has(act.key);
    if (!isMissing && !isWrong) request.key = act.key;
    const { key } = request;
    request.window = key === undefined ? address : this.keyWindow(key);
    const kind = key === undefined ? 'address' : key < API_KEYS ? 'api' : 'management';
    const isAdmitted = request.window.admits(now);
    this.counts.judgedWindow(kind, isAdmitted);
    if (!isAdmitted) {
      request.mustClose = act.method === 'HEAD';
      return { code: 'rate_limit_exceeded', retryAfterMs: request.window.waitMs(now) };
    }
    if (key === undefined) return { code: isMissing ? 'missing_api_key' : 'invalid_api_key' };
    const wanted = kindFor(act.path);
    const isElsewhere = wanted === 'api' ? act.surface === 'management' : act.surface === 'public';
    if (wanted !== undefined && isElsewhere) return { code: 'not_found' };
    if (wanted !== undefined && wanted !== kind) return { code: 'wrong_credential' };
    if (path === undefined) return { code: 'not_found' };
    if (route === undefined) return { code: 'method_not_allowed', allow: path.allow };
    return this.#begin(request, route);
  }

  #begin(request: NaiveRequest, route: NaiveRoute): NaiveError | undefined {
    const { act } = request;
    const length = bodyLength(act);
    if (!route.isRead && this.drains) return { code: 'shutting_down' };
    if (route.body !== 'none') {
      if (this.#lacksRights(request)) return { code: 'operator_only' };
      if (length !== 0 && !isOfType(act)) return { code: 'unsupported_media_type' };
      if ((length ?? 0) > this.settings.bodyMaxBytes) return { code: 'payload_too_large' };
    }
    if (route.shed !== undefined) {
      this.counts.judged.push(route.shed);
      const isFree = this.reason === 'none' || (this.reason === 'disk_space' && route.shed === 'walk');
      if (!isFree) return this.#shed(request);
      request.isBillable = route.shed === 'billable';
    }
    if (route.body === 'none') this.call(request);
    else request.dueAt = this.trial.now + this.settings.bodyTimeoutMs;
    return undefined;
  }

  #shed(request: NaiveRequest): NaiveError | undefined {
    if (this.reason === 'disk_space') return { code: 'storage_unavailable', retryAfterMs: 5_000 };
    if (this.reason !== 'queue') return { code: 'overloaded', retryAfterMs: 5_000 };
    if (bodyLength(request.act) === undefined) return { code: 'overloaded', retryAfterMs: 7_000 };
    if (this.#refusesAt <= this.trial.now) this.#refusesAt = this.trial.now + REFUSED_AFTER_MS;
    request.stage = 'queued';
    request.dueAt = this.#refusesAt;
    this.#waiting += 1;
    return undefined;
  }

  #lacksRights({ route, key }: NaiveRequest): boolean {
    return route?.hasRights === true && (this.isFrozen || this.keys[key ?? 0]?.role !== 'operator');
  }

  hear(request: NaiveRequest, bytes: number, isLast: boolean): void {
    const { route, act, settings } = request;
    if (request.stage !== 'reading' || route === undefined) return;
    const before = request.received;
    const isWhole = before === 0 && isLast;
    if (before + bytes > settings.bodyMaxBytes) {
      this.fail(request, { code: 'payload_too_large' });
      return;
    }
    const held = this.open('reading').filter(({ received }) => received > 0);
    const heldBytes = held.reduce((sum, one) => sum + one.settings.bodyMaxBytes, 0);
    const isNew = before === 0 && bytes > 0 && !isLast;
    if (isNew && heldBytes + settings.bodyMaxBytes > this.settings.bodiesMaxBytes) {
      this.counts.withoutRoom += 1;
      this.fail(request, { code: 'overloaded' });
      return;
    }
    request.received += bytes;
    if (!isLast && !isWhole) return;
    request.isBodyRead = true;
    const text = act.body?.text ?? '';
    const isEmpty = text === '' && route.body === 'optional';
    const refusal = isEmpty ? undefined : bodyError(text);
    if (refusal !== undefined) this.fail(request, refusal);
    else if (this.#lacksRights(request)) this.fail(request, { code: 'operator_only' });
    else this.call(request);
  }
}

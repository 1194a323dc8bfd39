/** Histories made by hand for the rules: what was seen, told as shortly as a test needs it. */

import type { ClientCall } from '../../../simulation/history/client-call.js';
import type { NodeSetup } from '../../../simulation/history/node-history.js';
import type { Observation, RequestSent } from '../../../simulation/history/observation.js';
import { Checker } from '../../../simulation/rules/checker.js';
import type { Rule } from '../../../simulation/rules/invariant.js';

const WALL_MS = 1_800_000_000_000;

const SETUP: NodeSetup = {
  accounts: 2,
  keys: [],
  models: [],
  settings: {
    openJobsMax: 1_000,
    idempotencyHours: 24,
    retentionDays: 90,
    gateTimeLimitMs: 2_000,
    mailboxMax: 10_000,
    residentActorsMax: 100,
    passivateAfterMs: 300_000,
    managementRpm: 6_000,
    addressRpm: 60,
    bodyTimeoutMs: 10_000,
    drainTimeLimitMs: 10_000,
    commitMsMax: 0,
  },
};

export interface Reply {
  readonly status?: number;
  readonly code?: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: object;
  readonly limit?: number;
  readonly remaining?: number;
  /** When the window resets, in ms of the history. */
  readonly resetAt?: number;
  /** Of a refusal. */
  readonly waitMs?: number;
}

export class MadeHistory {
  readonly checker: Checker;
  #requests = 0;
  /** At the first instant, by the wall clock as it stands. */
  #wallMs = WALL_MS;

  /** @param setup that differs from the usual one */
  constructor(rule: Rule, setup: Partial<NodeSetup> = {}) {
    this.checker = new Checker({ ...SETUP, ...setup }, [rule]);
  }

  get messages(): readonly string[] {
    return this.checker.violations.map(({ message }) => message);
  }

  see(seen: Observation): void {
    if (seen.what === 'wall_stepped') this.#wallMs += seen.ms;
    this.checker.observe(seen);
  }

  /** Makes key `key_<number>`, or with what `rpm` says. */
  key(number: number, rpm: number, account = 'acct_default'): void {
    const request = this.send(0, { op: 'create_key', newKey: number, account: 0, rpm });
    this.answer(0, request, {
      status: 201,
      remaining: 6_000 - this.#requests,
      limit: 6_000,
      resetAt: 60_000,
      body: { id: `key_${number}`, account, key: 'sk-1', balance: 0 },
    });
  }

  send(at: number, call: ClientCall, more: Partial<RequestSent> = {}): number {
    this.#requests += 1;
    const isManagement =
      call.op === 'create_key' || call.op === 'set_rpm' || call.op === 'revoke' || call.op === 'show_key';
    this.see({
      at,
      what: 'sent',
      request: this.#requests,
      step: 1,
      call,
      arrivesBy: at,
      keyId: 'key' in call ? `key_${call.key}` : '',
      jobId: '',
      credential: isManagement ? 'management' : 'api',
      address: '203.0.113.1',
      hasBody: false,
      ...more,
    });
    return this.#requests;
  }

  answer(at: number, request: number, reply: Reply = {}): void {
    const { status = 200, code, body, limit = 60, remaining = 59, resetAt = at + 60_000, waitMs } = reply;
    const id = `req_${request}`;
    const seconds = waitMs === undefined ? undefined : Math.max(1, Math.ceil(waitMs / 1000));
    const error = { type: 'error', code, message: 'Why.', param: null, request_id: id };
    const headers: Record<string, string | undefined> = {
      'x-request-id': id,
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-ratelimit-limit-rpm': String(limit),
      'x-ratelimit-remaining-rpm': String(remaining),
      'x-ratelimit-reset': String(Math.ceil((this.#wallMs + resetAt) / 1000)),
      'retry-after': seconds?.toString(),
      'retry-after-ms': waitMs?.toString(),
      'x-balance-available': status < 300 ? '1' : undefined,
      ...reply.headers,
    };
    this.see({
      at,
      what: 'answered',
      request,
      status,
      headers: Object.fromEntries(
        Object.entries(headers).filter((field): field is [string, string] => field[1] !== undefined),
      ),
      body: JSON.stringify(
        code === undefined ? (body ?? {}) : { error, ...(seconds ? { retry_after: seconds } : {}), ...body },
      ),
      wallMs: this.#wallMs + at,
    });
  }

  /** Asks and is answered in the same instant. */
  ask(at: number, call: ClientCall, reply: Reply = {}, more: Partial<RequestSent> = {}): number {
    const request = this.send(at, call, more);
    this.answer(at, request, reply);
    return request;
  }

  end(): readonly string[] {
    this.checker.end();
    return this.messages;
  }
}

export const CREDITS: ClientCall = { op: 'credits', key: 1 };
export const REFUSED: Reply = { status: 429, code: 'rate_limit_exceeded', remaining: 0 };

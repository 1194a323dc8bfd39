/** Made-up runs for rules to check, told in moments. */

import type { ClientCall } from '../../../simulation/history/client-call.js';
import type { NodeSetup } from '../../../simulation/history/node-history.js';
import type { Observation } from '../../../simulation/history/observation.js';
import { Checker } from '../../../simulation/rules/checker.js';
import type { Rule } from '../../../simulation/rules/invariant.js';
import { type StoreReader, TABLES, type Table } from '../../../src/store/store.js';

export const KEY = 'key_1';
export const JOB = 'video_1';

export const SETUP: NodeSetup = {
  accounts: 1,
  keys: [{ account: 0, rpm: 60, creditsMicroDa: 10_000_000 }],
  models: [
    {
      id: 'model/idempotent',
      provider: 'idempotent',
      pricePerSecondMicroDa: 1_000_000,
      deadlineAfterMs: 60_000,
    },
    {
      id: 'model/forgetful',
      provider: 'forgetful',
      pricePerSecondMicroDa: 1_000_000,
      deadlineAfterMs: 60_000,
    },
    {
      id: 'model/routed',
      provider: 'plain',
      fallbacks: ['findable', 'idempotent'],
      pricePerSecondMicroDa: 1_000_000,
      deadlineAfterMs: 60_000,
    },
  ],
  settings: {
    openJobsMax: 2,
    idempotencyHours: 1,
    retentionDays: 1,
    gateTimeLimitMs: 1_000,
    mailboxMax: 10_000,
    residentActorsMax: 1_000,
    passivateAfterMs: 1_000,
    managementRpm: 6_000,
    addressRpm: 60,
    bodyTimeoutMs: 10_000,
    drainTimeLimitMs: 1_000,
    commitMsMax: 1,
  },
};

export type Records = Partial<Record<Table, Readonly<Record<string, object | number | string>>>>;
/** An observation but for its time, or an image of the disk. */
export type Moment = Told | { readonly disk: Records; readonly when: 'restart' | 'end' };
type Told = Observation extends infer One ? (One extends Observation ? Omit<One, 'at'> : never) : never;

export type Run = Readonly<Record<string, { readonly at: number; readonly moments: readonly Moment[] }>>;

/** The reports of a rule on a run, moments by time. */
export function reportsOf(rule: Rule, run: Run, setup: NodeSetup = SETUP): readonly string[] {
  const checker = new Checker(setup, [rule]);
  for (const { at, moments } of Object.values(run).sort((a, b) => a.at - b.at)) {
    for (const moment of moments) {
      if ('disk' in moment) checker.disk(readerOf(moment.disk), moment.when);
      else checker.observe({ at, ...moment } as Observation);
    }
  }
  checker.end();
  return checker.violations.map(({ message }) => message);
}

export function at(at: number, ...moments: readonly Moment[]): Run[string] {
  return { at, moments };
}

let requests = 1_000;

interface Asked {
  readonly request?: number;
  readonly keyId?: string;
  readonly jobId?: string;
  readonly ofAccount?: string;
}

export function sent(call: ClientCall, { request, keyId = KEY, jobId = '', ofAccount }: Asked = {}): Told {
  const isManagement = ['create_key', 'add_credit', 'ledger', 'show_key', 'revoke', 'set_rpm'].includes(
    call.op,
  );
  return {
    what: 'sent',
    request: request ?? requests++,
    step: 0,
    call,
    arrivesBy: 0,
    keyId,
    jobId,
    credential: isManagement ? 'management' : 'api',
    ...(ofAccount !== undefined && { ofAccount }),
    address: '',
    hasBody: false,
  };
}

export function answered(
  request: number,
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Told {
  return { what: 'answered', request, status, headers, body: JSON.stringify(body), wallMs: 0 };
}

/** A whole exchange at one instant. */
export function exchange(
  call: ClientCall,
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
  asked: Asked = {},
): readonly Moment[] {
  const request = asked.request ?? requests++;
  return [sent(call, { ...asked, request }), answered(request, status, body, headers)];
}

export function refusal(code: string, more: object = {}): object {
  return { error: { code }, ...more };
}

export function balance(microDa: number): Readonly<Record<string, string>> {
  return { 'x-balance-available': String(microDa) };
}

export const SUBMIT = { op: 'submit', key: 0, model: 'model/idempotent', prompt: 'Scene 1' } as const;
export const FORGETFUL = { ...SUBMIT, model: 'model/forgetful' } as const;
export const POLL = { op: 'poll', key: 0, job: 1 } as const;

export const ROUTED = { ...SUBMIT, model: 'model/routed' } as const;

export function submitCalled(call: number, jobId = JOB, model = 'model/idempotent', lengthMs = 4_000): Told {
  return submitTo(model.slice('model/'.length), call, jobId, model, lengthMs);
}

/** A submit of `model/routed` on its n-th route. */
export function routeCalled(call: number, nth: 1 | 2 | 3, lengthMs = 4_000): Told {
  const provider = ['plain', 'findable', 'idempotent'][nth - 1] ?? '';
  return submitTo(provider, call, JOB, `model/routed@${nth}`, lengthMs);
}

function submitTo(provider: string, call: number, jobId: string, model: string, lengthMs: number): Told {
  return {
    what: 'provider_called',
    call,
    kind: 'submit',
    provider,
    model,
    jobId,
    prompt: SUBMIT.prompt,
    lengthMs,
  };
}

export function pollCalled(call: number, jobId = JOB): Told {
  return called(call, 'poll', 'idempotent', jobId);
}

export function called(
  call: number,
  kind: 'find' | 'poll' | 'cancel' | 'read',
  provider: string,
  jobId = JOB,
): Told {
  return { what: 'provider_called', call, kind, provider, model: `model/${provider}`, jobId };
}

export function providerSaid(
  call: number,
  answer: Extract<Told, { what: 'provider_answered' }>['answer'],
): Told {
  return { what: 'provider_answered', call, answer };
}

export const ACCEPTED = {
  kind: 'submit',
  answer: { outcome: 'accepted', handle: 'h', state: { state: 'pending' } },
} as const;
export const NOT_NOW = { kind: 'submit', answer: { outcome: 'not_now', message: '' } } as const;
export const COMPLETED = {
  kind: 'state',
  state: { state: 'completed', outputMs: 2_500, location: 'x' },
} as const;

/** Text stands in a record as it is, and all else as JSON. */
export function readerOf(records: Records): StoreReader {
  const tables = new Map<Table, readonly { key: string; value: string }[]>(
    TABLES.map((table) => [
      table,
      Object.entries(records[table] ?? {})
        .map(([key, value]) => ({ key, value: typeof value === 'string' ? value : JSON.stringify(value) }))
        .sort((a, b) => (a.key < b.key ? -1 : 1)),
    ]),
  );
  return {
    get: (table, key) => tables.get(table)?.find((one) => one.key === key)?.value,
    range: (table) => tables.get(table) ?? [],
  };
}

/** The parts of a history of keys and jobs, without HTTP; of the ledger model and of the job model. */
import { BY_THE_NODE } from '../../../src/actors/audit/audit-trail.js';
import type { VideoJobMessage } from '../../../src/actors/jobs/video-job-messages.js';
import type { LostAnswer, ProviderState } from '../../../src/providers/provider.js';
import type { ProviderReport } from '../../../src/providers/provider-report.js';
import type { FaultStep } from '../../history/process-faults.js';
import type { History } from '../../model.js';

export type ActorsHistory = History<ActorsStep, ActorsSetup>;

export interface ActorsSetup {
  /** The n-th is key n. */
  readonly keys: readonly { readonly account: 0 | 1; readonly creditsMicroDa: number }[];
  readonly openJobsMax: number;
  readonly keysPerAccountMax: number;
  readonly idempotencyMs: number;
  readonly retentionMs: number;
  readonly gateTimeLimitMs: number;
  readonly passivateAfterMs: number;
  readonly residentActorsMax: number;
  /** How long a commit takes. */
  readonly commitMs: number;
  /** True if jobs are sent to providers, which answer by their scripts; else reports are steps. */
  readonly hasProviders: boolean;
}

interface At {
  readonly id: number;
  readonly at: number;
}

/** The messages that a job may get, mostly from its provider, by name; `seconds` of output if it is done. */
export const SAYINGS = [
  'accepted',
  'accepted_started',
  'accepted_done',
  'accepted_made',
  'accepted_failed',
  'found',
  'not_found',
  'rejected',
  'not_now',
  'no_outcome',
  'waits',
  'begins',
  'pending',
  'started',
  'done',
  'made',
  'read',
  'unreadable',
  'failed',
  'last_call_silent',
  'last_call_pending',
  'last_call_started',
  'last_call_done',
  'last_call_made',
  'last_call_failed',
  'resume',
  'deadline',
  'end',
] as const;
export type Saying = (typeof SAYINGS)[number];

/** One answer of a provider: what, and how long after the call. `never`: the call hangs. */
export interface ScriptedAnswer {
  readonly says:
    | 'pending'
    | 'started'
    | 'done'
    | 'failed'
    | 'rejected'
    | 'not_now'
    | 'error'
    | 'garbage'
    | 'never';
  readonly afterMs: number;
}

export interface ProviderScript {
  /** The n-th answers the n-th submit of the job; the last one, all further. */
  readonly submits: readonly ScriptedAnswer[];
  readonly polls: readonly ScriptedAnswer[];
  readonly outputMs: number;
}

export type ActorsStep =
  | (At & {
      readonly do: 'create_key';
      /** `CREATED_FROM` plus the id of the step. */
      readonly key: number;
      readonly account: 0 | 1;
      readonly creditsMicroDa: number;
      readonly idempotencyKey?: number;
    })
  | (At & {
      readonly do: 'credit';
      readonly key: number;
      readonly amountMicroDa: number;
      readonly reference: number;
      /** Of a simulated payment. */
      readonly isMarked?: true;
    })
  | (At & {
      readonly do: 'debit';
      readonly key: number;
      readonly amountMicroDa: number;
      readonly reference: number;
    })
  /** Between keys of one account. */
  | (At & {
      readonly do: 'transfer';
      readonly key: number;
      readonly to: number;
      readonly amountMicroDa: number;
      readonly reference: number;
    })
  | SubmitStep
  | (At & { readonly do: 'report'; readonly job: number; readonly says: Saying; readonly outputMs: number })
  | (At & { readonly do: 'set_rpm'; readonly key: number; readonly rpm: number })
  | (At & { readonly do: 'revoke'; readonly key: number })
  | (At & { readonly do: 'rotate'; readonly key: number; readonly graceMs: number })
  /** Somebody reads every key and job. */
  | (At & { readonly do: 'read' })
  | FaultStep;

export interface SubmitStep extends At {
  readonly do: 'submit';
  readonly key: number;
  readonly pricePerSecondMicroDa: number;
  readonly lengthMs: number;
  readonly deadlineAfterMs: number;
  /** The meaning of a lost answer to its provider, and to those of its other routes. */
  readonly lost: LostAnswer['kind'];
  readonly others?: readonly LostAnswer['kind'][];
  readonly idempotencyKey?: number;
  /** Two submits are the same request if this is the same. */
  readonly fingerprint: number;
  readonly script?: ProviderScript;
}

export const CREATED_FROM = 1_000;

export function keyName(key: number): string {
  return `key_${key}`;
}

export function accountName(account: 0 | 1): string {
  return `acct_${account}`;
}

/** The job that the submit with this id makes, if it is accepted. */
export function jobName(step: number): string {
  return `video_${String(step).padStart(6, '0')}`;
}

export function handleOf(job: string): string {
  return `handle-of-${job}`;
}

export function messageFor(job: string, says: Saying, outputMs: number): VideoJobMessage {
  const done: ProviderState = { state: 'completed', outputMs, location: `made/${job}` };
  const made: ProviderState = { state: 'made', location: `made/${job}` };
  const failed: ProviderState = { state: 'failed', slug: 'provider_error', message: 'it broke' };
  const accepted = (state: ProviderState) =>
    report({ about: 'submit', outcome: 'accepted', handle: handleOf(job), state });
  switch (says) {
    case 'accepted':
      return accepted({ state: 'pending' });
    case 'accepted_started':
      return accepted({ state: 'in_progress' });
    case 'accepted_done':
      return accepted(done);
    case 'accepted_made':
      return accepted(made);
    case 'accepted_failed':
      return accepted(failed);
    case 'found':
      return report({
        about: 'find',
        outcome: 'accepted',
        handle: handleOf(job),
        state: { state: 'pending' },
      });
    case 'not_found':
      return report({ about: 'find', outcome: 'not_found' });
    case 'rejected':
      return report({ about: 'submit', outcome: 'rejected', slug: 'content_rejected', message: 'no' });
    case 'not_now':
      return report({ about: 'submit', outcome: 'not_now', message: 'busy' });
    case 'no_outcome':
      return report({ about: 'submit', outcome: 'unknown', message: 'silent' });
    case 'waits':
      return report({ about: 'submit_waits' });
    case 'begins':
      return report({ about: 'submit_begins' });
    case 'pending':
      return report({ about: 'poll', state: { state: 'pending' } });
    case 'started':
      return report({ about: 'poll', state: { state: 'in_progress' } });
    case 'done':
      return report({ about: 'poll', state: done });
    case 'made':
      return report({ about: 'poll', state: made });
    case 'read': {
      const file = { bytes: outputMs, contentType: 'video/mp4', isKept: false };
      return report({ about: 'reading', outcome: 'read', lengthMs: outputMs, link: `/results/${job}`, file });
    }
    case 'unreadable':
      return report({ about: 'reading', outcome: 'unreadable', message: 'no clip' });
    case 'failed':
      return report({ about: 'poll', state: failed });
    case 'last_call_silent':
      return report({ about: 'final_poll', state: undefined });
    case 'last_call_pending':
      return report({ about: 'final_poll', state: { state: 'pending' } });
    case 'last_call_started':
      return report({ about: 'final_poll', state: { state: 'in_progress' } });
    case 'last_call_done':
      return report({ about: 'final_poll', state: done });
    case 'last_call_made':
      return report({ about: 'final_poll', state: made });
    case 'last_call_failed':
      return report({ about: 'final_poll', state: failed });
    case 'resume':
    case 'deadline':
      return { type: says };
    case 'end':
      return { type: 'end', by: BY_THE_NODE, reason: 'it hangs' };
  }
}

function report(of: ProviderReport): VideoJobMessage {
  return { type: 'report', report: of };
}

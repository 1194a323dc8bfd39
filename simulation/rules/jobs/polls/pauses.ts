/** A provider that asks to be left alone for a while is; and so it is for a single job. */
import type { NodeSetup } from '../../../history/node-history.js';
import type { AboutCall, Observation, ProviderAnswered } from '../../../history/observation.js';
import type { Requests } from '../../facts/requests.js';
import { SteadyDoubt } from '../../facts/steady-doubt.js';
import type { Invariant, Rule } from '../../invariant.js';
import { offeredModel } from '../catalogue.js';
import { HEARD_WITHIN_MS } from '../provider-record.js';

const ROUNDING_MS = 1;
/** The longest wait between two polls that a provider is granted. */
const HINT_MAX_MS = 60_000;
/** The shortest wait between two polls, if their provider asks for none. */
const INTERVAL_MS = 225;

export const PAUSES: Rule = {
  name: 'pauses',
  says: 'A provider that says when it wants to be called again is called for that model, and asked for that job, no sooner, save once for a job at its deadline and to give a job up.',
  watch: (setup, report, requests) => new Pauses(setup, report, requests),
};

class Pauses implements Invariant {
  readonly #setup: NodeSetup;
  readonly #report: (message: string) => void;
  readonly #requests: Requests;
  readonly #doubt = new SteadyDoubt();
  readonly #open = new Map<number, AboutCall & { readonly at: number }>();
  /** By provider and model, in ms. */
  readonly #pausedUntil = new Map<string, number>();
  /** By job, the time of its next poll. */
  readonly #pollsFrom = new Map<string, number>();

  constructor(setup: NodeSetup, report: (message: string) => void, requests: Requests) {
    this.#setup = setup;
    this.#report = report;
    this.#requests = requests;
  }

  observe(seen: Observation): void {
    this.#doubt.observe(seen);
    switch (seen.what) {
      case 'starting':
        this.#open.clear();
        this.#pausedUntil.clear();
        this.#pollsFrom.clear();
        return;
      case 'provider_called':
        this.#open.set(seen.call, seen);
        this.#check(seen);
        return;
      case 'provider_answered': {
        const call = this.#open.get(seen.call);
        this.#open.delete(seen.call);
        if (call === undefined || seen.at - call.at > HEARD_WITHIN_MS) return;
        if (call.kind === 'poll') this.#pollsFrom.set(call.jobId, seen.at + waitOf(seen));
        const forMs = pauseOf(seen);
        if (forMs === undefined) return;
        const until = Math.max(this.#pausedUntil.get(placeOf(call)) ?? 0, seen.at + forMs);
        this.#pausedUntil.set(placeOf(call), until);
      }
    }
  }

  #check(call: AboutCall & { readonly at: number }): void {
    const { kind, provider, model, jobId, at } = call;
    if (kind === 'cancel' || kind === 'read') return;
    const ofJob = kind === 'poll' ? (this.#pollsFrom.get(jobId) ?? 0) : 0;
    const until = Math.max(this.#pausedUntil.get(placeOf(call)) ?? 0, ofJob);
    if (at >= until - ROUNDING_MS || (kind === 'poll' && this.#mayBeAtItsDeadline(jobId, at))) return;
    this.#report(`a ${kind} of ${jobId} for ${model}, ${until - at} ms before ${provider} wants one`);
  }

  #mayBeAtItsDeadline(jobId: string, now: number): boolean {
    const submit = this.#requests.job(jobId)?.submit;
    if (submit?.sent.call.op !== 'submit') return true;
    if (submit.answer?.headers['idempotent-replayed'] !== undefined) return true;
    const slackMs = this.#doubt.slackSince(submit.sent.at);
    const deadlineAfterMs = offeredModel(this.#setup, submit.sent.call.model)?.deadlineAfterMs ?? 0;
    return now >= submit.sent.at + deadlineAfterMs - slackMs;
  }
}

function placeOf({ provider, model }: AboutCall): string {
  return `${provider} ${model}`;
}

/** Until the next poll of the job. */
function waitOf({ answer }: ProviderAnswered): number {
  if (answer.kind !== 'state' || !('askAgainAfterMs' in answer.state)) return INTERVAL_MS;
  return Math.min(answer.state.askAgainAfterMs ?? INTERVAL_MS, HINT_MAX_MS);
}

function pauseOf({ answer }: ProviderAnswered): number | undefined {
  if (answer.kind === 'busy') return answer.askAgainAfterMs;
  if (answer.kind !== 'submit' || answer.answer.outcome !== 'not_now') return undefined;
  return answer.answer.askAgainAfterMs;
}

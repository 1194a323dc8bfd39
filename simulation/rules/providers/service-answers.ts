/**
 * The words of services, as their adapters take them. Each service ends a job as the script of it says; it
 * may say that amid garbage, which is no answer.
 */
import { promptOf } from '../../history/edges/prompt-of.js';
import type { Observation, ProviderAnswered, ProviderCalled } from '../../history/observation.js';
import { SERVICE_KEY, SERVICE_NAMES } from '../../history/provider-kinds.js';
import type { ProviderScript } from '../../history/provider-script.js';
import type { Invariant, Rule } from '../invariant.js';

const SERVICES: ReadonlySet<string> = new Set(SERVICE_NAMES);

/** Some count in frames. */
const FRAME_MS = 63;

export const SERVICE_ANSWERS: Rule = {
  name: 'service-answers',
  says: 'An answer of a service that makes no sense is none: it neither refuses a job, nor fails or completes one. A service makes clips of the length that a job is for, and finds the jobs that it has begun. No answer to a client holds the key of a service.',
  watch: (_, report) => new ServiceAnswers(report),
};

class ServiceAnswers implements Invariant {
  readonly #report: (message: string) => void;
  /** By prompt. */
  readonly #scripts = new Map<string, ProviderScript>();
  /** By job. */
  readonly #prompts = new Map<string, string>();
  readonly #open = new Map<number, ProviderCalled>();
  /** By job, in ms. */
  readonly #lengths = new Map<string, number>();
  readonly #begun = new Set<string>();
  /** Looks for jobs that were begun before. */
  readonly #sought = new Set<number>();
  readonly #givenUp = new Set<string>();

  constructor(report: (message: string) => void) {
    this.#report = report;
  }

  observe(seen: Observation): void {
    switch (seen.what) {
      case 'sent': {
        const { call } = seen;
        if (call.op === 'submit' && call.script !== undefined && !this.#scripts.has(promptOf(call)))
          this.#scripts.set(promptOf(call), call.script);
        return;
      }
      case 'provider_called':
        if (!SERVICES.has(seen.provider)) return;
        this.#open.set(seen.call, seen);
        if (seen.kind === 'cancel') this.#givenUp.add(seen.jobId);
        if (seen.prompt !== undefined) this.#prompts.set(seen.jobId, seen.prompt);
        if (seen.lengthMs !== undefined) this.#lengths.set(seen.jobId, seen.lengthMs);
        if (seen.kind === 'find' && this.#begun.has(seen.jobId)) this.#sought.add(seen.call);
        return;
      case 'provider_began':
        if (SERVICES.has(seen.provider)) this.#begun.add(seen.jobId);
        return;
      case 'provider_answered': {
        const called = this.#open.get(seen.call);
        this.#open.delete(seen.call);
        if (called !== undefined) this.#answered(called, seen.answer);
        return;
      }
      case 'answered':
        if (seen.body.includes(SERVICE_KEY))
          this.#report(`the answer to request ${seen.request} holds the key of a service: ${seen.body}`);
        return;
    }
  }

  #answered({ jobId, provider, kind, call }: ProviderCalled, answer: ProviderAnswered['answer']): void {
    const script = this.#scripts.get(this.#prompts.get(jobId) ?? '');
    const mayFail = script?.end.how === 'failed' || script?.submits[0]?.do === 'reject';
    if (answer.kind === 'submit' && answer.answer.outcome === 'rejected' && !mayFail)
      this.#report(`${provider} is said to refuse ${jobId}: "${answer.answer.message}"; it takes it`);
    if (answer.kind === 'not_found' && this.#sought.delete(call))
      this.#report(`${provider} is said not to know ${jobId}, which it has begun`);
    const lengthMs = this.#lengths.get(jobId);
    if (answer.kind === 'file' && answer.lengthMs !== undefined && lengthMs !== undefined) {
      if (Math.abs(answer.lengthMs - lengthMs) > FRAME_MS)
        this.#report(
          `${provider} was asked for ${answer.lengthMs} ms of ${jobId}, which is for ${lengthMs} ms`,
        );
    }
    const state = answer.kind === 'state' ? answer.state : undefined;
    // A workflow may save no file: without one in its answer, a job of such a service has no result.
    const isWithoutFile = state?.state === 'failed' && state.slug === 'result_unavailable';
    if (state?.state === 'failed' && !mayFail && !isWithoutFile && !this.#givenUp.has(jobId))
      this.#report(`a ${kind} at ${provider} fails ${jobId}: "${state.message}"; it does not fail there`);
    if (state?.state === 'made' && script?.end.how === 'never')
      this.#report(`a ${kind} at ${provider} completes ${jobId}, which never ends there`);
  }
}

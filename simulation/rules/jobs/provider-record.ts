/** The questions to providers about each job, and their answers to the node. */
import type { ProviderState } from '../../../src/providers/provider.js';
import type { Observation, ProviderCalled } from '../../history/observation.js';

type SubmitEnd = 'accepted' | 'rejected' | 'not_now' | 'error' | 'garbage';

interface SubmitSeen {
  readonly called: ProviderCalled & { readonly at: number };
  end: SubmitEnd | undefined;
  endAt: number;
}

export interface ProviderFacts {
  readonly jobId: string;
  readonly provider: string;
  readonly firstCallAt: number;
  readonly firstCallSeq: number;
  readonly submits: SubmitSeen[];
  /** Lengths of output that it called complete, and the place of the first observation that said so. */
  readonly completed: Map<number, number>;
  /** Slugs of the failures that it said, likewise. */
  readonly failed: Map<string, number>;
}

export class ProviderRecord {
  readonly #jobs = new Map<string, ProviderFacts>();
  readonly #open = new Map<
    number,
    { readonly facts: ProviderFacts; readonly submit: SubmitSeen | undefined }
  >();

  get jobs(): Iterable<ProviderFacts> {
    return this.#jobs.values();
  }

  job(id: string): ProviderFacts | undefined {
    return this.#jobs.get(id);
  }

  /** @param seq place of the observation */
  observe(seen: Observation, seq: number): void {
    if (seen.what === 'provider_called') this.#called(seen, seq);
    else if (seen.what === 'provider_answered') {
      const call = this.#open.get(seen.call);
      if (call === undefined) return;
      this.#open.delete(seen.call);
      const { facts, submit } = call;
      const { answer } = seen;
      if (answer.kind === 'submit') {
        if (answer.answer.outcome === 'accepted') note(facts, answer.answer.state, seq);
        if (answer.answer.outcome === 'rejected') noteFirst(facts.failed, answer.answer.slug, seq);
      }
      if (answer.kind === 'state') note(facts, answer.state, seq);
      if (submit !== undefined && answer.kind !== 'state') {
        submit.end = answer.kind === 'submit' ? answer.answer.outcome : answer.kind;
        submit.endAt = seen.at;
      }
    }
  }

  #called(called: ProviderCalled & { readonly at: number }, seq: number): void {
    const { jobId, provider, call, kind, at } = called;
    const facts: ProviderFacts = this.#jobs.get(jobId) ?? {
      jobId,
      provider,
      firstCallAt: at,
      firstCallSeq: seq,
      submits: [],
      completed: new Map(),
      failed: new Map(),
    };
    this.#jobs.set(jobId, facts);
    const submit: SubmitSeen | undefined =
      kind === 'submit' ? { called, end: undefined, endAt: Number.POSITIVE_INFINITY } : undefined;
    if (submit !== undefined) facts.submits.push(submit);
    this.#open.set(call, { facts, submit });
  }
}

function note({ completed, failed }: ProviderFacts, state: ProviderState, seq: number): void {
  if (state.state === 'completed') noteFirst(completed, state.outputMs, seq);
  if (state.state === 'failed') noteFirst(failed, state.slug, seq);
}

function noteFirst<T>(said: Map<T, number>, what: T, seq: number): void {
  if (!said.has(what)) said.set(what, seq);
}

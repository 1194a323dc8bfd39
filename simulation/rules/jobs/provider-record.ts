/** The calls of providers about each job, and their answers to the node. */
import type { ProviderState } from '../../../src/providers/provider.js';
import type { AboutCall, Observation, ProviderAnswered, ProviderCalled } from '../../history/observation.js';

/** An answer that takes longer may be one that the node waited for no more. */
export const HEARD_WITHIN_MS = 4_900;

type SubmitEnd = 'accepted' | 'rejected' | 'not_now' | 'error' | 'garbage';

/** A submit that left the node, arrived or not. */
export interface SubmitSeen {
  readonly called: AboutCall & { readonly at: number; readonly lengthMs?: number };
  /** Undefined while it has no answer; a process that has ended hears none. */
  end: SubmitEnd | undefined;
  endAt: number;
}

export interface ProviderFacts {
  readonly jobId: string;
  /** The job is not settled before it; 0 if its first call was to cancel it, which comes behind its end. */
  readonly firstCallSeq: number;
  readonly submits: SubmitSeen[];
  /** Lengths of output that it said or that were read, with the place of the first observation of each. */
  readonly completed: Map<number, number>;
  /** Slugs of the failures that it said, likewise. */
  readonly failed: Map<string, number>;
  /** The one that said in time that it took the job; undefined if none did. */
  takenBy: string | undefined;
  /** How often in a row it was looked for and not there. */
  absences: number;
  /** When it was first said to be made, in ms; undefined if it was not. */
  madeAt: number | undefined;
  /** When its result was last opened, or was to be, in ms. */
  openedAt: number;
  /** True if its result was opened and no waiting mends what was found. */
  isUnreadable: boolean;
}

/** So often in a row is a job not there before it counts as none: its submit may be on its way. */
export const ABSENCES_MIN = 3;
/** An answer that takes longer may be one that the node waited for no more. */
const SURELY_HEARD_MS = 9_000;

interface OpenCall {
  readonly facts: ProviderFacts;
  readonly about: AboutCall;
  readonly calledAt: number;
  readonly submit: SubmitSeen | undefined;
}

export class ProviderRecord {
  readonly #jobs = new Map<string, ProviderFacts>();
  readonly #open = new Map<number, OpenCall>();

  get jobs(): Iterable<ProviderFacts> {
    return this.#jobs.values();
  }

  job(id: string): ProviderFacts | undefined {
    return this.#jobs.get(id);
  }

  /** @param seq place of the observation */
  observe(seen: Observation, seq: number): void {
    if (seen.what === 'provider_called') this.#called(seen, seq);
    else if (seen.what === 'provider_failed' && seen.how === 'refused') {
      const facts = this.#factsOf(seen, seq);
      if (seen.kind === 'submit') facts.submits.push({ called: seen, end: 'error', endAt: seen.at });
      if (seen.kind === 'read') facts.openedAt = seen.at;
      if (seen.kind === 'find') facts.absences = 0;
    } else if (seen.what === 'provider_answered') this.#answered(seen, seq);
  }

  #called(called: ProviderCalled & { readonly at: number }, seq: number): void {
    const facts = this.#factsOf(called, seq);
    const submit: SubmitSeen | undefined =
      called.kind === 'submit' ? { called, end: undefined, endAt: Number.POSITIVE_INFINITY } : undefined;
    if (submit !== undefined) facts.submits.push(submit);
    if (called.kind === 'read') facts.openedAt = called.at;
    this.#open.set(called.call, { facts, about: called, calledAt: called.at, submit });
  }

  #answered({ call, answer, at }: ProviderAnswered & { readonly at: number }, seq: number): void {
    const open = this.#open.get(call);
    if (open === undefined) return;
    this.#open.delete(call);
    const { facts, about, submit, calledAt } = open;
    if (submit !== undefined) {
      submit.end = endOf(answer);
      submit.endAt = at;
    }
    if (about.kind === 'find' && answer.kind !== 'not_found') facts.absences = 0;
    switch (answer.kind) {
      case 'submit':
        if (answer.answer.outcome === 'rejected') noteFirst(facts.failed, answer.answer.slug, seq);
        if (answer.answer.outcome !== 'accepted') return;
        if (at - calledAt <= SURELY_HEARD_MS) facts.takenBy ??= about.provider;
        note(facts, answer.answer.state, at, seq);
        return;
      case 'not_found':
        facts.absences += 1;
        return;
      case 'state':
        note(facts, answer.state, at, seq);
        return;
      case 'file':
        if (!answer.isWhole) return;
        if (answer.lengthMs === undefined) facts.isUnreadable = true;
        else noteFirst(facts.completed, answer.lengthMs, seq);
        return;
      case 'gone':
      case 'forbidden':
        facts.isUnreadable = true;
        return;
    }
  }

  #factsOf({ jobId, kind }: Pick<AboutCall, 'jobId' | 'kind'>, seq: number): ProviderFacts {
    let facts = this.#jobs.get(jobId);
    if (facts === undefined) {
      facts = {
        jobId,
        firstCallSeq: kind === 'cancel' ? 0 : seq,
        submits: [],
        completed: new Map(),
        failed: new Map(),
        takenBy: undefined,
        absences: 0,
        madeAt: undefined,
        openedAt: Number.NEGATIVE_INFINITY,
        isUnreadable: false,
      };
      this.#jobs.set(jobId, facts);
    }
    return facts;
  }
}

function endOf(answer: ProviderAnswered['answer']): SubmitEnd {
  if (answer.kind === 'submit') return answer.answer.outcome;
  return answer.kind === 'garbage' ? 'garbage' : 'error';
}

function note(facts: ProviderFacts, state: ProviderState, at: number, seq: number): void {
  if (state.state === 'completed') noteFirst(facts.completed, state.outputMs, seq);
  if (state.state === 'failed') noteFirst(facts.failed, state.slug, seq);
  if (state.state === 'made') facts.madeAt ??= at;
}

function noteFirst<T>(said: Map<T, number>, what: T, seq: number): void {
  if (!said.has(what)) said.set(what, seq);
}

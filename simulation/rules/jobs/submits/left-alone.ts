/**
 * A model of a provider that answers nothing is left alone for a while. Then one call finds out whether it
 * answers again; if not, it is left alone for twice as long, up to a bound.
 *
 * Only what surely failed counts, and whatever may have been an answer is one.
 */
import type { ProviderAnswered, ProviderCalled } from '../../../history/observation.js';
import { SERVICE_NAMES } from '../../../history/provider-kinds.js';
import { InForce } from '../../facts/in-force.js';
import { SteadyDoubt } from '../../facts/steady-doubt.js';
import type { Rule } from '../../invariant.js';
import { modelAt, offeredModel } from '../catalogue.js';

/** A model of a provider, as its calls went in this process. */
interface Place {
  /** Calls in a row that failed, each begun after the last answer. */
  failed: number;
  /** The place of the first of them among the observations. */
  failedFrom: number;
  answeredAt: number;
  /** From when it is left alone, in ms; undefined if it may be called. */
  closedAt: number | undefined;
  /** Probes that failed since it was left alone first. */
  probes: number;
  probe: number | undefined;
}

type Called = ProviderCalled & { readonly at: number };

const KINDS: readonly string[] = ['submit', 'poll', 'find'];
const SERVICES: ReadonlySet<string> = new Set(SERVICE_NAMES);
/** No call is given up before. */
const SURELY_HEARD_MS = 900;
const SURELY_UNDER_WAY_MS = 900;

export const JOBS_LEFT_ALONE: Rule = {
  name: 'jobs-left-alone',
  says: 'After so many calls in a row that failed, a model of a provider is not called for its cool-down, then by one call alone; if that fails, for twice as long.',
  watch(setup, report, requests) {
    const inForce = new InForce(setup);
    const places = new Map<string, Place>();
    const begun = new Map<number, Called>();
    /** Those of them that may be last polls. */
    const lastCalls = new Set<number>();
    const doubt = new SteadyDoubt();

    const fresh = (): Place => ({
      failed: 0,
      failedFrom: 0,
      answeredAt: Number.NEGATIVE_INFINITY,
      closedAt: undefined,
      probes: 0,
      probe: undefined,
    });
    /** The last poll of a job asks no breaker. It comes at its deadline. */
    const mayBeTheLast = ({ kind, model, jobId, at }: Called): boolean => {
      const submit = requests.job(jobId)?.submit;
      if (kind !== 'poll' || submit === undefined) return kind === 'poll';
      if (submit.answer?.headers['idempotent-replayed'] !== undefined) return true;
      const lastsMs = offeredModel(setup, modelAt(model))?.deadlineAfterMs ?? 0;
      return at - submit.sent.at + doubt.slackSince(submit.sent.at) >= lastsMs;
    };
    const called = (call: Called): void => {
      if (!KINDS.includes(call.kind)) return;
      const of = `${call.model} of ${call.provider}`;
      const place = places.get(of) ?? fresh();
      places.set(of, place);
      const { closedAt, probe, probes, failedFrom } = place;
      begun.set(call.call, call);
      if (mayBeTheLast(call)) {
        lastCalls.add(call.call);
        // It may be the one that finds out.
        if (closedAt !== undefined) places.set(of, fresh());
        return;
      }
      if (closedAt === undefined) return;
      const { seq } = requests;
      const least = (name: string) => Math.min(...inForce.numbers(name, failedFrom, seq));
      const firstMs = least('providerBreakerCoolDownMs');
      const longestMs = Math.max(firstMs, least('providerBreakerCoolDownMaxMs'));
      const coolDownMs = Math.min(firstMs * 2 ** probes, longestMs);
      const about = `a ${call.kind} of ${call.jobId} for ${of}`;
      const probeAt = probe === undefined ? undefined : begun.get(probe)?.at;
      if (probeAt !== undefined && call.at - probeAt < SURELY_UNDER_WAY_MS)
        report(`${about} comes while another finds out whether it answers again`);
      else if (probe === undefined && call.at - closedAt < coolDownMs)
        report(`${about} comes ${call.at - closedAt} ms after it failed, and is due after ${coolDownMs} ms`);
      if (probe === undefined) place.probe = call.call;
      else if (probeAt === undefined || call.at - probeAt >= SURELY_UNDER_WAY_MS) places.set(of, fresh());
    };
    const answered = ({ call: number, answer, at }: ProviderAnswered & { readonly at: number }): void => {
      const call = begun.get(number);
      begun.delete(number);
      const isLast = lastCalls.delete(number);
      if (call === undefined) return;
      const of = `${call.model} of ${call.provider}`;
      const place = places.get(of) ?? fresh();
      const isInTime = at - call.at < SURELY_HEARD_MS;
      if (!isInTime || !isSurelyAFailure(call, answer)) {
        places.set(of, { ...fresh(), answeredAt: at });
        return;
      }
      if (isLast) return;
      if (place.closedAt !== undefined) {
        if (place.probe !== number) return;
        places.set(of, { ...place, closedAt: at, probes: place.probes + 1, probe: undefined });
        return;
      }
      if (call.at <= place.answeredAt) return;
      if (place.failed === 0) place.failedFrom = requests.seq;
      place.failed += 1;
      const failures = inForce.numbers('providerBreakerFailures', place.failedFrom, requests.seq);
      if (place.failed >= Math.max(...failures)) place.closedAt = at;
    };
    return {
      observe(seen) {
        inForce.observe(seen, requests.seq);
        doubt.observe(seen);
        if (seen.what === 'provider_called') called(seen);
        else if (seen.what === 'provider_answered') answered(seen);
        else if (seen.what === 'provider_failed' || seen.what === 'starting') {
          // A call that is lost may end at any time, and one that is refused is not seen.
          places.clear();
          begun.clear();
          lastCalls.clear();
        }
      },
    };
  },
};

function isSurelyAFailure({ kind, provider }: Called, answer: ProviderAnswered['answer']): boolean {
  // A service may refuse a single job, which is an answer.
  if (SERVICES.has(provider)) return false;
  if (answer.kind === 'submit') return kind === 'submit' && answer.answer.outcome === 'not_now';
  return answer.kind === 'error' || answer.kind === 'garbage' || (answer.kind === 'busy' && kind === 'poll');
}

/**
 * How often a job is submitted on one route, and after which pauses.
 *
 * A process counts on from where the one before was. So what one process does is a bound from below for the
 * pause, and only of a job that it took itself is the longest pause known.
 */
import type { NodeSetup } from '../../../history/node-history.js';
import type { Observation, ProviderCalled } from '../../../history/observation.js';
import { DiskTrouble } from '../../facts/disk-trouble.js';
import { hasSlowQueue, hasSmallMailboxes, OptionBounds } from '../../facts/options.js';
import type { Requests } from '../../facts/requests.js';
import type { Invariant, Rule } from '../../invariant.js';
import { NamedProviders } from '../../providers/named-providers.js';
import { jobClaims } from '../job-claims.js';
import { ProviderRecord } from '../provider-record.js';

/** As `docs/configuration.md` says under "What is fixed". */
const SUBMITS_MAX = 8;
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [100, 5_000];
/** A pause is longer by up to this part. */
const JITTER_SHARE = 0.5;
/** For the turn, beside commits: that the job waits, that its turn has come, and that it is submitted. */
const TURN_MS = 400;
const COMMITS = 5;
const ROUNDING_MS = 1;
const HEARD_MARGIN_MS = 100;
/** With fewer under way, or begun in a second, jobs wait for each other. */
const FEW_CALLS = 100;

export const SUBMIT_REPEATS: Rule = {
  name: 'submit-repeats',
  says: 'A job is submitted up to eight times on one route, after pauses that double from a tenth of a second to five, and up to half longer; it fails for a provider that puts it off only after eight.',
  watch: (setup, report, requests) => new SubmitRepeats(setup, report, requests),
};

/** The submits of a job at one provider, by this process. */
interface Tries {
  readonly provider: string;
  readonly count: number;
  /** The last of them; undefined if it never left. */
  readonly call: number | undefined;
  /** When the last of them surely ended, in ms; undefined if that is not known. */
  ended: number | undefined;
  /** Whether all of its submits were by this process. */
  readonly areAll: boolean;
}

class SubmitRepeats implements Invariant {
  readonly #setup: NodeSetup;
  readonly #report: (message: string) => void;
  readonly #requests: Requests;
  readonly #record = new ProviderRecord();
  readonly #named = new NamedProviders();
  readonly #trouble = new DiskTrouble();
  readonly #options: OptionBounds;
  readonly #tries = new Map<string, Tries>();
  /** By job, when it was first submitted anywhere, in ms. */
  readonly #firstAt = new Map<string, number>();
  readonly #open = new Map<number, ProviderCalled & { readonly at: number }>();
  /** By provider and model, until when another call than a job's own may hold it up, in ms. */
  readonly #heldUpUntil = new Map<string, number>();
  /** By provider and model, calls in a row that did not end well. */
  readonly #unsound = new Map<string, number>();
  readonly #checked = new Set<string>();
  #startedAt = Number.NEGATIVE_INFINITY;
  readonly #turnMs: number;
  readonly #isOff: boolean;

  constructor(setup: NodeSetup, report: (message: string) => void, requests: Requests) {
    this.#setup = setup;
    this.#report = report;
    this.#requests = requests;
    this.#options = new OptionBounds(setup);
    this.#turnMs = TURN_MS + COMMITS * setup.settings.commitMsMax;
    this.#isOff = setup.providersAreSeen === false;
  }

  observe(...[seen, exchange]: Parameters<Invariant['observe']>): void {
    if (this.#isOff) return;
    this.#record.observe(seen, this.#requests.seq);
    this.#named.observe(seen, this.#requests.seq);
    this.#trouble.observe(seen);
    this.#options.observe(seen);
    switch (seen.what) {
      case 'starting':
        this.#tries.clear();
        this.#open.clear();
        this.#unsound.clear();
        this.#heldUpUntil.clear();
        this.#startedAt = seen.at;
        return;
      case 'provider_called':
        if (seen.kind === 'submit') this.#submitted(seen);
        this.#open.set(seen.call, seen);
        return;
      case 'provider_failed':
        this.#failed(seen);
        return;
      case 'provider_answered':
        this.#answered(seen);
        return;
      case 'answered':
        for (const { jobId, status, slug } of jobClaims(seen, exchange))
          if (status === 'failed' && slug === 'provider_unavailable') this.#givenUp(jobId);
    }
  }

  #submitted({ jobId, provider, model, at, call }: ProviderCalled & { readonly at: number }): void {
    const before = this.#triesAt(jobId, provider, at);
    if (before.ended !== undefined) this.#checkPause(jobId, model, before, at);
    const count = before.count + 1;
    this.#tries.set(jobId, { ...before, count, call, ended: undefined });
    if (count > SUBMITS_MAX)
      this.#report(`${jobId} was submitted to ${provider} ${count} times by one process`);
  }

  /** Those so far; none yet, if the one at `at` is the first there. */
  #triesAt(jobId: string, provider: string, at: number): Tries {
    const firstAt = this.#firstAt.get(jobId) ?? at;
    this.#firstAt.set(jobId, firstAt);
    const known = this.#tries.get(jobId);
    if (known?.provider === provider) return known;
    return { provider, count: 0, call: undefined, ended: undefined, areAll: firstAt >= this.#startedAt };
  }

  #checkPause(jobId: string, model: string, { provider, count, ended = 0, areAll }: Tries, at: number): void {
    const pauseMs = at - ended;
    const leastMs = Math.min(FIRST_PAUSE_MS * 2 ** (count - 1), LONGEST_PAUSE_MS);
    const about = `submit ${count + 1} of ${jobId} to ${provider} came ${pauseMs} ms after the one before`;
    if (pauseMs < leastMs - ROUNDING_MS) this.#report(`${about}, and not before ${leastMs} ms`);
    const mostMs = leastMs * (1 + JITTER_SHARE) + this.#turnMs;
    if (areAll && pauseMs > mostMs && !this.#mayBeHeldUp(`${provider} ${model}`, ended, at))
      this.#report(`${about}, and is due within ${mostMs} ms`);
  }

  /** Whether node, disk, the provider or other calls to it may be what was waited for. */
  #mayBeHeldUp(place: string, from: number, at: number): boolean {
    return (
      this.#options.leastCalls(from) < FEW_CALLS ||
      hasSmallMailboxes(this.#setup) ||
      hasSlowQueue(this.#setup) ||
      this.#trouble.until >= from ||
      (this.#heldUpUntil.get(place) ?? 0) >= from ||
      (this.#unsound.get(place) ?? 0) >= this.#failuresLeast ||
      [...this.#open.values()].some((one) => placeOf(one) === place) ||
      this.#named.wasGone(place.split(' ')[0] ?? '', from) ||
      at < this.#startedAt
    );
  }

  get #failuresLeast(): number {
    return this.#options.least('providerBreakerFailures', Number.NEGATIVE_INFINITY);
  }

  #failed(seen: Extract<Observation, { readonly what: 'provider_failed' }> & { readonly at: number }): void {
    const place = placeOf(seen);
    this.#heldUpUntil.set(place, seen.at);
    this.#unsound.set(place, (this.#unsound.get(place) ?? 0) + 1);
    if (seen.kind !== 'submit' || seen.how !== 'refused') return;
    const before = this.#triesAt(seen.jobId, seen.provider, seen.at);
    this.#tries.set(seen.jobId, { ...before, count: before.count + 1, call: undefined, ended: undefined });
  }

  #answered(
    seen: Extract<Observation, { readonly what: 'provider_answered' }> & { readonly at: number },
  ): void {
    const call = this.#open.get(seen.call);
    this.#open.delete(seen.call);
    if (call === undefined) return;
    const place = placeOf(call);
    const said = seen.answer.kind === 'submit' ? seen.answer.answer : seen.answer;
    const isSound = seen.answer.kind === 'state' || ('outcome' in said && said.outcome !== 'not_now');
    const unsound = this.#unsound.get(place) ?? 0;
    // Others have waited for a call that found out whether it answers again.
    if (unsound >= this.#failuresLeast) this.#heldUpUntil.set(place, seen.at);
    this.#unsound.set(place, isSound ? 0 : unsound + 1);
    const isPutOff = 'askAgainAfterMs' in said && said.askAgainAfterMs !== undefined && !isSound;
    if (isPutOff) this.#heldUpUntil.set(place, Number.POSITIVE_INFINITY);
    const tries = this.#tries.get(call.jobId);
    // An answer that takes longer may be one that the node waited for no more.
    const isHeard =
      seen.at - call.at < this.#options.least('providerSubmitTimeoutMs', call.at) - HEARD_MARGIN_MS;
    if (tries?.call === seen.call) tries.ended = isHeard ? seen.at : undefined;
    else this.#heldUpUntil.set(place, Math.max(this.#heldUpUntil.get(place) ?? 0, seen.at));
  }

  /** At its last provider; a submit that the process ended before it left is not seen. */
  #givenUp(jobId: string): void {
    if (this.#checked.has(jobId)) return;
    this.#checked.add(jobId);
    const submits = this.#record.job(jobId)?.submits ?? [];
    const provider = submits.at(-1)?.called.provider;
    const there = submits.filter(({ called }) => called.provider === provider);
    const [first] = submits;
    if (provider === undefined || first === undefined || this.#named.wasGone(provider, first.called.at))
      return;
    if (there.length < SUBMITS_MAX)
      this.#report(`${jobId} was given up after ${there.length} submits to ${provider}, of ${SUBMITS_MAX}`);
  }
}

function placeOf({ provider, model }: { readonly provider: string; readonly model: string }): string {
  return `${provider} ${model}`;
}

/**
 * Submits that end without an outcome after the deadline of their job, at a provider that knows jobs by their
 * ids: it may have taken the job, and is told to give it up.
 */
import type { NodeSetup } from '../../../history/node-history.js';
import type { Observation } from '../../../history/observation.js';
import { providerKind } from '../../../history/provider-kinds.js';
import { DiskTrouble } from '../../facts/disk-trouble.js';
import { newsMsMax, OptionBounds } from '../../facts/options.js';
import type { Requests } from '../../facts/requests.js';
import { SteadyDoubt } from '../../facts/steady-doubt.js';
import { offeredModel } from '../catalogue.js';

/** A cancel waits so long for its turn if few are made at once. */
const TURN_MS_MAX = 30_000;
/** A job has ended so long after its deadline. */
const ENDED_WITHIN_MS = 1_500;

interface Submit {
  readonly jobId: string;
  readonly provider: string;
  readonly at: number;
}

export class UnheardTakings {
  readonly #setup: NodeSetup;
  readonly #report: (message: string) => void;
  readonly #requests: Requests;
  readonly #doubt = new SteadyDoubt();
  readonly #trouble = new DiskTrouble();
  readonly #options: OptionBounds;
  readonly #submits = new Map<number, Submit>();
  /** By job, until when its provider is told. */
  readonly #dueBy = new Map<string, number>();

  constructor(setup: NodeSetup, report: (message: string) => void, requests: Requests) {
    this.#setup = setup;
    this.#report = report;
    this.#requests = requests;
    this.#options = new OptionBounds(setup);
  }

  observe(seen: Observation): void {
    this.#options.observe(seen);
    this.#doubt.observe(seen);
    this.#trouble.observe(seen);
    switch (seen.what) {
      case 'crashed':
      case 'stopping':
        this.#submits.clear();
        this.#dueBy.clear();
        return;
      case 'disk_failed':
        this.#dueBy.clear();
        return;
      case 'provider_called':
        if (seen.kind === 'submit') this.#submits.set(seen.call, seen);
        if (seen.kind === 'cancel') this.#cancelled(seen);
        return;
      case 'provider_failed':
        if (seen.kind === 'cancel') this.#dueBy.delete(seen.jobId);
        return;
      case 'provider_answered': {
        const submit = this.#submits.get(seen.call);
        this.#submits.delete(seen.call);
        if (submit !== undefined && seen.answer.kind !== 'submit') this.#ended(submit, seen.at);
        return;
      }
      default:
        for (const [jobId, dueBy] of this.#dueBy) {
          if (seen.at <= dueBy) continue;
          this.#dueBy.delete(jobId);
          this.#report(`${jobId} may have been taken after its end, and its provider was not told`);
        }
    }
  }

  /** A submit that took too long is over for the node, whatever the provider says of it later. */
  #cancelled({ jobId, at }: Pick<Submit, 'jobId' | 'at'>): void {
    this.#dueBy.delete(jobId);
    for (const [call, submit] of this.#submits) {
      const limitMs = this.#options.least('providerSubmitTimeoutMs', submit.at);
      if (submit.jobId === jobId && at - submit.at >= limitMs) this.#submits.delete(call);
    }
  }

  #ended({ jobId, provider }: Submit, at: number): void {
    const kind = providerKind(provider);
    const submit = this.#requests.job(jobId)?.submit;
    if (kind?.lostAnswer !== 'findable' || !kind.cancels || this.#trouble.isOnAt(at)) return;
    const { call, at: sentAt } = submit?.sent ?? {};
    if (call?.op !== 'submit' || sentAt === undefined) return;
    if (submit?.answer?.headers['idempotent-replayed'] !== undefined) return;
    const endedAt =
      sentAt +
      (offeredModel(this.#setup, call.model)?.deadlineAfterMs ?? Number.POSITIVE_INFINITY) +
      ENDED_WITHIN_MS +
      this.#doubt.slackSince(sentAt);
    const turnMs = this.#setup.limits?.cancelsInFlight === undefined ? 0 : TURN_MS_MAX;
    if (at > endedAt) this.#dueBy.set(jobId, at + turnMs + newsMsMax(this.#setup));
  }
}

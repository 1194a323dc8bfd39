/**
 * A settled job is kept for as long as the settings say, counted from its settlement, and no longer.
 *
 * Settled it was after it was last seen unsettled, and before it was first seen settled.
 */
import type { NodeSetup } from '../../history/node-history.js';
import { WellSince } from '../facts/ends/well-since.js';
import { OptionBounds } from '../facts/options.js';
import { codeOf, type Exchange, type Requests } from '../facts/requests.js';
import { SteadyDoubt } from '../facts/steady-doubt.js';
import type { Invariant, Rule } from '../invariant.js';
import { isSettled, jobClaims } from './job-claims.js';

type Report = (message: string) => void;

const DAY_MS = 86_400_000;
/** A node that has been up for so long, with a disk that works, has removed what was due. */
const REMOVED_WITHIN_MS = 60_000;

export const KEPT_JOBS: Rule = {
  name: 'kept-jobs',
  says: 'A settled job is there until it was kept for its time, counted from its settlement, and is gone soon after.',
  watch: (setup, report, requests) => new KeptJobs(setup, report, requests),
};

class KeptJobs implements Invariant {
  readonly #options: OptionBounds;
  readonly #report: Report;
  readonly #requests: Requests;
  readonly #doubt = new SteadyDoubt();
  readonly #well = new WellSince();
  /** When it was asked, in the latest question that a job was unsettled by the answer to. */
  readonly #unsettledAt = new Map<string, number>();
  readonly #settledBy = new Map<string, number>();

  constructor(setup: NodeSetup, report: Report, requests: Requests) {
    this.#options = new OptionBounds(setup);
    this.#report = report;
    this.#requests = requests;
  }

  observe(...[seen, exchange]: Parameters<Invariant['observe']>): void {
    this.#doubt.observe(seen);
    this.#options.observe(seen);
    this.#well.observe(seen);
    if (seen.what !== 'answered' || exchange === undefined) return;
    const isGone = codeOf(seen) === 'not_found';
    if (exchange.sent.call.op === 'poll' && (isGone || seen.status === 200))
      this.#checkPoll(exchange, isGone, seen.at);
    for (const claim of jobClaims(seen, exchange)) {
      const { jobId } = claim;
      if (!isSettled(claim)) {
        this.#unsettledAt.set(jobId, Math.max(this.#unsettledAt.get(jobId) ?? 0, exchange.sent.at));
      } else if (!this.#settledBy.has(jobId)) this.#settledBy.set(jobId, seen.at);
    }
  }

  #checkPoll({ sent }: Exchange, isGone: boolean, at: number): void {
    const { jobId, keyId, request } = sent;
    const job = this.#requests.job(jobId);
    if (job === undefined || this.#requests.key(keyId)?.account !== job.account) return;
    const unsettledAt = this.#unsettledAt.get(jobId);
    if (isGone && unsettledAt !== undefined) {
      const slackMs = this.#doubt.slackSince(unsettledAt);
      const leastMs = this.#options.least('retentionDays', unsettledAt) * DAY_MS;
      if (slackMs !== undefined && at - unsettledAt < leastMs - slackMs)
        this.#report(
          `request ${request}: ${jobId} is gone ${at - unsettledAt} ms after it was not settled yet; kept are ${leastMs}`,
        );
    }
    const settledBy = this.#settledBy.get(jobId);
    if (isGone || settledBy === undefined || sent.at - this.#well.at < REMOVED_WITHIN_MS) return;
    const slackMs = this.#doubt.slackSince(settledBy);
    const settledAfter = unsettledAt ?? job.submit.sent.at;
    const mostMs = this.#options.most('retentionDays', settledAfter) * DAY_MS;
    if (sent.at - settledBy > mostMs + (slackMs ?? Number.POSITIVE_INFINITY) + REMOVED_WITHIN_MS)
      this.#report(
        `request ${request}: ${jobId} is there ${sent.at - settledBy} ms after it was settled; kept are ${mostMs}`,
      );
  }
}

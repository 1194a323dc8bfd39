/** An operator who reads a job under way reads of its polls that failed. */
import type { ProviderAnswered } from '../../../history/observation.js';
import { bodyOf, type Exchange } from '../../facts/requests.js';
import type { Rule } from '../../invariant.js';
import { HEARD_WITHIN_MS } from '../provider-record.js';

/** The polls of a job in a process. */
interface Polls {
  /** Those in a row that failed, the latest last; undefined if that is not known. */
  readonly failed: number | undefined;
  /** The place, among the observations, of the latest thing that a poll of it did. */
  readonly seq: number;
  readonly underWay: number;
}

export const POLLS_SHOWN: Rule = {
  name: 'polls-shown',
  says: 'An operator reads of a job that is polled how many polls failed since the last that was answered, and why, and of none that failed before.',
  watch(setup, report, requests) {
    const calls = new Map<number, { readonly jobId: string; readonly at: number }>();
    const jobs = new Map<string, Polls>();
    const isOff = setup.providersAreSeen === false;

    const ended = (jobId: string, failed: (before: number | undefined) => number | undefined): void => {
      const before = jobs.get(jobId);
      const underWay = Math.max(0, (before?.underWay ?? 1) - 1);
      jobs.set(jobId, { failed: failed(before?.failed), seq: requests.seq, underWay });
    };

    const check = (exchange: Exchange, answer: object): void => {
      const { sent, seq } = exchange;
      const polls = jobs.get(sent.jobId);
      if (polls === undefined || polls.failed === undefined || polls.underWay > 0 || polls.seq >= seq) return;
      const { awaits, polls_failed: shown = 0, last_error: trouble } = answer as Record<string, unknown>;
      if (awaits !== 'poll') return;
      if (shown !== polls.failed)
        report(`${sent.jobId} shows ${String(shown)} failed polls in a row, not ${polls.failed}`);
      if ((trouble !== undefined && trouble !== '') !== polls.failed > 0)
        report(`${sent.jobId}, with ${polls.failed} failed polls, shows ${JSON.stringify(trouble)}`);
    };

    return {
      observe(seen, exchange) {
        if (isOff) return;
        switch (seen.what) {
          case 'starting':
            calls.clear();
            jobs.clear();
            return;
          case 'provider_called': {
            if (seen.kind !== 'poll') return;
            const { failed, underWay } = jobs.get(seen.jobId) ?? { failed: 0, underWay: 0 };
            jobs.set(seen.jobId, { failed, seq: requests.seq, underWay: underWay + 1 });
            calls.set(seen.call, seen);
            return;
          }
          case 'provider_failed':
            // An outage says nothing of when the node hears of it.
            if (seen.kind === 'poll') ended(seen.jobId, () => undefined);
            return;
          case 'provider_answered': {
            const call = calls.get(seen.call);
            if (call === undefined) return;
            calls.delete(seen.call);
            const isHeard = seen.at - call.at < HEARD_WITHIN_MS;
            ended(call.jobId, (failed) => (isHeard ? after(seen, failed) : undefined));
            return;
          }
          case 'answered':
            if (exchange?.sent.call.op === 'show_job' && seen.status === 200)
              check(exchange, bodyOf(seen) ?? {});
        }
      },
    };
  },
};

function after({ answer }: ProviderAnswered, failed: number | undefined): number | undefined {
  if (answer.kind === 'state') return 0;
  if (answer.kind !== 'error' && answer.kind !== 'garbage') return undefined;
  return failed === undefined ? undefined : failed + 1;
}

/** So many calls to a model of a provider as are configured are under way at a time, and no more. */
import { InForce } from '../facts/in-force.js';
import { SteadyDoubt } from '../facts/steady-doubt.js';
import type { Rule } from '../invariant.js';

/** Of each kind of call, the option that bounds it. */
const OPTIONS: Readonly<Record<string, string>> = { submit: 'providerCallsMax', poll: 'providerPollsMax' };
/** A call is not given up before. A job that expires sooner gives up its own. */
const SURELY_UNDER_WAY_MS = 2_500;
/** The deadline of a job may be off by a turn. */
const MARGIN_MS = 200;

interface UnderWay {
  readonly at: number;
  readonly model: string;
  readonly kind: string;
  readonly jobId: string;
}

export const PROVIDER_BOUNDS: Rule = {
  name: 'provider-bounds',
  says: 'At most `provider-calls-max` submits and `provider-polls-max` polls of a model of a provider are under way at a time.',
  watch(setup, report, requests) {
    const inForce = new InForce(setup);
    const doubt = new SteadyDoubt();
    const underWay = new Map<number, UnderWay>();
    const soonestMs = Math.min(...setup.models.map(({ deadlineAfterMs }) => deadlineAfterMs)) - MARGIN_MS;
    /** Whether the job is known, and has not expired. */
    const isYoung = (jobId: string, at: number): boolean => {
      const submit = requests.job(jobId)?.submit;
      return submit !== undefined && at - submit.sent.at + doubt.slackSince(submit.sent.at) < soonestMs;
    };
    return {
      observe(seen) {
        inForce.observe(seen, requests.seq);
        doubt.observe(seen);
        switch (seen.what) {
          case 'crashed':
          case 'stopped':
            underWay.clear();
            return;
          case 'sent':
            // The operator ends a job, and with it its call.
            if (seen.call.op === 'fail_job')
              for (const [call, { jobId }] of underWay) if (jobId === seen.jobId) underWay.delete(call);
            return;
          case 'provider_answered':
            underWay.delete(seen.call);
            return;
          case 'provider_failed':
            for (const [call, { jobId, kind }] of underWay)
              if (jobId === seen.jobId && kind === seen.kind) underWay.delete(call);
            return;
          case 'provider_called': {
            const { call, kind, jobId, at } = seen;
            const option = OPTIONS[kind];
            if (option === undefined) return;
            // The last poll of a job, at its deadline, waits for no other.
            if (kind === 'poll' && !isYoung(jobId, at)) return;
            const model = `${seen.model} of ${seen.provider}`;
            for (const [other, one] of underWay)
              if (at - one.at > SURELY_UNDER_WAY_MS) underWay.delete(other);
            const same = [...underWay.values()].filter(
              (one) => one.model === model && one.kind === kind && isYoung(one.jobId, at),
            );
            const most = Math.max(...inForce.numbers(option, requests.seq, requests.seq));
            if (same.length >= most)
              report(`a ${kind} for ${model} (${jobId}) is number ${same.length + 1} under way, of ${most}`);
            underWay.set(call, { at, model, kind, jobId });
          }
        }
      },
    };
  },
};

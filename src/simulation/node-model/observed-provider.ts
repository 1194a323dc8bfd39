/** A provider as a simulated process reaches it: every call and answer is observed, and ends with the process. */
import type {
  Provider,
  ProviderJob,
  ProviderState,
  ProviderSubmit,
  SubmitAnswer,
} from '../../providers/provider.js';
import { readProviderState, readSubmitAnswer } from '../../providers/provider-answers.js';
import type { Observation, ProviderAnswered, ProviderCalled } from './observation.js';

export interface ProviderWatch {
  /** Whether the process that calls is still there. */
  readonly isAlive: () => boolean;
  /** A call is about to leave; false where it does not, for the process ended. */
  leaving(): boolean;
  /** The call arrived. The number of the call. */
  called(call: Omit<ProviderCalled, 'what' | 'call'>): number;
  arrived(): void;
  answered(answered: Omit<ProviderAnswered, 'what' | 'hasJob'>, jobId: string): void;
}

export function observedProvider(provider: Provider, watch: ProviderWatch): Provider {
  /** What happens to a call, from leaving to answer. A process that has ended hears no more. */
  function call<Answer>(
    about: Omit<ProviderCalled, 'what' | 'call'>,
    reach: () => Promise<Answer>,
    read: (answer: unknown) => Extract<Observation, { what: 'provider_answered' }>['answer'],
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (!watch.leaving()) return;
      const number = watch.called(about);
      const reached = reach();
      watch.arrived();
      reached.then(
        (answer) => {
          if (!watch.isAlive()) return;
          watch.answered({ call: number, answer: read(answer) }, about.jobId);
          resolve(answer);
        },
        (error: unknown) => {
          if (!watch.isAlive()) return;
          watch.answered({ call: number, answer: { kind: 'error' } }, about.jobId);
          reject(error);
        },
      );
    });
  }

  return {
    ...provider,
    submit(request: ProviderSubmit, signal: AbortSignal): Promise<SubmitAnswer> {
      const { jobId, model, prompt, lengthMs } = request;
      return call(
        { kind: 'submit', provider: provider.name, model, jobId, prompt, lengthMs },
        () => provider.submit(request, signal),
        (answer) => {
          const fitting = readSubmitAnswer(answer);
          return fitting === undefined ? { kind: 'garbage' } : { kind: 'submit', answer: fitting };
        },
      );
    },
    poll(job: ProviderJob, signal: AbortSignal): Promise<ProviderState> {
      return call(
        { kind: 'poll', provider: provider.name, model: job.model, jobId: job.jobId },
        () => provider.poll(job, signal),
        (answer) => {
          const fitting = readProviderState(answer);
          return fitting === undefined ? { kind: 'garbage' } : { kind: 'state', state: fitting };
        },
      );
    },
  };
}

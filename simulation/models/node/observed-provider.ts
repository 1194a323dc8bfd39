/**
 * A provider as a simulated process reaches it: every call and answer is observed, and ends with the process.
 */
import type {
  Provider,
  ProviderCall,
  ProviderJob,
  ProviderState,
  ProviderSubmit,
  SubmitAnswer,
} from '../../../src/providers/provider.js';
import type { OutageStep } from '../../history/node-history.js';
import type { Observation, ProviderAnswered, ProviderCalled } from '../../history/observation.js';
import { heardState, heardSubmit } from './heard-answers.js';

/** `ended`: the process did, before the call left. The others are those of an outage. */
export type CallFate = 'through' | 'ended' | OutageStep['how'];

export interface ProviderWatch {
  /** Whether the process that calls is still there. */
  readonly isAlive: () => boolean;
  /** A call is about to leave: what becomes of it. */
  leaving(): CallFate;
  /** The call arrived. The number of the call. */
  called(call: Omit<ProviderCalled, 'what' | 'call'>): number;
  arrived(): void;
  answered(answered: Omit<ProviderAnswered, 'what' | 'hasJob'>, jobId: string): void;
}

export function observedProvider(provider: Provider, watch: ProviderWatch): Provider {
  /** The way of a call, from leaving to answer. A process that has ended hears no more. */
  function call<Answer>(
    about: Omit<ProviderCalled, 'what' | 'call'>,
    reach: () => Promise<Answer>,
    read: (answer: unknown) => Extract<Observation, { what: 'provider_answered' }>['answer'],
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const fate = watch.leaving();
      if (fate === 'ended') return;
      if (fate === 'refused') {
        reject(new Error('the connection was refused'));
        return;
      }
      const number = watch.called(about);
      const reached = fate === 'through' ? reach() : lost(reach(), fate);
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
    submit(request: ProviderSubmit, underWay: ProviderCall): Promise<SubmitAnswer> {
      const { jobId, model, prompt, lengthMs } = request;
      return call(
        { kind: 'submit', provider: provider.name, model, jobId, prompt, lengthMs },
        () => provider.submit(request, underWay),
        heardSubmit,
      );
    },
    poll(job: ProviderJob, underWay: ProviderCall): Promise<ProviderState> {
      return call(
        { kind: 'poll', provider: provider.name, model: job.model, jobId: job.jobId },
        () => provider.poll(job, underWay),
        heardState,
      );
    },
  };
}

/** The call arrived and did its work; its answer does not come back. */
function lost<Answer>(reached: Promise<Answer>, how: 'answer_lost' | 'silence'): Promise<Answer> {
  const silence = new Promise<never>(() => {});
  return reached.then(
    () => (how === 'silence' ? silence : Promise.reject(new Error('the answer was lost'))),
    () => silence,
  );
}

/**
 * A provider as a simulated process reaches it: every call and answer is observed, and ends with the process.
 */
import type { RemoteFile } from '../../../src/outward/outward.js';
import type { Provider } from '../../../src/providers/provider.js';
import type { OutageStep } from '../../history/node-history.js';
import type { AboutCall, ProviderAnswered, ProviderCalled } from '../../history/observation.js';
import { heardError, heardFile, heardFind, heardState, heardSubmit } from './heard-answers.js';

/** `ended`: the process did, before the call left. The others are those of an outage. */
export type CallFate = 'through' | 'ended' | OutageStep['how'];

type Heard = ProviderAnswered['answer'];

export interface ProviderWatch {
  /** Whether the process that calls is still there. */
  readonly isAlive: () => boolean;
  /** A call is about to leave: what becomes of it. */
  leaving(about: AboutCall): CallFate;
  /** The call arrived. The number of the call. */
  called(call: Omit<ProviderCalled, 'what' | 'call'>): number;
  arrived(): void;
  answered(answered: Omit<ProviderAnswered, 'what'>): void;
  /** The job that a result is of; '' if that cannot be told. */
  jobAt(location: string): string;
}

export function observedProvider(provider: Provider, watch: ProviderWatch): Provider {
  /** The way of a call, from leaving to answer. A process that has ended hears no more. */
  function call<Answer>(
    about: Omit<ProviderCalled, 'what' | 'call' | 'provider'>,
    reach: () => Promise<Answer>,
    read: (answer: Answer) => Heard | Promise<Heard>,
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const of = { ...about, provider: provider.name };
      const { kind, model, jobId } = of;
      const fate = watch.leaving({ kind, provider: provider.name, model, jobId });
      if (fate === 'ended') return;
      if (fate === 'refused') {
        reject(new Error('the connection was refused'));
        return;
      }
      const number = watch.called(of);
      // A reader of files has time limits of its own: what fails, and what is silent, fails within them.
      const how = kind === 'read' && fate === 'silence' ? 'answer_lost' : fate;
      const reached = how === 'through' ? reach() : lost(reach(), how, kind === 'read');
      watch.arrived();
      reached.then(
        async (answer) => {
          const heard = await read(answer);
          if (!watch.isAlive()) return;
          watch.answered({ call: number, answer: heard });
          resolve(answer);
        },
        (error: unknown) => {
          if (!watch.isAlive()) return;
          watch.answered({ call: number, answer: heardError(error) });
          reject(error);
        },
      );
    });
  }

  const { find, cancel } = provider;
  return {
    ...provider,
    submit(request, underWay) {
      const { jobId, model, prompt, lengthMs, extra } = request;
      const fields = Object.keys(extra).length > 0 && { fields: { ...extra } };
      const about = { kind: 'submit', model, jobId, prompt, lengthMs, ...fields } as const;
      return call(about, () => provider.submit(request, underWay), heardSubmit);
    },
    poll(job, underWay) {
      return call({ kind: 'poll', ...named(job) }, () => provider.poll(job, underWay), heardState);
    },
    ...(find === undefined
      ? {}
      : {
          find: (job, underWay) =>
            call({ kind: 'find', ...named(job) }, () => find(job, underWay), heardFind),
        }),
    ...(cancel === undefined
      ? {}
      : {
          cancel: (job, underWay) =>
            call(
              { kind: 'cancel', ...named(job) },
              () => cancel(job, underWay),
              () => CANCELLED,
            ),
        }),
    content(location, signal) {
      const jobId = watch.jobAt(location);
      if (jobId === '') return provider.content(location, signal);
      const open = () => provider.content(location, signal);
      return call<RemoteFile | undefined>({ kind: 'read', model: '', jobId }, open, heardFile);
    },
  };
}

const CANCELLED: Heard = { kind: 'cancelled' };

function named({ model, jobId }: { readonly model: string; readonly jobId: string }) {
  return { model, jobId };
}

/** The call arrived and did its work; its answer does not come back. A failed one is silent, or `ends`. */
function lost<Answer>(
  reached: Promise<Answer>,
  how: 'answer_lost' | 'silence',
  ends: boolean,
): Promise<Answer> {
  const silence = new Promise<never>(() => {});
  return reached.then(
    () => (how === 'silence' ? silence : Promise.reject(new Error('the answer was lost'))),
    (error: unknown) => (ends ? Promise.reject(error) : silence),
  );
}

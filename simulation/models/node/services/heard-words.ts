/** Tells what an adapter makes of each word of its service, in the words of `service-words.ts`. */
import {
  BusyError,
  type Provider,
  type ProviderCall,
  type ProviderState,
  RefusedError,
  type SubmitAnswer,
} from '../../../../src/providers/provider.js';
import type { ServiceHeard } from '../../../history/observation.js';
import { NOT_OVER, saysThatItGoesOn } from './mangled-words.js';
import { ALONE, ASKED_AGAIN, NOT_FOUND, SECRETS_SAID, type ServiceWord, UNDERSTOOD } from './word-forms.js';

const WORD_CHARACTERS_MAX = 200;
const MESSAGE_MAX = 300;
const TOLD = ', told in its words';
const HALF_CHARACTER = /[\ud800-\udbff]$/;

/** @param said by the signal of a call, the word that it was answered with */
export function heardProvider(
  provider: Provider,
  said: WeakMap<AbortSignal, ServiceWord>,
  heard: (heard: Omit<ServiceHeard, 'what'>) => void,
): Provider {
  async function told<Answer>(
    call: ProviderCall,
    reach: () => Promise<Answer>,
    textOf: (answer: Answer, tells: string | undefined) => string,
    failure: string,
  ): Promise<Answer> {
    const { signal } = call;
    const tell = (takenFor: string) => {
      const word = said.get(signal);
      if (word === undefined || signal.aborted) return;
      const { status, body, means, tells } = word;
      const text = `${status} ${JSON.stringify(body) ?? ''}`.slice(0, WORD_CHARACTERS_MAX).trimEnd();
      const documented = tells === undefined ? means : `${means}${TOLD}`;
      const due = means === NOT_OVER && saysThatItGoesOn(takenFor) ? takenFor : documented;
      heard({ provider: provider.name, said: text, means: due, takenFor });
    };
    try {
      const answer = await reach();
      const word = said.get(signal);
      if (word?.means !== UNDERSTOOD) tell(textOf(answer, word?.tells));
      return answer;
    } catch (error) {
      const isAlone = error instanceof RefusedError && failure === ASKED_AGAIN;
      tell(
        error instanceof BusyError
          ? waiting('busy', error.askAgainAfterMs)
          : `${failure}${isAlone ? ALONE : ''}`,
      );
      throw error;
    }
  }

  const { find } = provider;
  return {
    ...provider,
    submit: (request, call) =>
      told(call, () => provider.submit(request, call), submitText, 'outcome unknown'),
    poll: (job, call) => told(call, () => provider.poll(job, call), stateText, ASKED_AGAIN),
    ...(find && {
      find: (job, call) => told(call, () => find(job, call), foundText, ASKED_AGAIN),
    }),
  };
}

function submitText(answer: SubmitAnswer, tells?: string): string {
  switch (answer.outcome) {
    case 'accepted':
      return `accepted as ${answer.handle}${answer.state.state === 'pending' ? '' : `, ${answer.state.state}`}`;
    case 'rejected':
      return `rejected, ${answer.slug}${wordsOf(answer.message, tells)}`;
    case 'not_now':
      return waiting('not now', answer.askAgainAfterMs);
  }
}

function foundText(answer: SubmitAnswer | undefined, tells?: string): string {
  if (answer === undefined) return NOT_FOUND;
  return answer.outcome === 'accepted' ? stateText(answer.state, tells) : submitText(answer, tells);
}

function stateText(state: ProviderState, tells?: string): string {
  if (state.state === 'failed') return `failed, ${state.slug}${wordsOf(state.message, tells)}`;
  if (state.state === 'made') {
    const { location, saidMs } = state;
    return `made at ${location}${saidMs === undefined ? '' : `, ${saidMs} ms`}`;
  }
  const progress = 'progress' in state && state.progress !== undefined ? `, ${state.progress} %` : '';
  const wait = 'askAgainAfterMs' in state ? `, ${state.askAgainAfterMs} ms` : '';
  return `${state.state}${progress}${wait}`;
}

/** Of a failure: words of the service, fit for a client. */
export function wordsOf(message: string, tells: string | undefined): string {
  if (tells === undefined) return '';
  const isFit =
    message.includes(tells) &&
    message.length <= MESSAGE_MAX &&
    !HALF_CHARACTER.test(message) &&
    !['://', ...SECRETS_SAID].some((part) => message.includes(part));
  return isFit ? TOLD : `, told as: ${message}`;
}

function waiting(what: string, ms: number | undefined): string {
  return `${what}, ${ms ?? 'no'} ms`;
}
